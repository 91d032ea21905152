import { ports } from '#api/adapters/ports.ts';
import type { ConversationStatus } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { retryOutage } from '#api/platform/database/retry-outage.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import type { SocketHook, Webhook, WebhookRequest } from '#api/platform/webhook.ts';
import { handleRecordingReport } from '#api/recordings/calls/reporting.ts';
import { hooks } from './addresses.ts';
import { answerCall } from './inbound/answer-call.ts';
import { openRelay } from './relay/relay.ts';
import { isCalledAgain } from './service/again.ts';
import { connect } from './service/connect.ts';
import { settleOver, settleUntaken, type Untaken, unanswered } from './service/settle.ts';
import { sampleOf } from './service/voice-sample.ts';
import { spokenNumber } from './spoken-number.ts';
import { askCaller, askForConsent, refuseCall, sayAndHangUp } from './twiml.ts';

const isSigned: Webhook['isSigned'] = (request) => ports.telephony.isProviders(request);

/** The webhooks with which the phone service asks what to do or reports a call's state; each answers with TwiML. */
export const callWebhooks: readonly Webhook[] = [
  { path: hooks.voice, isSigned, handle: retrying(whenPickedUp) },
  { path: hooks.connect, isSigned, handle: retrying(whenDisconnected) },
  { path: hooks.status, isSigned, handle: retrying(whenChanged) },
  { path: hooks.recording, isSigned, handle: retrying(whenRecorded) },
];

/** The phone service waits for 15 seconds, and ends a call for which it gets no answer. */
const insistMs = 10_000;

/** Retries during an outage of the database; every request may be repeated anyway. */
function retrying(handle: Webhook['handle']): Webhook['handle'] {
  return (hook) => retryOutage(insistMs, () => handle(hook));
}

/** The socket of a call, for the phone service or the browser in its place. */
export const callRelay: SocketHook = { path: hooks.relay, open: openRelay };

const hangUp = sayAndHangUp();
const nothing = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** The call that a request is about; null when it is unknown or its provider id differs. */
async function callOf({ query, form }: WebhookRequest) {
  const id = query.get('call') ?? '';
  const providerId = form.get('CallSid');
  if (!providerId || form.get('AccountSid') !== ports.telephony.accountId) return null;
  // The status of an inbound call comes without a call id.
  if (!query.has('call')) return inboundCall(providerId);
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
  // If the response to our dial request was lost, this webhook is the first to bring the provider's id.
  await db.call.updateMany({
    where: { conversationId: id, line: 'PROVIDER', providerId: null, dialledAt: { not: null } },
    data: { providerId },
  });
  return db.call.findFirst({ where: { conversationId: id, providerId }, include: beside });
}

const beside = {
  conversation: true,
  subject: { select: { preferredName: true, language: true } },
} as const;

function inboundCall(providerId: string) {
  return db.call.findFirst({ where: { providerId, inbound: true }, include: beside });
}

async function whenPickedUp(hook: WebhookRequest): Promise<string> {
  const sample = hook.query.get('sample');
  if (sample !== null) return saySample(hook, sample);
  if (!hook.query.has('call')) return whenCalled(hook);
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
    const language = languageOf(subject.language);
    if (answeredBy === 'fax') return hangUp;
    return sayAndHangUp({ words: messageFor(subject, await isCalledAgain(conversationId)), language });
  }
  return connect(conversationId);
}

/** What an answering machine is told: who called, for whom, and the number at which we can be called. */
function messageFor(
  { preferredName, language }: { preferredName: string; language: string },
  isAgain: boolean,
): string {
  const isSpanish = languageOf(language) === 'es';
  const { number } = ports.telephony;
  const said = number && spokenNumber(number, languageOf(language));
  if (isSpanish) {
    const back = said ? ` Puede llamarme al ${said}.` : '';
    return isAgain
      ? `Hola, soy Evertold, una computadora, con un mensaje para ${preferredName}. Volveré a llamar en otro momento.${back} Hasta luego.`
      : `Hola, soy Evertold, una computadora. Llamé para hablar con ${preferredName}.${back} Hasta luego.`;
  }
  const back = said ? ` You can call me back at ${said}.` : '';
  return isAgain
    ? `Hello, this is Evertold, a computer, with a message for ${preferredName}. I will call again another time.${back} Goodbye.`
    : `Hello, this is Evertold, a computer. I called to talk with ${preferredName}.${back} Goodbye.`;
}

/** Somebody hears a voice on their own phone before they choose it for calls. */
function saySample({ form }: WebhookRequest, name: string): string {
  const sample = form.get('AccountSid') === ports.telephony.accountId ? sampleOf(name) : null;
  return sample ? sayAndHangUp(sample) : hangUp;
}

/** Answers an inbound call; its number alone does not prove who calls. */
async function whenCalled(hook: WebhookRequest): Promise<string> {
  const answered = await answerCall(hook);
  switch (answered.kind) {
    case 'TALK':
      return connect(answered.conversationId);
    case 'ASK':
      return askCaller(answered);
    case 'ASK_CONSENT':
      return askForConsent(answered);
    case 'SAY':
      return sayAndHangUp(...answered.spoken);
    case 'BUSY':
      return refuseCall();
    case 'NOTHING':
      return hangUp;
  }
}

/** States of a call that somebody took. It rings until its first socket is set up, which a dying server may prevent. */
const mayGoOn: readonly ConversationStatus[] = ['RINGING', 'IN_PROGRESS'];

/** A call whose first sockets all fail hangs up after this many, because nothing is heard on it meanwhile. */
const mostFirstSockets = 3;

/** Handles a closed connection: hangs up, or reconnects if the call goes on. */
async function whenDisconnected(hook: WebhookRequest): Promise<string> {
  const call = await callOf(hook);
  const isUp = (hook.form.get('CallStatus') ?? 'in-progress') === 'in-progress';
  // For an inbound call nothing else reports its end.
  if (call?.inbound && !isUp) await settleOver(call.conversationId, unanswered);
  if (!call || !isUp || !mayGoOn.includes(call.conversation.status)) return hangUp;
  if (call.conversation.status === 'IN_PROGRESS') return connect(call.conversationId);
  const failed = Number(hook.query.get('socket'));
  if (failed < mostFirstSockets) return connect(call.conversationId, failed + 1);
  await settleOver(call.conversationId, unanswered);
  return hangUp;
}

const untaken: Record<string, Untaken> = {
  busy: { status: 'MISSED', reason: 'BUSY' },
  'no-answer': unanswered,
  completed: unanswered,
  failed: { status: 'FAILED', reason: 'NOT_PLACED' },
  canceled: { status: 'CANCELLED', reason: 'CANCELLED' },
};

/** Only reports that end a call change anything; others may be repeated or late and are ignored. */
async function whenChanged(hook: WebhookRequest): Promise<string> {
  const call = await callOf(hook);
  const end = untaken[hook.form.get('CallStatus') ?? ''];
  if (call && end) await settleOver(call.conversationId, end);
  return nothing;
}

/** Handles a report about a call recording that we requested. */
async function whenRecorded(hook: WebhookRequest): Promise<string> {
  const { form } = hook;
  const call = hook.query.has('call') ? await callOf(hook) : null;
  const providerId = form.get('RecordingSid') ?? '';
  const duration = form.get('RecordingDuration') ?? '';
  if (call && /^RE\w{1,60}$/.test(providerId))
    await handleRecordingReport(call.conversationId, {
      providerId,
      status: form.get('RecordingStatus') ?? '',
      durationSeconds: /^\d{1,6}$/.test(duration) ? Number(duration) : null,
    });
  return nothing;
}
