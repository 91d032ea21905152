import type { SignedRequest } from '#api/platform/webhook.ts';

/** One text to one phone. */
export type Sms = {
  /** Its notice. The same id again is the same text. */
  id: string;
  kind: string;
  /** When it was written. */
  at: Date;
  /** E.164. */
  to: string;
  /** At most `longestSms` characters. */
  text: string;
  /** A file that goes with it, which the carrier fetches there. */
  mediaUrl?: string;
  /** It was tried before, and nobody knows whether it went. */
  again: boolean;
};

/** What carriers take in one message. */
export const longestSms = 1_600;

/** Hands texts on. */
export interface SmsPort {
  /** Whether texts reach phones; without a carrier they are kept as files. */
  isConnected: boolean;
  /**
   * Delivers one text, or rejects: with `SmsRefused` when it will never be taken, with anything else when it is
   * worth trying again, then with `again`, so that one that has gone after all doesn't go twice.
   */
  send(sms: Sms): Promise<void>;
  /** Whether a request that says it comes from the carrier does: signed with what only they and we know. */
  isCarriers(request: SignedRequest): boolean;
  /**
   * Reads a file that came with a text, from the address that the carrier gave for it. Rejects with `SmsRefused` where
   * there never will be one: another's address, none there any more, or one of more than `mostBytes`.
   */
  fetchMedia(url: string, mostBytes: number): Promise<Buffer>;
  /** Erases what this server itself still keeps of texts written before `time`. */
  eraseBefore(time: Date): Promise<void>;
}

/** The text will never be taken: no such phone, one that gets no texts, or refused for good. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}
