/** One letter to one person. */
export type Mail = {
  /** Its notice. The same id again is the same letter. */
  id: string;
  kind: string;
  /** When it was written. */
  at: Date;
  to: string;
  subject: string;
  html: string;
  text: string;
};

/** Hands letters on. */
export interface MailPort {
  /**
   * Delivers one letter, or rejects: with `MailRefused` when it will never be taken, with anything else when it
   * is worth trying again. Sent again, it carries the same Message-ID and looks like the same letter.
   */
  send(mail: Mail): Promise<void>;
  /** Erases what this server itself still keeps of letters written before `time`. */
  eraseBefore(time: Date): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/** The letter will never be taken: no such address, or refused for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
