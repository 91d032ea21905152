import { WebSocket } from 'ws';
import { ports } from '#api/adapters/ports.ts';
import { ConversationClosed } from '#api/conversations/errors.ts';
import type { Progress } from '#api/conversations/events.ts';
import { callContext } from '#api/conversations/reads/turn-context.ts';
import { pickUp } from '#api/conversations/service/begin.ts';
import { hear, holdAnswer } from '#api/conversations/service/hear.ts';
import {
  type Aside,
  keepHeard,
  type Spoken,
  sayAside,
  withdrawAnswer,
} from '#api/conversations/service/spoken.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { retryOutage } from '#api/platform/database/retry-outage.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import { settings } from '#api/platform/settings.ts';
import { recordCall } from '#api/recordings/calls/agreeing.ts';
import {
  answerCallerRequest,
  answerSpokenAgain,
  forgetRequest,
  noteHeardOfStory,
  noteHeardOfWord,
  takesDigits,
} from '../caller-requests/answer-request.ts';
import type { CallerAnswer } from '../caller-requests/keep-exchange.ts';
import { isCalledAgain } from '../service/again.ts';
import { notePause, pauseForAnswer } from '../service/pause-for-answer.ts';
import { settleOver } from '../service/settle.ts';
import type { TicketHolder } from '../tickets.ts';
import { callWords } from './call-words.ts';
import { type Frame, readFrame, type Say } from './frames.ts';
import { heardOf, soundsUnfinished } from './heard.ts';
import { prepareToHear } from './not-here/says-not-here.ts';
import { readSomebodyElse } from './not-here/somebody-else.ts';
import { whyForGood } from './why-for-good.ts';

/**
 * Time limits of a call: silence before we speak, silence before the call ends, speaking time per word, time for a
 * goodbye, the longest call, the time after which an open socket is noted again, how long heard words are held during
 * an outage of the database, and how late an answer is before a filler is spoken.
 */
export const pauses = {
  silenceMs: 15_000,
  endAfterSilenceMs: 5 * 60_000,
  wordMs: 420,
  goodbyeMs: 2_000,
  longestMs: 120 * 60_000,
  stillConnectedMs: 60_000,
  insistMs: 60_000,
  fillerAfterMs: 1_200,
};

const mostMalformed = 10;
const malformed = 1007;
/** With this the browser's phone closes its socket when its page is left, which ends the call. */
const pageLeft = 4001;
/** The longest text that fits into one message. */
const longestUtterance = 20_000;

/** The number of words of an answer after which it counts as heard, so that it is not withdrawn any more. */
const barelyHeardWords = 3;

/** The fewest words that are stored of an utterance that was cut off; fewer are often a guess of the transcription. */
const fewestCutWords = 3;

type Speaking = Spoken & {
  text: string;
  sent: string;
  played: string;
  done: boolean;
  /** Whether the phone service has begun to speak it. */
  begun: boolean;
  sentAt: number;
};
type Setting = {
  subjectId: string;
  preferredName: string;
  fullName: string;
  pronouns: string | null;
  patienceMs: number;
  language: Language;
  startedAt: Date;
};

/** Runs in the transaction in which the call ends. */
type Alongside = Parameters<typeof sayAside>[3];

const noSetting = { patienceMs: 0, language: 'en' as const };

/** Runs the call of one socket: receives the transcribed words and sends the answers to be spoken. */
export function holdCall(socket: WebSocket, { conversationId, line, providerId, inbound }: TicketHolder) {
  const over = new AbortController();
  const sessionId = newId();
  let setting: Setting | null = null;
  let speaking: Speaking | null = null;
  let utterances = 0;
  /** When the last words came, while their answer was not heard; words after a short pause belong to them. */
  let toldAt: number | null = null;
  /** When the speech began that is being transcribed. */
  let speechAt: number | null = null;
  /** The words of that speech that are transcribed so far. */
  let saidSoFar = '';
  /** The last answers that were withdrawn and cut off; what may still come of them is not spoken. */
  let withdrawn: string | null = null;
  let cutId: string | null = null;
  /** The digits of a code that is being entered; null while none is. */
  let keys: string | null = null;
  /** The last spoken text that the transcript does not contain. */
  let spokenRequestAnswer: { messageId: string; text: string; isHeard: boolean; isResumed: boolean } | null =
    null;
  /** Until when nobody says goodbye, after the gentle word into a silence; null while none was said. */
  let quietUntil: number | null = null;
  /** The filler of this turn, and whether it may still be being spoken. */
  let filler: string | null = null;
  let isFilling = false;
  let badFrames = 0;
  let ending = false;
  let silence: NodeJS.Timeout | undefined;
  let lateness: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  let renewing: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  socket.on('message', (data) => {
    const frame = readFrame(String(data));
    if (!frame) {
      badFrames += 1;
      if (badFrames >= mostMalformed) socket.close(malformed, 'Too many malformed frames');
      return;
    }
    badFrames = 0;
    // Frames are handled one after the other, in order.
    working = working.then(() => take(frame)).catch(fail);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => {
    over.abort();
    clearTimeout(silence);
    clearTimeout(lateness);
    clearTimeout(longest);
    clearInterval(renewing);
    const isLeft = line === 'BROWSER' && code === pageLeft;
    if (isLeft) void working.then(keepCutWords).catch(fail).then(hangUp).catch(fail);
    else if (!ending && setting)
      void working.then(keepCutWords).then(keepPlace).then(noteConnected).catch(fail);
  });

  function fail(error: Error) {
    if (error instanceof ConversationClosed) return void checkOver().catch(() => socket.close());
    log.warn({ error, conversationId }, 'a call’s socket failed and is closed');
    // The words were not stored. The phone service reports the closed socket, and the call is resumed.
    socket.close(1011);
  }

  /** Ends a call whose page was left, after its last words are stored. */
  async function hangUp() {
    await settleOver(conversationId, { status: 'CANCELLED', reason: 'CANCELLED' });
  }

  /** What the call itself says, in the subject's language. */
  function words() {
    return callWords[setting?.language ?? 'en'];
  }

  async function take(frame: Frame) {
    if (frame.type === 'setup') return begin(frame);
    if (!setting) return socket.close(1008, 'setup comes first');
    switch (frame.type) {
      case 'prompt':
        return frame.last ? hearWords(frame.voicePrompt) : awaitSpeech(frame.voicePrompt);
      case 'interrupt':
        return cutOff(frame.utteranceUntilInterrupt);
      case 'dtmf':
        return pressKey(frame.digit);
      case 'info':
        return noteInfo(frame);
      case 'error':
        return log.warn({ conversationId }, 'the phone service refused a frame that we sent');
    }
  }

  async function begin({ callSid, accountSid }: Extract<Frame, { type: 'setup' }>) {
    if (setting) return;
    const isForeign = callSid !== providerId || accountSid !== ports.telephony.accountId;
    if (line === 'PROVIDER' && isForeign) return socket.close(1008, 'Another call');
    await noteConnected();
    const picked = await pickUp(conversationId);
    if (picked === 'OVER') return finish('OVER');
    const conversation = await db.conversation.findUniqueOrThrow({
      where: { id: conversationId },
      select: {
        ...{ subjectId: true, startedAt: true },
        subject: {
          select: { preferredName: true, fullName: true, pronouns: true, patienceMs: true, language: true },
        },
      },
    });
    const startedAt = conversation.startedAt ?? clock.now();
    const { subject, subjectId } = conversation;
    setting = { ...subject, subjectId, startedAt, language: languageOf(subject.language) };
    if (socket.readyState === WebSocket.OPEN) {
      // A note that fails is made up for by the next one.
      renewing = setInterval(() => void noteConnected().catch(() => {}), pauses.stillConnectedMs);
    }
    if (await takesDigits(conversationId)) keys = '';
    bus.listen(topics.reply(conversationId), over.signal, (data) => data && speakProgress(data as Progress));
    bus.listen(topics.subject(setting.subjectId), over.signal, () => void checkOver().catch(fail));
    longest = setTimeout(
      () => void goodbye(words().timeIsUp, 'TIME_LIMIT').catch(fail),
      Math.max(0, startedAt.getTime() + pauses.longestMs - clock.now().getTime()),
    );
    await speakLast();
    // While the opening is spoken, nobody waits for it.
    const person = setting;
    if (mayBeSomebodyElse()) setImmediate(() => prepareToHear(person, person.language));
  }

  /** Whether somebody else than the person may have taken the call, because we placed it. */
  function mayBeSomebodyElse(): boolean {
    return line === 'PROVIDER' && !inbound;
  }

  /**
   * Speaks the last answer if it may not have been heard: a first answer that came before the socket, or one that a
   * dropped call cut off.
   */
  async function speakLast() {
    const last = await db.message.findFirst({
      where: { conversationId },
      orderBy: { seq: 'desc' },
      select: { id: true, role: true, text: true, private: true, turnKind: true },
    });
    if (last?.role !== 'assistant' || speaking?.messageId === last.id || cutId === last.id) return;
    await speakAgain(last);
  }

  /** Speaks the last answer again: what was said, if the transcript has a shorter text. */
  async function speakAgain(last: { id: string; private: boolean; text: string; turnKind: string | null }) {
    const wasSaid = spokenRequestAnswer?.messageId === last.id ? spokenRequestAnswer.text : null;
    const isGoodbye = last.turnKind === 'CLOSE';
    const text = wasSaid ?? (isGoodbye ? null : await answerSpokenAgain(conversationId, last.id));
    if (text)
      spokenRequestAnswer = {
        messageId: last.id,
        text,
        isHeard: false,
        isResumed: wasSaid === null || !isAsked(),
      };
    speak({ messageId: last.id, private: last.private }, text ?? last.text, true);
  }

  async function hearWords(spoken: string) {
    const text = spoken.trim();
    saidSoFar = '';
    if (!text || !setting) return;
    clearTimeout(silence);
    clearTimeout(lateness);
    filler = null;
    quietUntil = null;
    const isMore = await belongsToBefore(text);
    toldAt = Date.now();
    for (let at = 0; at < text.length; at += longestUtterance) {
      // A retry has the same id, so that the words are stored once.
      const part = { id: nextId(), text: text.slice(at, at + longestUtterance) };
      const goesOn = await retryOutage(pauses.insistMs, () => hearPart(part, isMore));
      if (!goesOn) return;
    }
  }

  /** Stores what was being said when the socket closed. */
  async function keepCutWords() {
    const text = saidSoFar.trim();
    const context = wordsIn(text) >= fewestCutWords && (await callContext(conversationId));
    if (!context) return;
    const speaker = { kind: 'CALLER', callId: conversationId, phone: null } as const;
    const said = { conversationId, text: `${text.slice(0, longestUtterance - 1)}…`, id: nextId(), speaker };
    await hear({ ...said, pauseMs: setting?.patienceMs || 1_000, cutOff: true }, context);
    await forgetRequest(conversationId);
  }

  /** Notes how much was heard of a story that was read. */
  async function keepPlace() {
    if (!spokenRequestAnswer) return;
    const { messageId, text, isHeard } = spokenRequestAnswer;
    const played = speaking?.messageId === messageId ? heardOf(text, speaking.played) : '';
    const heardWords = wordsIn(isHeard ? text : played);
    if (isHeard) await noteHeardOfWord(conversationId);
    if (heardWords > 0) await noteHeardOfStory(conversationId, heardWords);
  }

  /** Stores words of one message and has them answered. Returns whether the interviewer answers them. */
  async function hearPart({ id, text }: { id: string; text: string }, isMore: boolean): Promise<boolean> {
    const { patienceMs, language } = setting ?? noSetting;
    const context = await callContext(conversationId);
    if (!context) {
      finish('OVER');
      return false;
    }
    const called = mayBeSomebodyElse() ? setting : null;
    const absence = called && readSomebodyElse(text, context.history, called, language);
    const isOther = absence !== null;
    const answer =
      !isOther &&
      text.length < longestUtterance &&
      (await answerCallerRequest({ conversationId, id, text, isUnheard: !isAsked() }));
    if (answer) {
      toldAt = null;
      speakAnswer(answer);
      return false;
    }
    const asked = context.history.findLast(({ role }) => role === 'assistant')?.kind;
    const waits = isMore || soundsUnfinished(text, language) || isOther;
    const { row, heard } = await hear(
      {
        ...{ conversationId, text, id, speaker: { kind: 'CALLER', callId: conversationId, phone: null } },
        ...(waits && { pauseMs: Math.max(patienceMs, 1_000) }),
      },
      context,
    );
    const agrees = asked === 'CONFIRM_RECORDING' && heard.confirmed?.recording === true;
    if (agrees && line === 'PROVIDER' && !isOther) await recordCall(conversationId, row.id);
    // Somebody in danger gets an answer, also where it isn't the person who was called.
    if (!isOther || heard.crisis !== null) {
      const isAnswered = toldAt !== null && isAnswering(toldAt);
      if (settings().callFillers && !waits && !isAnswered)
        lateness = setTimeout(fillWait, pauses.fillerAfterMs);
      return true;
    }
    const { callAnotherTime, notAgain } = words();
    if (called && absence === 'FOR_GOOD') {
      const pause = {
        ...{ conversationId, subjectId: row.subjectId },
        reason: whyForGood(text, called, language),
      };
      const said = await goodbye(notAgain, 'NOT_AGAIN', (tx) => pauseForAnswer(tx, pause));
      // The call was over before the goodbye.
      if (!said) await notePause(pause);
      return false;
    }
    const isRefused = heard.withdraws.includes('CALLS') || heard.intents.includes('STOP_FOR_GOOD');
    const isAgain = !isRefused && (await isCalledAgain(conversationId));
    await goodbye(isAgain ? callAnotherTime(setting?.preferredName ?? '') : notAgain, 'WRONG_PERSON');
    return false;
  }

  /** Whether our last question was asked on this socket; one that is spoken again after a drop must be heard. */
  function isAsked(): boolean {
    return spokenRequestAnswer !== null && (spokenRequestAnswer.isHeard || !spokenRequestAnswer.isResumed);
  }

  /**
   * Whether words belong to the telling before them: they began within the pause that the person's patience allows,
   * and the answer was not heard. An answer that was made is withdrawn, so that the whole telling gets one.
   */
  async function belongsToBefore(text: string): Promise<boolean> {
    const since = toldAt;
    const patienceMs = setting?.patienceMs ?? 0;
    const begunAt = speechAt ?? Date.now() - patienceMs - wordsIn(text) * pauses.wordMs;
    speechAt = null;
    if (since === null || begunAt - since > patienceMs) return false;
    if (isAnswering(since) && speaking?.begun) return false;
    await holdAnswer(conversationId, patienceMs);
    withdrawn = await retryOutage(pauses.insistMs, () => withdrawAnswer(conversationId));
    speaking = null;
    return true;
  }

  /** Whether an answer to the words at this time is being spoken, or about to be. */
  function isAnswering(since: number): boolean {
    return speaking !== null && speaking.sentAt >= since;
  }

  function nextId(): string {
    utterances += 1;
    return `relay:${sessionId}:${utterances}`.slice(0, 64);
  }

  /** Speaks the answer to a request; the transcript stores a shorter text. */
  function speakAnswer({ messageId, spoken, waits }: CallerAnswer) {
    keys = waits?.for === 'TEXT_CODE' ? '' : null;
    spokenRequestAnswer = { messageId, text: spoken, isHeard: false, isResumed: false };
    speak({ messageId, private: false }, spoken, true);
  }

  /** Collects the digits of a code and submits them when there are six. */
  async function enterDigit(digit: string) {
    keys = `${keys ?? ''}${digit}`;
    quietUntil = null;
    waitForSilence();
    if (keys.length < 6) return;
    const text = keys;
    keys = '';
    const answer = await answerCallerRequest({ conversationId, id: nextId(), text });
    if (answer) speakAnswer(answer);
  }

  /** Speaks a filler while an answer is awaited that takes long to be made; the transcript does not contain it. */
  function fillWait() {
    if (ending || speaking) return;
    filler = words().filler;
    isFilling = true;
    send({ type: 'text', token: filler, last: true, preemptible: true });
  }

  /** Spoken words without the filler that was spoken before them. */
  function withoutFiller(spoken: string): string {
    const said = spoken.trimStart();
    if (filler === null || !said.startsWith(filler)) return spoken;
    return said.slice(filler.length);
  }

  /** Somebody speaks, so the silence is over; an answer to what they said just before waits. */
  function awaitSpeech(words: string) {
    saidSoFar = words;
    clearTimeout(lateness);
    speechAt ??= Date.now();
    if (ending) return;
    if (speaking) clearTimeout(silence);
    else waitForSilence();
    const { patienceMs } = setting ?? { patienceMs: 0 };
    const isMore = toldAt !== null && !isAnswering(toldAt) && speechAt - toldAt <= patienceMs;
    if (isMore) void holdAnswer(conversationId, patienceMs).catch(fail);
  }

  async function cutOff(spoken: string) {
    const cut = speaking;
    speaking = null;
    // It may have been a cough, with no words after it.
    if (ending) endWhenSpoken();
    else waitForSilence();
    if (!cut) return;
    cutId = cut.messageId;
    speechAt ??= Date.now();
    const byWords = heardOf(cut.text, withoutFiller(spoken));
    const played = heardOf(cut.text, cut.played);
    const heard = byWords.length >= played.length ? byWords : played;
    if (wordsIn(heard) > barelyHeardWords) toldAt = null;
    if (cut.done && heard.length >= cut.text.trimEnd().length) return;
    await retryOutage(pauses.insistMs, () => keepHeard(conversationId, cut, heard));
  }

  async function pressKey(digit: string) {
    if (keys !== null && /^\d$/.test(digit)) return enterDigit(digit);
    if (digit === '0') {
      await goodbye(words().goodbye(setting?.preferredName ?? ''), 'ASKED_FOR_TODAY');
      return;
    }
    if (digit === '*') {
      const last = await db.message.findFirst({
        where: { conversationId, role: 'assistant' },
        orderBy: { seq: 'desc' },
        select: { id: true, text: true, private: true, turnKind: true },
      });
      speaking = null;
      if (last) await speakAgain(last);
    }
  }

  function noteInfo({ name, value }: Extract<Frame, { type: 'info' }>) {
    if (name === 'agentSpeaking' && value === 'off' && isFilling) {
      isFilling = false;
      return;
    }
    if (name === 'agentSpeaking' && value === 'on' && speaking) speaking.begun = true;
    if (name === 'tokensPlayed' && speaking) {
      const played = withoutFiller(String(value));
      if (isFilling && !played.trim()) return;
      isFilling = false;
      speaking.begun = true;
      speaking.played += played;
      if (speaking.done && heardOf(speaking.text, speaking.played) === speaking.text.trimEnd()) onSpoken();
    }
    if (name === 'agentSpeaking' && value === 'off' && speaking?.done) onSpoken();
  }

  /** Handles that an answer was heard to its end. */
  function onSpoken() {
    if (ending) return close();
    if (spokenRequestAnswer && speaking?.messageId === spokenRequestAnswer.messageId) {
      spokenRequestAnswer.isHeard = true;
    }
    speaking = null;
    toldAt = null;
    waitForSilence();
  }

  /** Waits until nobody has spoken for a while, after an answer that takes `speakingMs` to say. */
  function waitForSilence(speakingMs = 0) {
    if (ending) return;
    clearTimeout(silence);
    const { patienceMs } = setting ?? { patienceMs: 0 };
    const quietMs = quietUntil === null ? 0 : quietUntil - Date.now();
    const afterMs = Math.max(quietMs, pauses.silenceMs + speakingMs) + patienceMs;
    silence = setTimeout(() => void intoSilence().catch(fail), afterMs);
  }

  /**
   * Says one word into a silence, then gives time; a long silence ends with a goodbye. An interviewer who has just said
   * that they wait says nothing more.
   */
  async function intoSilence() {
    if (quietUntil !== null) return void (await goodbye(words().leaveIt, 'SILENCE'));
    quietUntil = Date.now() + pauses.endAfterSilenceMs;
    const last = await db.message.findFirst({
      where: { conversationId },
      orderBy: { seq: 'desc' },
      select: { turnKind: true },
    });
    if (last?.turnKind === 'WAIT') return waitForSilence();
    if (await aside({ text: words().takeYourTime, kind: 'WAIT' })) return;
    // An answer is due, which will be spoken.
    quietUntil = null;
    waitForSilence();
  }

  async function aside(words: Aside, reason: Parameters<typeof sayAside>[2] = null, alongside?: Alongside) {
    const said = await sayAside(conversationId, words, reason, alongside);
    if (said) speak({ messageId: said.messageId, private: false }, said.text, true);
    return said;
  }

  /** Ends the call. Returns null if it was over already. */
  async function goodbye(
    text: string,
    reason: NonNullable<Parameters<typeof sayAside>[2]>,
    alongside?: Alongside,
  ) {
    ending = true;
    const said = await aside({ text, kind: 'CLOSE' }, reason, alongside);
    if (said) endWhenSpoken();
    else finish('OVER');
    return said;
  }

  function speakProgress({ text, done, ...of }: Progress) {
    if (ending || of.messageId === withdrawn) return;
    if (of.messageId !== cutId) speak(of, text, done);
    if (done) void checkOver().catch(fail);
  }

  /** Sends an answer as it grows; an answer that restarts is spoken from its beginning. */
  function speak(of: Spoken, text: string, done: boolean) {
    if (socket.readyState !== WebSocket.OPEN) return;
    const grows = speaking?.messageId === of.messageId && text.startsWith(speaking.sent);
    // It has already been sent completely.
    if (grows && speaking?.done) return;
    const before = grows ? (speaking?.sent ?? '') : '';
    const played = grows ? (speaking?.played ?? '') : '';
    clearTimeout(silence);
    clearTimeout(lateness);
    // The next answer replaces one that is still being spoken, such as a withdrawn one.
    send({ type: 'text', token: text.slice(before.length), last: done, preemptible: true });
    const begun = grows && !!speaking?.begun;
    speaking = { ...of, text, sent: text, played, done, begun, sentAt: Date.now() };
    if (done) waitForSilence(wordsIn(text) * pauses.wordMs);
  }

  /** Ends the call when the conversation has ended for any reason. */
  async function checkOver() {
    if (ending) return;
    const now = await db.conversation.findUnique({
      where: { id: conversationId },
      select: { status: true, endReason: true },
    });
    if (now?.status === 'IN_PROGRESS' || ending) return;
    if (!now || now.endReason === 'ENDED_BY_HAND' || now.endReason === 'HUNG_UP') return finish('OVER');
    // The interviewer's goodbye must be heard first.
    ending = true;
    if (!speaking) await speakLast();
    endWhenSpoken();
  }

  function endWhenSpoken() {
    clearTimeout(silence);
    const words = speaking ? wordsIn(speaking.text) : 0;
    silence = setTimeout(close, pauses.goodbyeMs + words * pauses.wordMs);
  }

  function close() {
    finish('ENDED');
  }

  function finish(why: 'ENDED' | 'OVER') {
    ending = true;
    send({ type: 'end', handoffData: JSON.stringify({ why }) });
    socket.close(1000);
  }

  function send(frame: Say) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  /** Notes that the call has had a socket until now; without one it can be resumed for a while. */
  async function noteConnected() {
    await db.call.updateMany({ where: { conversationId }, data: { connectedAt: clock.now() } });
  }
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
