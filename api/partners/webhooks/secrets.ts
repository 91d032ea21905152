import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { seal, unseal } from '../sealing.ts';

/** How long the previous secret still signs beside a new one. */
export const bothSignForMs = 24 * 3_600_000;

/** A secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a webhook's secret, so that the database alone doesn't reveal it. */
export function sealSecret(secret: string, webhookId: string): Uint8Array<ArrayBuffer> {
  return seal(secret, ownerOf(webhookId));
}

type Sealed = {
  id: string;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousUntil: Date | null;
};

/** The signature headers of a body, with each valid secret. Throws when a secret can't be decrypted. */
export function signedHeaders(webhook: Sealed, message: { id: string; at: Date; body: string }) {
  const { id, at, body } = message;
  const isInUse = webhook.previousSecret && webhook.previousUntil && webhook.previousUntil > at;
  const sealed = [webhook.secret, ...(isInUse && webhook.previousSecret ? [webhook.previousSecret] : [])];
  const signatures = sealed.map((each) => {
    return new Webhook(unseal(each, ownerOf(webhook.id))).sign(id, at, body);
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

function ownerOf(webhookId: string): string {
  return `webhook:${webhookId}`;
}
