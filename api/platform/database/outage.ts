/** Why the database failed: unreachable, too slow, or out of space. */
export type Outage = 'AWAY' | 'SLOW' | 'FULL';

/**
 * The outage that an error or its cause reports, if the database failed and the request was not at fault. The same
 * request may succeed a moment later. Null for any other error.
 */
export function outageIn(error: unknown): Outage | null {
  for (let each = error, depth = 0; each && depth < 8; depth++) {
    const { code, message, meta, cause, originalError } = each as Causes;
    const driver = meta?.driverAdapterError?.cause;
    const found =
      byKind(driver?.kind) ??
      byCode(driver?.originalCode ?? code) ??
      byCode(code) ??
      byMessage(driver?.originalMessage ?? message);
    if (found) return found;
    each = cause ?? originalError;
  }
  return null;
}

type Causes = {
  code?: unknown;
  message?: string;
  cause?: unknown;
  originalError?: unknown;
  /** The driver's error inside Prisma's. */
  meta?: {
    driverAdapterError?: { cause?: { kind?: string; originalCode?: string; originalMessage?: string } };
  };
};

/** Prisma gives an error of the network a kind instead of its code. */
function byKind(kind: string | undefined): Outage | null {
  if (kind === 'SocketTimeout') return 'SLOW';
  return kind === 'ConnectionClosed' || kind === 'DatabaseNotReachable' ? 'AWAY' : null;
}

function byCode(code: unknown): Outage | null {
  if (typeof code !== 'string') return null;
  // In order: a full disk; timeouts; lost connections, shutdown or startup, too many connections, a failing disk, a
  // standby; then the same from the network and from Prisma.
  if (/^(53100|53400|ENOSPC|EDQUOT)$/.test(code)) return 'FULL';
  if (/^(57014|25P03|25P04|55P03|P1002|P1008|P2024|P2028|ETIMEDOUT)$/.test(code)) return 'SLOW';
  if (/^(08...|57P0.|53...|58030|25006)$/.test(code)) return 'AWAY';
  if (/^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/.test(code))
    return 'AWAY';
  return /^P10(00|01|11|17)$/.test(code) ? 'AWAY' : null;
}

/** The driver's own errors have no code. */
function byMessage(message = ''): Outage | null {
  if (/^(timeout exceeded when trying to connect|timeout expired|Query read timeout)$/.test(message))
    return 'SLOW';
  return /^(Connection terminated|Connection ended|Client (has encountered a connection error|was closed))/.test(
    message,
  )
    ? 'AWAY'
    : null;
}
