import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A provider's signed form request. */
export type SignedRequest = {
  /** The URL as configured at the provider, with its query. */
  url: string;
  form: URLSearchParams;
  signature: string;
};

/** The data of a verified request. */
export type WebhookRequest = { query: URLSearchParams; form: URLSearchParams };

/** A webhook address for a provider. A domain exports it from its `webhooks.ts`. */
export type Webhook = {
  path: string;
  /** Whether the provider sent this request; others are refused with 403 and change nothing. */
  isSigned: (request: SignedRequest) => boolean;
  /** Handles the request and resolves with the XML answer. */
  handle: (request: WebhookRequest) => Promise<string>;
};

/** A WebSocket address. A domain exports it from its `webhooks.ts`. */
export type SocketHook = {
  path: string;
  open: () => OpenSocketHook;
};

export type OpenSocketHook = {
  /** Takes over the connection and resolves with null, or resolves with the HTTP status of the refusal. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<string | null>;
  /** Closes every socket that is open. */
  close: () => void;
};
