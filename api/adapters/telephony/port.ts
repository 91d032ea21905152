import type { SignedRequest } from '#api/platform/webhook.ts';

/** A call that is to be placed. */
export type Dialling = {
  /** E.164. */
  to: string;
  /** Where the provider asks what to do once somebody picks up. */
  voiceUrl: string;
  /** Where it says how the call goes. */
  statusUrl: string;
  /** When it was first asked for it: one that was placed since then is this one. */
  since: Date;
  /** It was asked for before, and nobody knows whether it rings. */
  again: boolean;
};

/** Places calls. */
export interface TelephonyPort {
  kind: 'twilio' | 'loopback';
  /** Whether a phone rings anywhere; where none does, calls can only be tried in the browser. */
  dials: boolean;
  /** The number that calls come from. */
  number: string | null;
  /** The account that the provider's requests belong to. */
  accountId: string | null;
  /** Has a phone ring, and gives the provider's id; rejects with `CallRefused` when it never will. */
  dial(call: Dialling): Promise<string>;
  /** Ends a call, whether it rings or somebody talks; one that is over stays so. */
  hangUp(providerId: string): Promise<void>;
  /** Whether a request that says it comes from the provider does. */
  isProviders(request: SignedRequest): boolean;
}

/** The call will never be placed: no such phone, or one that may not be called. */
export class CallRefused extends Error {
  override name = 'CallRefused';
}
