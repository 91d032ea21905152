import { lookup as resolveName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { PrivateAddressRefused } from './port.ts';

export type ResolveName = typeof resolveName;

/**
 * A `fetch` that refuses private addresses at the connection itself, so that a name that resolves anew can't lead
 * elsewhere, and that never follows a redirect: the answer with the redirect is returned as it is.
 */
export function publicFetch(resolve: ResolveName = resolveName): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // The connection asks no lookup for an address that is written out.
    try {
      if (isIP(host)) refusePrivate(host);
    } catch (refusal) {
      throw fetchFailed(refusal);
    }
    return send(url, request, body, publicLookup(resolve));
  };
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
  // No shared agent: a connection that was opened for another caller was not checked here.
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
    resolve(new Response(stream, { status, headers: fields }));
  });
  sent.end(body);
  return promise;
}

/** The error of the built-in `fetch`, by which the AI SDK recognises that no server answered. */
function fetchFailed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

/** A lookup for one connection that fails if any address of the name is private. */
function publicLookup(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of addresses) refusePrivate(address);
      } catch (refusal) {
        return callback(refusal as Error, []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function refusePrivate(address: string) {
  if (ipaddr.process(address).range() === 'unicast') return;
  throw new PrivateAddressRefused(
    `${address} is a private address; set ALLOW_PRIVATE_ADDRESSES=yes to let models reach it`,
  );
}
