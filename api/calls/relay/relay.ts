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

/** Opens the sockets over which calls are held. */
export function openRelay(): OpenSocketHook {
  const server = new WebSocketServer({ noServer: true, maxPayload: longestFrame, perMessageDeflate: false });
  return {
    /**
     * Accepts a socket if its ticket is valid and it comes from the provider, by its signature, or from our own page.
     */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const { signature, isProviders } = providerOf(request);
      if (signature && !isProviders) return '403 Forbidden';
      const ticket = new URL(request.url ?? '/', publicUrl()).searchParams.get('ticket') ?? '';
      const holder = await takeTicket(ticket, isProviders ? 'PROVIDER' : 'BROWSER');
      if (!holder) return '403 Forbidden';
      if (socket.destroyed) return null;
      server.handleUpgrade(request, socket, head, (link) => {
        holdCall(link, holder);
        closeIfSilent(link);
      });
      return null;
    },
    /** Closes the sockets; another process resumes their calls. */
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
  // The provider signs the address as we gave it out, which begins with wss.
  const urls = [address.replace(/^http/, 'ws'), address];
  return {
    signature: true,
    isProviders: urls.some((url) => ports.telephony.isProviders({ url, form, signature })),
  };
}

function closeIfSilent(link: WebSocket) {
  const timer = setTimeout(() => link.close(1008, 'Nothing was said'), firstWordMs);
  link.once('message', () => clearTimeout(timer));
  link.once('close', () => clearTimeout(timer));
}
