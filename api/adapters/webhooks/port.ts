/** The result of one delivery attempt. */
export type WebhookAnswer =
  | { status: number }
  /** Nobody answered, for this reason: never with a word of what was sent or answered. */
  | { problem: string };

/** Tells partners' programs what happens. */
export interface WebhookPort {
  /** Why a webhook can't have this address, in words for its form; null when it can. */
  refusalOf(url: URL): string | null;
  /** Posts a body once. Follows no redirect, and waits for an answer for a bounded time. */
  post(url: string, message: { headers: Record<string, string>; body: string }): Promise<WebhookAnswer>;
}
