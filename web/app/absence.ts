/** Without any message for this long the server counts as gone. */
export const silentForMs = 60_000;

let connections = 0;
/** A page that was opened longer ago has asked again since, as it went elsewhere. */
const firstPageMs = 5 * 60_000;
/** When the server was last heard before the connection was lost; by our own clock, as others' may go wrong. */
let lostAt: number | null = null;

/** Which connection this is since the page was opened: another number says that one was lost in between. */
export function connectionNumber(): number {
  return connections;
}

/**
 * Whether what is followed now has been missed since the page was opened: its questions were asked before there was any
 * connection.
 */
export function isMissedSinceOpening(): boolean {
  if (connections > 0 || performance.now() > firstPageMs) return false;
  lostAt ??= performance.timeOrigin;
  return true;
}

/** How long the server may have been unheard before the connection came: rather too long than too short. */
export function awaySeconds(): number {
  // Nothing goes unnoticed before there was a connection.
  const unnoticed = connections > 1 ? silentForMs / 1000 : 0;
  return lostAt === null ? unnoticed : Math.max(0, Math.ceil((Date.now() - lostAt) / 1000)) + unnoticed;
}

export function countConnection(): void {
  connections += 1;
}

/**
 * Notes when a connection was lost: when it was last heard, as the loss of a machine that slept is told late. One cut
 * again soon after it began may not have brought all that was missed before it.
 */
export function noteLoss({ connectedAt, heardAt }: { connectedAt: number; heardAt: number }): void {
  if (lostAt === null || heardAt - connectedAt > silentForMs) lostAt = heardAt;
}
