import { acknowledgement, fresh } from './acknowledge.ts';
import { announcedBy } from './announced.ts';
import { askedSentences, askingPart, isRepeated } from './asked.ts';
import { hearingOf } from './hearing-of.ts';
import { fetchesPerson } from './intents/confirming.ts';
import { onlySaysHowTheyAre } from './intents/how-they-are.ts';
import type { Interviewer, TurnDraft, TurnPlan } from './interviewer.ts';
import { planTurn } from './plan.ts';
import type { TurnRequest } from './request.ts';
import { speechOf } from './speech-of.ts';
import { touchesAvoided } from './themes.ts';
import { MAX_WORDS, sentencesOf, wordCount } from './words.ts';

/**
 * Joins the parts in order. When they exceed the word limit, the dispensable ones are left out in the
 * listed order.
 */
function fitParts(parts: (string | null)[], dispensable: number[]): string {
  const remaining: (string | null)[] = [...parts];
  const size = () => remaining.reduce((sum, part) => sum + (part ? wordCount(part) : 0), 0);
  for (const index of dispensable) if (size() > MAX_WORDS) remaining[index] = null;
  return remaining.filter(Boolean).join(' ');
}

/**
 * Asks whether the call may be recorded. As the first words of a call, and to a person who was fetched, also says who is
 * calling; after an answer that said how the person is, thanks them for it.
 */
function askToRecord(request: TurnRequest): string {
  const { greeting, says } = speechOf(request.subject.language);
  const last = request.history.at(-1);
  const thanks =
    last?.text && onlySaysHowTheyAre(last.text, hearingOf(request.subject.language))
      ? says.thanksForSaying
      : null;
  const isFirst = !last || isFetched(request);
  return fitParts([isFirst ? greeting(request).short : thanks, says.mayRecord, says.bothAreFine], [2]);
}

/** Whether somebody else answered, and we waited while they went to get the person. */
function isFetched({ history, subject }: TurnRequest): boolean {
  const waited = history.findLastIndex(({ role }) => role === 'assistant');
  const before = history.slice(0, Math.max(0, waited)).findLast(({ role }) => role === 'user');
  return history[waited]?.kind === 'WAIT' && fetchesPerson(before?.text ?? '', hearingOf(subject.language));
}

/**
 * The reply to an answer about the recording, which says whether the call is recorded from now on; empty where no
 * answer was given and the recording goes on. Null unless that was asked just before.
 */
function recordingReply({ heard, history, subject }: TurnRequest, { ask, kind }: TurnPlan): string | null {
  const { says } = speechOf(subject.language);
  const asked = history.at(-2)?.kind;
  if (asked === 'CONFIRM_RECORDING') return heard?.confirmed?.recording ? says.recording : says.notRecording;
  if (asked !== 'CONFIRM_BY_VOICE') return null;
  if (heard?.confirmed?.voice === undefined) return kind === 'ASK' && ask ? '' : null;
  return heard.confirmed.voice ? says.thankYou : says.notRecording;
}

function opening(plan: TurnPlan, request: TurnRequest): string {
  const { greeting, family, says } = speechOf(request.subject.language);
  const { long, short, memory } = greeting(request);
  if (!plan.ask) {
    const askedBy = announcedBy(request, MAX_WORDS - wordCount(short));
    if (!askedBy) return fitParts([long, memory, says.listening], [1]);
    const options = family.announcement(askedBy).flatMap((said) => [`${long} ${said}`, `${short} ${said}`]);
    return options.find((option) => wordCount(option) <= MAX_WORDS) ?? `${short} ${says.listening}`;
  }
  const { lead, text } = plan.ask;
  const full = [long, memory, lead, text].filter(Boolean).join(' ');
  if (wordCount(full) <= MAX_WORDS) return full;
  const options = [
    [short, memory, lead, text],
    [short, memory, text],
    [long, lead, text],
    [long, text],
    [short, lead, text],
  ].map((parts) => parts.filter(Boolean).join(' '));
  return options.find((option) => wordCount(option) <= MAX_WORDS) ?? `${short} ${text}`;
}

/** Reminds a person who has lost the thread of what they told just before, if it can be named. */
function lostThreadReminder(request: TurnRequest): string | null {
  const { language, people, avoidedThemes } = request.subject;
  const { hasLostThread, isHard } = hearingOf(language);
  const { topicsIn, says } = speechOf(language);
  if (!hasLostThread(request.history.at(-1)?.text ?? '')) return null;
  const before = request.history
    .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
    .slice(-3, -1);
  const topic = before
    .reverse()
    .filter((turn) => !isHard(turn.text ?? ''))
    .flatMap((turn) => topicsIn(turn.text ?? '', people))
    .find(({ text, hearsay }) => !hearsay && !touchesAvoided(avoidedThemes, text, [], language));
  return topic ? says.toldBefore(topic.text) : null;
}

/** Repeats the question as a statement, so that nothing is asked twice and nobody feels tested. */
function repeatQuestion(request: TurnRequest): string {
  const { says } = speechOf(request.subject.language);
  const asked = request.history.findLast(
    (turn) =>
      turn.role === 'assistant' && (turn.kind === 'OPEN' || turn.kind === 'ASK' || turn.kind === 'FOLLOW_UP'),
  );
  const sentences = sentencesOf(asked?.text ?? '');
  const before = sentences.at(-2) ?? '';
  const scene = says.setsScene.test(before) ? `${before} ` : '';
  const question = scene + askingPart(asked?.text ?? '');
  const lost = lostThreadReminder(request);
  if (lost) return `${lost} ${says.goOnFromThere}`;
  const again = request.heard === null ? says.thereAgain : says.ofCourse;
  const count = request.history.filter((turn) => turn.kind === 'REPEAT').length;
  if (!question || count > 1) return `${again} ${says.noRightAnswer}`;
  return fitParts([again, says.repeat(question, count === 0), says.takeYourTime], [2, 0]);
}

function asksForTime({ heard, history, subject }: TurnRequest): boolean {
  const words = history.at(-1)?.text ?? '';
  return !!heard?.intents.includes('PAUSE') || hearingOf(subject.language).asksForAMoment(words);
}

/** The built-in interviewer's words for a plan: at most 25 words, at most one question. */
export function wordTurn(plan: TurnPlan, request: TurnRequest): string {
  const asked = askedSentences(request);
  const used = (text: string) => isRepeated(text, asked);
  const speech = speechOf(request.subject.language);
  const { says } = speech;
  switch (plan.kind) {
    case 'OPEN':
      return opening(plan, request);
    case 'CRISIS':
      return fitParts(speech.crisisWords(plan, request), [0, 2]);
    case 'COMFORT':
      return fitParts(speech.comfortWords(request, used), [0]);
    case 'CONFIRM_STOP':
      return fitParts([says.named(request.subject.preferredName), speech.confirmStop(used)], [0]);
    case 'CONFIRM_PRIVATE':
      return says.confirmPrivate;
    case 'CONFIRM_AUDIENCE':
      return says.confirmAudience;
    case 'CONFIRM_SAFE':
      return says.confirmSafe;
    case 'CONFIRM_WITHDRAWAL':
      return speech.confirmWithdrawal(request);
    case 'CONFIRM_RECORDING':
      return askToRecord(request);
    case 'CONFIRM_BY_VOICE':
      return says.yesByVoice;
    case 'REASSURE':
      return fitParts(
        [speech.reassurance(request, speech.onWhoseBehalf(request)), fresh(request, says.goOn, 'on')],
        [1],
      );
    case 'WAIT':
      // Somebody who asked for a moment is waited for; anybody else is invited to go on.
      return fresh(request, asksForTime(request) ? says.waiting : says.goOn, 'wait');
    case 'REPEAT':
      return repeatQuestion(request);
    case 'CLOSE': {
      const { thanks, recall, next, bye } = speech.farewell(plan, request);
      return fitParts([thanks, recall, next, bye], [1, 0]);
    }
    default: {
      const ask = plan.ask;
      const recorded = recordingReply(request, plan);
      if (recorded !== null) {
        const rights = request.conversation.number === 1 ? says.rights : null;
        return fitParts([recorded, rights, ask?.lead ?? null, ask?.text ?? null], [2, 1]);
      }
      // After something hard, no bridging sentence leads to the next question.
      const { isHard } = hearingOf(request.subject.language);
      const hard = isHard((request.history.at(-1)?.text ?? '').slice(-400));
      return fitParts(
        [acknowledgement(plan, request), hard ? null : (ask?.lead ?? null), ask?.text ?? null],
        speech.promiseOf(request)
          ? [1]
          : request.heard?.privateScope || request.heard?.theme
            ? [1, 0]
            : [0, 1],
      );
    }
  }
}

/** The finished draft of a plan in the built-in interviewer's words. */
export function builtInDraft(plan: TurnPlan, request: TurnRequest): TurnDraft {
  return {
    text: wordTurn(plan, request),
    done: true,
    questionKey: plan.ask?.questionKey ?? null,
    requestId: plan.ask?.requestId ?? null,
    plan,
    by: 'built-in',
  };
}

/**
 * The interviewer that needs no network. A fresh install uses it, and every other interviewer falls back to
 * it.
 */
export function builtInInterviewer(draft: DraftTurn = draftHere): Interviewer {
  return {
    name: 'built-in',
    async *answer(request, signal) {
      if (!signal.aborted) yield await draft(request, signal);
    },
  };
}

/** Plans the turn that every back end follows, and drafts it in the built-in interviewer's words. */
export type DraftTurn = (request: TurnRequest, signal: AbortSignal) => Promise<TurnDraft>;

export async function draftHere(request: TurnRequest): Promise<TurnDraft> {
  return builtInDraft(planTurn(request), request);
}
