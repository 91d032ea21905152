import { ProofNeeded } from '#api/accounts/errors.ts';
import { WebhookDeliveryStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { LimitReached, WrongState } from '#api/platform/errors.ts';
import { SubjectRef } from '#api/subjects/schema/subject.ts';
import { subjectsOf } from '../service/keys.ts';
import { bodyOf } from './body.ts';
import { events, eventsFor, mayHear, webhooksFor } from './policy.ts';
import {
  countMissed,
  createWebhook,
  deleteWebhook,
  eventsAfter,
  fetchedAtOnce,
  resendMissedWebhookEvents,
  resendWebhookDelivery,
  rotateWebhookSecret,
  setWebhookOn,
  testWebhook,
  webhooksLimit,
} from './service.ts';
import { offReasons } from './switching.ts';

const DeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description:
    'WAITING, also for another attempt; DELIVERED; FAILED: given up after 3 days, or when the webhook was switched off; WITHHELD: its holder may not see any more what it is about.',
  values: Object.values(WebhookDeliveryStatus),
});

const OffReason = builder.enumType('WebhookOffReason', {
  description:
    'HOLDER: by whoever made it. FAILING: nothing arrived for 3 days. GONE: its receiver answered 410. SECURED: with the account.',
  values: offReasons,
});

const Delivery = builder.prismaObject('WebhookDelivery', {
  description: 'An event that a webhook is told of, and what became of it.',
  extensions: { keyFields: { any: ['id', 'number', 'event', 'payload', 'createdAt'] } } satisfies KeyFields,
  select: { webhookId: true, data: true, createdAt: true, event: true, number: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The webhook-id of its header, the same at every attempt.' }),
    number: t.exposeInt('number', {
      nullable: true,
      description: 'Numbers the events of a webhook without gaps; null until the event is sent or given up.',
    }),
    event: t.exposeString('event'),
    payload: t.string({
      description:
        'The body as it is sent: JSON. Without its ids where it did not arrive and its holder may not hear of it now.',
      select: {
        ...{ webhookId: true, subjectId: true, data: true, createdAt: true, event: true, number: true },
        status: true,
        webhook: { select: { id: true, userId: true, allSubjects: true, subjectIds: true } },
      },
      resolve: async (delivery) =>
        delivery.status === 'DELIVERED' || (await mayHear(delivery))
          ? bodyOf(delivery)
          : bodyOf({ ...delivery, data: { subjectId: delivery.subjectId } }),
    }),
    status: t.expose('status', { type: DeliveryStatus }),
    attempts: t.exposeInt('attempts'),
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'What the receiver answered last; null where it did not answer.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it did not arrive, in words.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastAttemptAt: t.expose('lastAttemptAt', { type: 'DateTime', nullable: true }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null where it is not tried again.',
      select: { status: true, nextAttemptAt: true },
      resolve: ({ status, nextAttemptAt }) => (status === 'WAITING' ? nextAttemptAt : null),
    }),
  }),
});

const WebhookRef = builder.prismaObject('Webhook', {
  description: 'Where a partner’s program is told what happens, signed as Standard Webhooks say.',
  extensions: { keyFields: { any: ['id', 'events', 'eventsAfter'] } } satisfies KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.exposeString('url'),
    events: t.exposeStringList('events'),
    subjects: t.field({
      type: [SubjectRef],
      nullable: true,
      description: 'The only ones it is told of; null: all that the caller sees, now and later.',
      select: { allSubjects: true, subjectIds: true },
      resolve: (webhook, _args, ctx) => subjectsOf(viewerOf(ctx), webhook),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    offAt: t.expose('offAt', { type: 'DateTime', nullable: true, description: 'Null while it is on.' }),
    offReason: t.field({
      type: OffReason,
      nullable: true,
      select: { offReason: true },
      resolve: ({ offReason }) => offReason as (typeof offReasons)[number] | null,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when nothing arrived; null where the last event did, or none was sent.',
    }),
    previousSecretUntil: t.expose('previousUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before the last change signs too.',
    }),
    missed: t.int({
      description:
        'How many events were given up in the last 30 days; `resendMissedWebhookEvents` sends them.',
      select: { id: true },
      resolve: ({ id }, _args, ctx) => countMissed(viewerOf(ctx), id),
    }),
    deliveries: t.relatedConnection('deliveries', {
      cursor: 'id',
      description: 'What it was told in the last 30 days, newest first.',
      query: (_args, ctx) => ({
        where: eventsFor(viewerOf(ctx)),
        orderBy: { position: 'desc' as const },
      }),
    }),
    eventsAfter: t.field({
      type: [Delivery],
      description: `What it was told after an event, by that one’s number, in order: the next ${fetchedAtOnce}, to fetch a gap. A key gets what its scopes and subjects allow.`,
      complexity: weighing(100),
      args: { number: t.arg.int({ required: true }) },
      select: { id: true },
      resolve: ({ id }, { number }, ctx) => eventsAfter(viewerOf(ctx), id, number),
    }),
  }),
});

builder.queryField('webhooks', (t) =>
  t.prismaField({
    type: [WebhookRef],
    description: `The caller’s webhooks, newest first: at most ${webhooksLimit}.`,
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, ctx) =>
      db.webhook.findMany({
        ...query,
        where: webhooksFor(viewerOf(ctx)),
        orderBy: { id: 'desc' },
        take: webhooksLimit,
      }),
  }),
);

builder.queryField('webhook', (t) =>
  t.prismaField({
    type: WebhookRef,
    nullable: true,
    description: 'One webhook of the caller; null when there is none.',
    extensions: forKeys('any'),
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    resolve: (query, _root, { id }, ctx) =>
      db.webhook.findFirst({ ...query, where: { AND: [{ id }, webhooksFor(viewerOf(ctx))] } }),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  fields: (t) => ({
    url: t.string({ required: true, description: 'https, at most 2000 characters.' }),
    events: t.stringList({ required: true, description: `${events.join(', ')}.` }),
    subjectIds: t.idList({ description: 'The only subjects it is told of; all when left out.' }),
  }),
});

const withSecret = (name: string) =>
  builder.objectRef<{ id: string; secret: string }>(name).implement({
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'What it signs with. It is shown this once.' }),
      webhook: t.prismaField({
        type: WebhookRef,
        resolve: (query, { id }) => db.webhook.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const CreateWebhookSuccess = withSecret('CreateWebhookSuccess');
const RotateWebhookSecretSuccess = withSecret('RotateWebhookSecretSuccess');

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: CreateWebhookSuccess,
    description: 'Makes a webhook for a partner’s program. Only people do, for themselves.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [LimitReached, ProofNeeded] },
    resolve: (_root, { input }, ctx) => createWebhook(viewerOf(ctx), input as never),
  }),
);

builder.mutationField('setWebhookOn', (t) =>
  t.prismaField({
    type: WebhookRef,
    description: 'Switches a webhook off, or on again. What happens while it is off is not told later.',
    args: { id: t.arg.id({ required: true }), on: t.arg.boolean({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [ProofNeeded] },
    resolve: async (query, _root, { id, on }, ctx) => {
      await setWebhookOn(viewerOf(ctx), { id, on });
      return db.webhook.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('resendMissedWebhookEvents', (t) =>
  t.prismaField({
    type: WebhookRef,
    description:
      'Sends every event that was given up once more, in order and with its id. Each is retried for 3 days again.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await resendMissedWebhookEvents(viewerOf(ctx), id);
      return db.webhook.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

const DeleteWebhookSuccess = builder.objectRef<{ id: string }>('DeleteWebhookSuccess').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.mutationField('deleteWebhook', (t) =>
  t.field({
    type: DeleteWebhookSuccess,
    description: 'Deletes a webhook with its log.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: {},
    resolve: (_root, { id }, ctx) => deleteWebhook(viewerOf(ctx), id),
  }),
);

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretSuccess,
    description: 'Gives a webhook another secret. The one before signs beside it for 24 hours.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [ProofNeeded] },
    resolve: (_root, { id }, ctx) => rotateWebhookSecret(viewerOf(ctx), id),
  }),
);

/** The outcome is read from the webhook's deliveries. */
const sent = (name: string) =>
  builder.objectRef<{ deliveryId: string }>(name).implement({
    fields: (t) => ({ deliveryId: t.exposeID('deliveryId') }),
  });

const TestWebhookSuccess = sent('TestWebhookSuccess');
const ResendWebhookDeliverySuccess = sent('ResendWebhookDeliverySuccess');

builder.mutationField('testWebhook', (t) =>
  t.field({
    type: TestWebhookSuccess,
    description: 'Sends webhook.test, as everything else is sent; `deliveries` tell whether it arrived.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [WrongState] },
    resolve: (_root, { id }, ctx) => testWebhook(viewerOf(ctx), id),
  }),
);

builder.mutationField('resendWebhookDelivery', (t) =>
  t.field({
    type: ResendWebhookDeliverySuccess,
    description: 'Sends an event once more, whatever became of it, with the same id.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { signedIn: true },
    errors: { types: [WrongState] },
    resolve: (_root, { id }, ctx) => resendWebhookDelivery(viewerOf(ctx), id),
  }),
);
