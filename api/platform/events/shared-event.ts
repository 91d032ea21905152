/** An event that many may get. Those with the same `rights` may be shown the same; null: it is for one alone. */
export type SharedEvent = { item: object; rights: string | null };

export function isSharedEvent(event: unknown): event is SharedEvent {
  return typeof event === 'object' && event !== null && 'item' in event && 'rights' in event;
}
