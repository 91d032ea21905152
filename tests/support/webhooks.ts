import { Webhook as Verifier } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aBook } from './book.ts';
import { type Person, succeeded } from './person.ts';
import { aReceiver, type Received, type Receiver } from './receiver.ts';
import { aFamily } from './world.ts';

export const events = ['message.created', 'conversation.completed', 'card.published', 'keepsake.created'];
const results: Record<string, string> = {
  rotateWebhookSecret: '... on RotateWebhookSecretSuccess { secret }',
  testWebhook: '... on TestWebhookSuccess { deliveryId }',
  resendWebhookDelivery: '... on ResendWebhookDeliverySuccess { deliveryId }',
  resendMissedWebhookEvents: '... on Webhook { missed }',
  deleteWebhook: '... on DeleteWebhookSuccess { id }',
};
export const switching = `mutation ($id: ID!, $on: Boolean!) {
  setWebhookOn(id: $id, on: $on) { ... on Webhook { offAt offReason } ... on UserError { code } }
}`;
export const fetching = `query ($id: ID!, $number: Int!) {
  webhook(id: $id) { eventsAfter(number: $number) { id number event payload } }
}`;

export const change = async (who: Person, name: string, id: string) => {
  const asked = `mutation ($id: ID!) { ${name}(id: $id) { ${results[name]} ... on UserError { code message } } }`;
  return (await who.gql(asked, { id }))[name];
};
export const make = async (who: Person, input: object = {}) =>
  (await who.gql('CreateWebhook', { input: { url: 'https://partner.example/', events, ...input } }))
    .createWebhook;

export async function listening(): Promise<Receiver> {
  const receiver = await aReceiver();
  onTestFinished(receiver.close);
  return receiver;
}

/** A family with a webhook of its owner's, and the program that it leads to. */
export async function told(input: object = {}) {
  const family = await aFamily();
  const book = await aBook(family);
  const receiver = await listening();
  const { secret, webhook } = succeeded({ it: await make(family.owner, { url: receiver.url, ...input }) });
  return { family, book, receiver, secret, id: webhook.id as string };
}

export const rowOf = (id: string) => db.webhook.findUniqueOrThrow({ where: { id } });
export const logOf = (webhookId: string) =>
  db.webhookDelivery.findMany({ where: { webhookId }, orderBy: { position: 'asc' } });
export const typeOf = ({ body }: Received): string => JSON.parse(body).type;
export const verified = (secret: string, { headers, body }: Received) =>
  new Verifier(secret).verify(body, headers);
