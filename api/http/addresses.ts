import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Config, isLoopback } from '#api/config.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Returns a function for the client address of a request. That is the socket's address, unless it is a trusted proxy:
 * then it is the last address in `x-forwarded-for` that is no trusted proxy, so that a client can't forge it.
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

/** Returns a function that says whether an address is a trusted proxy. */
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

/** Addresses by connection, because many requests share one. */
const addresses = new WeakMap<Socket, string>();

function addressOf(socket: Socket): string {
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = plain(socket.remoteAddress ?? '');
  if (address) addresses.set(socket, address);
  return address;
}

/** Some proxies append the port, after an IPv6 address in brackets. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** Turns an IPv4-mapped IPv6 address into IPv4; anything that is no address into an empty text. */
function plain(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The web origins that may send requests: our own and the configured ones. */
export function ownOrigins({ publicUrl, webOrigins }: Config): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(publicUrl);
  // On a developer's machine, localhost has several spellings.
  const names = isLoopback(hostname) ? [hostname, 'localhost', '127.0.0.1', '[::1]'] : [hostname];
  return new Set([...names.map((name) => `${protocol}//${name}${port && `:${port}`}`), ...webOrigins]);
}

/** Whether a page of another site sent the request. Programs that are no browsers send neither header. */
export function isForeign(request: IncomingMessage, origins: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return !origins.has(origin);
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
