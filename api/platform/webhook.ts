import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that a provider signed, as a form. */
export type SignedRequest = {
  /** The address as the provider was given it, with its query. */
  url: string;
  form: URLSearchParams;
  signature: string;
};

/** What a verified request says. */
export type WebhookRequest = { query: URLSearchParams; form: URLSearchParams };

/** An address where a provider tells us something. A domain exports it from its `webhooks.ts`. */
export type Webhook = {
  path: string;
  /** Whether the provider sent this. Any other request is refused with 403 and changes nothing. */
  isSigned: (request: SignedRequest) => boolean;
  /** Does what the request asks for and resolves with the XML to answer it with. */
  handle: (request: WebhookRequest) => Promise<string>;
};

/** An address where WebSockets are opened. A domain exports it from its `webhooks.ts`. */
export type SocketHook = {
  path: string;
  open: () => OpenSocketHook;
};

export type OpenSocketHook = {
  /** Takes the connection over and resolves with null, or resolves with the HTTP status to refuse it with. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<string | null>;
  /** Closes every socket that is open. */
  close: () => void;
};
