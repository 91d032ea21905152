import { ports } from '#api/adapters/ports.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import type { SocketHook, Webhook, WebhookRequest } from '#api/platform/webhook.ts';
import { followedVersion, versionInForce } from '#api/writer/agent-prompts/in-force.ts';
import { hooks } from './addresses.ts';
import { openRelay } from './relay/relay.ts';
import { settleOver, settleUntaken, type Untaken } from './service/settle.ts';
import { giveTicket } from './tickets.ts';
import { connectTo, sayAndHangUp } from './twiml.ts';

const isSigned: Webhook['isSigned'] = (request) => ports.telephony.isProviders(request);

/** Where the phone service asks what to do, or says how a call goes; each answers with TwiML. */
export const callWebhooks: readonly Webhook[] = [
  { path: hooks.voice, isSigned, handle: whenPickedUp },
  { path: hooks.connect, isSigned, handle: whenDisconnected },
  { path: hooks.status, isSigned, handle: whenChanged },
];

/** Where the phone service holds a call, or a browser that stands in for it. */
export const callRelay: SocketHook = { path: hooks.relay, open: openRelay };

const hangUp = sayAndHangUp(null);

/** The call that a request is about; null for one that is not ours, or is another than that we placed. */
async function callOf({ query, form }: WebhookRequest) {
  const id = query.get('call') ?? '';
  const providerId = form.get('CallSid');
  if (!/^[0-9a-f-]{36}$/i.test(id) || !providerId) return null;
  if (form.get('AccountSid') !== ports.telephony.accountId) return null;
  // The first that we hear of a call may be this, where the answer to our request was lost.
  await db.call.updateMany({
    where: { conversationId: id, line: 'PROVIDER', providerId: null, dialledAt: { not: null } },
    data: { providerId },
  });
  return db.call.findFirst({
    where: { conversationId: id, providerId },
    include: { conversation: true, subject: { select: { preferredName: true } } },
  });
}

async function whenPickedUp(hook: WebhookRequest): Promise<string> {
  // Somebody calls us: who that is, a number alone can't say.
  if (!hook.query.has('call')) return sayAndHangUp(whatWeAre);
  const call = await callOf(hook);
  if (!call) return hangUp;
  const { conversationId, conversation, subject } = call;
  const answeredBy = hook.form.get('AnsweredBy');
  if (conversation.status !== 'RINGING') return hangUp;
  await db.call.update({ where: { conversationId }, data: { answeredBy: answeredBy?.slice(0, 40) ?? null } });
  if (answeredBy && answeredBy !== 'human' && answeredBy !== 'unknown') {
    await transaction((tx, wake) =>
      settleUntaken(tx, wake, conversationId, { status: 'MISSED', reason: 'MACHINE' }),
    );
    return answeredBy === 'fax'
      ? hangUp
      : sayAndHangUp(
          `Hello, this is Evertold, a computer, with a message for ${subject.preferredName}. I will call again another time. Goodbye.`,
        );
  }
  return connect(conversationId);
}

/** The connection has ended: the call with it, unless the conversation goes on. */
async function whenDisconnected(hook: WebhookRequest): Promise<string> {
  const call = await callOf(hook);
  const isUp = (hook.form.get('CallStatus') ?? 'in-progress') === 'in-progress';
  if (!call || !isUp || call.conversation.status !== 'IN_PROGRESS') return hangUp;
  return connect(call.conversationId);
}

async function connect(conversationId: string): Promise<string> {
  return transaction(async (tx) => connectTo({ conversationId, ...(await lineOf(tx, conversationId)) }));
}

async function lineOf(tx: Tx, conversationId: string) {
  const ticket = await giveTicket(tx, conversationId);
  const { subject, conversation } = await tx.call.findUniqueOrThrow({
    where: { conversationId },
    select: {
      conversation: { select: { heldById: true, lastSeq: true, agentVersionId: true } },
      subject: {
        select: {
          ...{ patienceMs: true, language: true, preferredName: true, selfUserId: true },
          people: { take: 40, select: { name: true }, orderBy: { id: 'asc' } },
        },
      },
    },
  });
  const names = [subject.preferredName, ...subject.people.map(({ name }) => name)];
  // A connection that is taken up again keeps the voice with which it began.
  const version = conversation.lastSeq
    ? conversation.agentVersionId && (await followedVersion(conversation.agentVersionId, tx))
    : await versionInForce({ ...subject, ...conversation }, tx);
  const voice = version ? version.voice : null;
  return { ticket, patienceMs: subject.patienceMs, language: subject.language, voice, names };
}

const untaken: Record<string, Untaken> = {
  busy: { status: 'MISSED', reason: 'BUSY' },
  'no-answer': { status: 'MISSED', reason: 'NO_ANSWER' },
  completed: { status: 'MISSED', reason: 'NO_ANSWER' },
  failed: { status: 'FAILED', reason: 'NOT_PLACED' },
  canceled: { status: 'CANCELLED', reason: 'CANCELLED' },
};

/** Only what ends a call changes anything: whatever else comes, doubled or late, is no news. */
async function whenChanged(hook: WebhookRequest): Promise<string> {
  const call = await callOf(hook);
  const end = untaken[hook.form.get('CallStatus') ?? ''];
  if (call && end) await settleOver(call.conversationId, end);
  return '<?xml version="1.0" encoding="UTF-8"?><Response/>';
}

const whatWeAre =
  'Hello, this is Evertold, a computer that keeps a family’s stories. We only call people who agreed to it. Nobody can be reached at this number. Goodbye.';
