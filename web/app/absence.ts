/** Without any message for this long the server counts as gone. */
export const silentForMs = 60_000;

let connections = 0;
/** When the server was last heard before the connection was lost; by our own clock, as others' may go wrong. */
let lostAt: number | null = null;

/** Which connection this is since the page was opened: another number says that one was lost in between. */
export function connectionNumber(): number {
  return connections;
}

/** How long the server may have been unheard before the connection came back: rather too long than too short. */
export function awaySeconds(): number {
  const unnoticed = silentForMs / 1000;
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
