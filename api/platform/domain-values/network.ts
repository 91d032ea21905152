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

/**
 * Many lines of one owner: 256 addresses of IPv4 beside each other (/24), or what a house or a small provider has of IPv6
 * (/48).
 */
export function blockOf(address: string): string {
  if (ipaddr.IPv4.isValid(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!ipaddr.IPv6.isValid(address)) return address || 'unknown';
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return blockOf(parsed.toIPv4Address().toString());
  const parts = parsed.parts.slice(0, 3);
  return `${parts.map((part) => part.toString(16)).join(':')}::/48`;
}
