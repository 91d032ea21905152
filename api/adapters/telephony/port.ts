import type { SignedRequest } from '#api/platform/webhook.ts';

/** A call to place. */
export type Dialling = {
  /** E.164. */
  to: string;
  /** The address at which the provider asks what to do when somebody picks up. */
  voiceUrl: string;
  /** The address to which it reports the call's state. */
  statusUrl: string;
  /** When the call was first requested: a call placed since then is this one. */
  since: Date;
  /** Whether it was requested before, so that it may already ring. */
  again: boolean;
};

/** Places calls. */
export interface TelephonyPort {
  kind: 'twilio' | 'loopback';
  /** Whether real phones can be called; if not, calls can only be tried in the browser. */
  dials: boolean;
  /** The number that calls come from. */
  number: string | null;
  /** The account to which the provider's requests belong. */
  accountId: string | null;
  /** Places the call and returns the provider's id; rejects with `CallRefused` when the call can never be placed. */
  dial(call: Dialling): Promise<string>;
  /** Ends a ringing or live call; does nothing for a call that is over. */
  hangUp(providerId: string): Promise<void>;
  /** Whether a request was signed by the provider. */
  isProviders(request: SignedRequest): boolean;
}

/** The call can never be placed: the phone does not exist or may not be called. */
export class CallRefused extends Error {
  override name = 'CallRefused';
}
