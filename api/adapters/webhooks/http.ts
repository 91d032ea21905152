import ipaddr from 'ipaddr.js';
import { isPrivateHost, PrivateAddressRefused, publicFetch, type ResolveName } from '../public-fetch.ts';
import type { WebhookPort } from './port.ts';

/** The timeout for a receiver's answer. */
const timeoutMs = 10_000;

type Way = { allowPrivate: boolean; resolve?: ResolveName };

/** Posts over HTTPS; with private addresses allowed, to this machine also over HTTP. */
export function httpWebhooks({ allowPrivate, resolve }: Way): WebhookPort {
  const fetch = allowPrivate ? globalThis.fetch : publicFetch(resolve);
  return {
    refusalOf({ protocol, hostname }) {
      if (protocol === 'http:') {
        return allowPrivate && isThisMachine(hostname) ? null : 'must begin with https://';
      }
      if (protocol !== 'https:') return 'must begin with https://';
      return !allowPrivate && isPrivateHost(hostname) ? 'must not be a private address' : null;
    },
    async post(url, { headers, body }) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
        // The body of the answer is not read.
        await answer.body?.cancel().catch(() => {});
        return { status: answer.status };
      } catch (error) {
        return { problem: signal.aborted ? `No answer within ${timeoutMs / 1000} seconds` : reasonOf(error) };
      }
    },
  };
}

function isThisMachine(host: string): boolean {
  if (host === 'localhost') return true;
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  if (cause instanceof PrivateAddressRefused) return 'The address leads into a private network';
  const code = /^[A-Z][A-Z0-9_]{2,40}$/.test(cause?.code ?? '') ? cause?.code : null;
  return code ? `No connection (${code})` : 'No connection';
}
