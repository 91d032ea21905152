/** Why the database could not do its part: it is not there, it takes too long, or it has no room left. */
export type Outage = 'AWAY' | 'SLOW' | 'FULL';

/**
 * Whether an error, or what caused it, says that the database is out of order and not that something is wrong with what
 * was asked of it. The same may well succeed a moment later. Null for any other error.
 */
export function outageIn(error: unknown): Outage | null {
  for (let each = error, depth = 0; each && depth < 8; depth++) {
    const { code, message, meta, cause, originalError } = each as Causes;
    const driver = meta?.driverAdapterError?.cause;
    const found =
      byCode(driver?.originalCode ?? code) ?? byCode(code) ?? byMessage(driver?.originalMessage ?? message);
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
  /** What Prisma tells of the driver's own error. */
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string } } };
};

function byCode(code: unknown): Outage | null {
  if (typeof code !== 'string') return null;
  // A full disk; then lost connections, a server that shuts down or starts, too many connections, a failing disk, a
  // standby; then what the network and Prisma call the same.
  if (/^(53100|53400|ENOSPC|EDQUOT)$/.test(code)) return 'FULL';
  if (/^(57014|25P03|25P04|55P03|P1002|P1008|P2024|P2028|ETIMEDOUT)$/.test(code)) return 'SLOW';
  if (/^(08...|57P0.|53...|58030|25006)$/.test(code)) return 'AWAY';
  if (/^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/.test(code))
    return 'AWAY';
  return /^P10(00|01|11|17)$/.test(code) ? 'AWAY' : null;
}

/** The driver gives no code to what it says itself. */
function byMessage(message = ''): Outage | null {
  if (/^(timeout exceeded when trying to connect|timeout expired|Query read timeout)$/.test(message))
    return 'SLOW';
  return /^(Connection terminated|Connection ended|Client (has encountered a connection error|was closed))/.test(
    message,
  )
    ? 'AWAY'
    : null;
}
