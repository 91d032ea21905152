/**
 * An event for many followers. Those with the same `rights` may get the same answer; null: it is for one follower only.
 */
export type SharedEvent = { item: object; rights: string | null };

export function isSharedEvent(event: unknown): event is SharedEvent {
  return typeof event === 'object' && event !== null && 'item' in event && 'rights' in event;
}
