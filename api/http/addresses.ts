import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Config, isLoopback } from '#api/config.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Tells the address a request comes from: the socket's, unless that is a proxy we were told to trust. Then it
 * is the last one in `x-forwarded-for` that is no such proxy, so that nobody can pass for another.
 */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = proxyReader(trustedProxies);
  return (request) => {
    let address = addressOf(request.socket);
    if (!trusted(address)) return address;
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (trusted(address)) {
      const before = plain(withoutPort(forwarded.pop()?.trim() ?? ''));
      if (!before) break;
      address = before;
    }
    return address;
  };
}

/** Tells whether an address is a proxy's that we were told to trust. */
export function proxyReader(trustedProxies: readonly string[]): (address: string) => boolean {
  const ranges = trustedProxies.map(rangeOf);
  if (!ranges.length) return () => false;
  return (address) => {
    const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
    return (
      !!parsed && ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range as never))
    );
  };
}

/** Of connections, over which many requests may come. */
const addresses = new WeakMap<Socket, string>();

function addressOf(socket: Socket): string {
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = plain(socket.remoteAddress ?? '');
  if (address) addresses.set(socket, address);
  return address;
}

/** Some proxies name the port too, behind an address of IPv6 in brackets. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** An IPv4 address that arrives dressed as IPv6 is the same address; anything else than an address is none. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The web origins whose requests are ours: our own, and those configured. */
export function ownOrigins({ publicUrl, webOrigins }: Config): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(publicUrl);
  // On one's own machine people write the same place in different ways.
  const names = isLoopback(hostname) ? [hostname, 'localhost', '127.0.0.1', '[::1]'] : [hostname];
  return new Set([...names.map((name) => `${protocol}//${name}${port && `:${port}`}`), ...webOrigins]);
}

/**
 * Whether a page of another site made the browser ask. Programs that are no browsers send neither header.
 */
export function isForeign(request: IncomingMessage, origins: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return !origins.has(origin);
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
