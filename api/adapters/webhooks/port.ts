/** The result of one delivery attempt. */
export type WebhookAnswer =
  | { status: number }
  /** The reason for no answer; never contains words that were sent or answered. */
  | { problem: string };

export interface WebhookPort {
  /** The reason why an address is refused, for the form; null when it is allowed. */
  refusalOf(url: URL): string | null;
  /** Posts a body once, without following redirects, with a timeout. */
  post(url: string, message: { headers: Record<string, string>; body: string }): Promise<WebhookAnswer>;
}
