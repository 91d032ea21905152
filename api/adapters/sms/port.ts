import type { SignedRequest } from '#api/platform/webhook.ts';

/** One text to one phone. */
export type Sms = {
  /** The id of its notice. The same id means the same text. */
  id: string;
  kind: string;
  /** When it was written. */
  at: Date;
  /** E.164. */
  to: string;
  /** At most `longestSms` characters. */
  text: string;
  /** The address to which the carrier reports what becomes of it. */
  statusUrl: string;
  /** A file that the carrier fetches and sends with the text. */
  mediaUrl?: string;
  /** An earlier attempt may have been delivered. */
  again: boolean;
};

/** The longest message that carriers accept. */
export const longestSms = 1_600;

export interface SmsPort {
  /** Whether texts reach phones; without a carrier they are stored as files. */
  isConnected: boolean;
  /**
   * Sends one text. Rejects with `SmsRefused` when a retry can't succeed; after any other error, retry with `again`, so
   * that a delivered text isn't sent twice.
   */
  send(sms: Sms): Promise<void>;
  /** Whether a request is signed by the carrier. */
  isCarriers(request: SignedRequest): boolean;
  /**
   * Downloads a file that came with a text, from the carrier's address. Rejects with `SmsRefused` when a retry can't
   * succeed: another host's address, a missing file, or one of more than `mostBytes`.
   */
  fetchMedia(url: string, mostBytes: number): Promise<Buffer>;
  /** Erases this server's own copies of texts written before `time`. */
  eraseBefore(time: Date): Promise<void>;
}

/** The text is refused for good: no such phone, one that gets no texts, or another final refusal. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}
