import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ports } from '#api/adapters/ports.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { OpenSocketHook } from '#api/platform/webhook.ts';
import { takeTicket } from '../tickets.ts';
import { holdCall } from './session.ts';

const longestFrame = 256 * 1024;
const firstWordMs = 10_000;

/** The sockets over which calls are held. */
export function openRelay(): OpenSocketHook {
  const server = new WebSocketServer({ noServer: true, maxPayload: longestFrame, perMessageDeflate: false });
  return {
    /** Takes a socket over if its ticket is good, and it is the provider's by its signature or one of our own pages'. */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const { signature, isProviders } = providerOf(request);
      if (signature && !isProviders) return '403 Forbidden';
      const ticket = new URL(request.url ?? '/', publicUrl()).searchParams.get('ticket') ?? '';
      const holder = await takeTicket(ticket, isProviders ? 'PROVIDER' : 'BROWSER');
      if (!holder) return '403 Forbidden';
      if (socket.destroyed) return null;
      server.handleUpgrade(request, socket, head, (link) => {
        holdCall(link, holder);
        endMute(link);
      });
      return null;
    },
    /** Closes the sockets: their calls are taken up again elsewhere. */
    close() {
      for (const link of server.clients) link.close(1012);
      server.close();
    },
  };
}

function providerOf(request: IncomingMessage): { signature: boolean; isProviders: boolean } {
  const signature = request.headers['x-twilio-signature'];
  if (typeof signature !== 'string') return { signature: false, isProviders: false };
  const address = publicUrl() + (request.url ?? '');
  const form = new URLSearchParams();
  // It is signed by the address as we gave it out, which begins with wss.
  const urls = [address.replace(/^http/, 'ws'), address];
  return {
    signature: true,
    isProviders: urls.some((url) => ports.telephony.isProviders({ url, form, signature })),
  };
}

function endMute(link: WebSocket) {
  const timer = setTimeout(() => link.close(1008, 'Nothing was said'), firstWordMs);
  link.once('message', () => clearTimeout(timer));
  link.once('close', () => clearTimeout(timer));
}
