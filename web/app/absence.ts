/** The server counts as gone when no message arrives for this long. */
export const silentForMs = 60_000;

let connections = 0;
/** After this time since opening, the page is assumed to have run its queries again on navigation. */
const firstPageMs = 5 * 60_000;
/**
 * When the server was last heard before the connection was lost. Uses our own clock, since the server's may be wrong.
 */
let lostAt: number | null = null;

/**
 * The number of connections since the page was opened; a different number means that a connection was lost in between.
 */
export function connectionNumber(): number {
  return connections;
}

/** Whether a new subscription may have missed events, because the page sent its queries before it was connected. */
export function isMissedSinceOpening(): boolean {
  if (connections > 0 || performance.now() > firstPageMs) return false;
  lostAt ??= performance.timeOrigin;
  return true;
}

/** The number of seconds for which events may have been missed; rounded up rather than down. */
export function awaySeconds(): number {
  // Before the first connection there is no undetected silence to add.
  const unnoticed = connections > 1 ? silentForMs / 1000 : 0;
  return lostAt === null ? unnoticed : Math.max(0, Math.ceil((Date.now() - lostAt) / 1000)) + unnoticed;
}

export function countConnection(): void {
  connections += 1;
}

/**
 * Notes that a connection was lost. The time used is when the server was last heard, because a machine that slept
 * reports the loss late. A connection that was lost again soon after it began keeps the earlier time, because it may
 * not have delivered everything missed before it.
 */
export function noteLoss({ connectedAt, heardAt }: { connectedAt: number; heardAt: number }): void {
  if (lostAt === null || heardAt - connectedAt > silentForMs) lostAt = heardAt;
}
