import { callRelay, callWebhooks } from './calls/webhooks.ts';
import { textStatus } from './notices/webhooks.ts';
import type { SocketHook, Webhook } from './platform/webhook.ts';
import { inboundText } from './texts/webhooks.ts';

/** Every domain's webhook addresses. */
export const webhooks: readonly Webhook[] = [inboundText, textStatus, ...callWebhooks];

/** Every domain's WebSocket addresses other than GraphQL's. */
export const socketHooks: readonly SocketHook[] = [callRelay];
