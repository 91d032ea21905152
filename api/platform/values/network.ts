import ipaddr from 'ipaddr.js';

/**
 * Whom a limit by address means: an address of IPv4, or the network of one of IPv6, of which a single line has as many
 * as it likes.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address || 'unknown';
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
