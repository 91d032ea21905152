/** One letter to one person. */
export type Mail = {
  /** The id of its notice. The same id means the same letter. */
  id: string;
  kind: string;
  /** When it was written. */
  at: Date;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The address that turns this kind of letter off by one POST; absent for letters that can't be turned off. */
  unsubscribeUrl?: string;
};

export interface MailPort {
  /**
   * Sends one letter. Rejects with `MailRefused` when a retry can't succeed, with any other error when it may. A repeat
   * has the same Message-ID and looks like the same letter.
   */
  send(mail: Mail): Promise<void>;
  /** Erases this server's own copies of letters written before `time`. */
  eraseBefore(time: Date): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** The letter is refused for good, for example because the address doesn't exist. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
