import ipaddr from 'ipaddr.js';

/**
 * The key of limits by address: an IPv4 address, or the /64 network of an IPv6 address, because one line has many
 * addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address || 'unknown';
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/**
 * A larger block of one owner: 256 neighbouring IPv4 addresses (/24), or the IPv6 range of a household or a small
 * provider (/48).
 */
export function blockOf(address: string): string {
  if (ipaddr.IPv4.isValid(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!ipaddr.IPv6.isValid(address)) return address || 'unknown';
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return blockOf(parsed.toIPv4Address().toString());
  const parts = parsed.parts.slice(0, 3);
  return `${parts.map((part) => part.toString(16)).join(':')}::/48`;
}
