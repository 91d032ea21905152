import { lookup as resolveName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';

export type ResolveName = typeof resolveName;

/** The address belongs to a private network or to this machine. */
export class PrivateAddressRefused extends Error {
  override name = 'PrivateAddressRefused';
}

/**
 * A `fetch` that checks for private addresses at connection time, so that DNS rebinding can't bypass it, and never
 * follows a redirect: the redirect answer is returned.
 */
export function publicFetch(resolve: ResolveName = resolveName): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const url = new URL(request.url);
    // No lookup happens for a literal IP address.
    if (isPrivateHost(url.hostname)) throw fetchFailed(new PrivateAddressRefused(refusal(url.hostname)));
    return send(url, request, body, publicLookup(resolve));
  };
}

/** Whether a URL's host is a literal private IP address. Names are checked later. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && isPrivateAddress(address);
}

function send(
  url: URL,
  request: Request,
  body: Buffer | undefined,
  lookup: LookupFunction,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const headers = Object.fromEntries(request.headers);
  if (body) headers['content-length'] = String(body.length);
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  // No shared agent, because a connection opened by other code was not checked here.
  const sent = open(url, { method: request.method, headers, lookup, agent: false, signal: request.signal });
  sent.on('error', (error) => reject(request.signal.aborted ? request.signal.reason : fetchFailed(error)));
  sent.on('response', (answer) => {
    const status = answer.statusCode ?? 0;
    const fields = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    const hasBody = ![204, 205, 304].includes(status);
    if (!hasBody) answer.resume();
    const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null;
    try {
      resolve(new Response(stream, { status, headers: fields }));
    } catch (error) {
      // The Response constructor refused the status.
      answer.destroy();
      reject(fetchFailed(error));
    }
  });
  sent.end(body);
  return promise;
}

/** The error of the built-in `fetch` when no server answers. */
function fetchFailed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

/** A DNS lookup that fails if any address of the name is private. */
function publicLookup(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => isPrivateAddress(address));
      if (refused) return callback(new PrivateAddressRefused(refusal(hostname)), []);
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function isPrivateAddress(address: string): boolean {
  return ipaddr.process(address).range() !== 'unicast';
}

function refusal(host: string): string {
  return `${host} leads to a private address; set ALLOW_PRIVATE_ADDRESSES=yes to let this server reach it`;
}
