import { ports } from '#api/adapters/ports.ts';
import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { findingsOf, type OpenFinding, stillOpen } from '#api/biography/service/open-findings.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { openingRequest } from '#api/conversations/engine/imagined-request.ts';
import { askAboutFinding } from '#api/conversations/interviewer/ask-about-finding.ts';
import type { Ask } from '#api/conversations/interviewer/interviewer.ts';
import { plannedQuestions } from '#api/conversations/interviewer/plan.ts';
import type { TurnRequest } from '#api/conversations/interviewer/request.ts';
import { MAX_WORDS } from '#api/conversations/interviewer/words.ts';
import { db } from '#api/platform/database/database.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { leaveOut, leftOutForGood, order, putBack } from '#api/questions/own-questions.ts';
import { type SubjectAccess, subjectAccessAt } from '#api/subjects/policy.ts';

/** A question that the interviewer chose itself, and why. */
export type OwnQuestion = { key: string; text: string; reason: string };

const mostShown = 3;

/**
 * The interviewer's own next questions in the order in which the next conversation asks them, as far as its answers don't
 * lead elsewhere. The first is asked exactly so, after the family's waiting ones. Contains nothing private.
 */
export async function ownQuestions(subjectId: string): Promise<OwnQuestion[]> {
  const request = await nextRequest(subjectId);
  if (!request) return [];
  return plannedQuestions(request, mostShown).flatMap((ask) => {
    const { questionKey: key, text } = ask;
    return key && ask.from !== 'REQUEST' ? [{ key, text, reason: reasonFor(ask, request) }] : [];
  });
}

/** The request with which the next conversation begins: a call or text as scheduled, else a talk in the browser. */
async function nextRequest(subjectId: string): Promise<TurnRequest | null> {
  const [request, subject] = await Promise.all([
    openingRequest(subjectId, null),
    db.subject.findUnique({
      where: { id: subjectId },
      select: { scheduledBy: true, phone: true, selfUserId: true },
    }),
  ]);
  if (!request || !subject) return null;
  const { scheduledBy, phone, selfUserId } = subject;
  const isPlaced = scheduledBy === 'SMS' ? ports.sms.isConnected : ports.telephony.dials;
  if (!isPlaced || !phone) {
    const isSelf = selfUserId !== null;
    return {
      ...request,
      subject: { ...request.subject, isSelf, onBehalfOf: isSelf ? null : request.subject.onBehalfOf },
      conversation: { ...request.conversation, channel: 'WEB' },
    };
  }
  const asksToRecord = scheduledBy === 'PHONE' && (await hasConsent(db, subjectId, 'RECORDING', phone));
  const channel = scheduledBy === 'SMS' ? 'SMS' : 'PHONE';
  return { ...request, conversation: { ...request.conversation, channel, asksToRecord } };
}

function reasonFor({ questionKey, chapter }: Ask, { bank, told }: TurnRequest): string {
  if (!chapter)
    return findingReasons[(questionKey ?? '').split(':', 1)[0] ?? ''] ?? 'Something in the stories is open.';
  const title = CHAPTERS.find(({ key }) => key === chapter)?.title ?? chapter;
  const count = told.chapters[chapter] ?? 0;
  const stories = count === 0 ? 'no story' : count === 1 ? 'one story' : `${count} stories`;
  const why = bank.find(({ key }) => key === questionKey)?.reason;
  return `“${title}” has ${stories} so far.${why ? ` Evertold asks because ${why}.` : ''}`;
}

const findingReasons: Record<string, string> = {
  gap: 'No story tells of these years yet.',
  twice: 'It was told with two different dates.',
  unsettled: 'A correction was not understood.',
};

/**
 * Of the interviewer's own questions those that somebody may see: where an audience keeps words from them, none about
 * what is open in the stories.
 */
export async function seenBy<Q extends { key: string }>(
  subjectAccess: SubjectAccess,
  questions: readonly Q[],
): Promise<Q[]> {
  const { messageIds } = await wordsKeptFrom([subjectAccess]);
  return questions.filter(({ key }) => !messageIds.size || !((key.split(':', 1)[0] ?? '') in findingReasons));
}

/** The questions that the family removed for good, the latest first; those that can't be asked any more are left out. */
export async function removedOwnQuestions(subjectId: string): Promise<{ key: string; text: string }[]> {
  const keys = await leftOutForGood(subjectId);
  if (!keys.length) return [];
  const texts = await ownTexts(subjectId);
  return keys.flatMap((key) => {
    const text = texts.get(key);
    return text ? [{ key, text }] : [];
  });
}

/** The texts of all questions that the interviewer may ask this subject of its own accord, by key. */
async function ownTexts(subjectId: string): Promise<Map<string, string>> {
  const [request, findings] = await Promise.all([
    openingRequest(subjectId, null),
    findingsOf(subjectId).then((found) => stillOpen(subjectId, found, [])),
  ]);
  const ofFinding = (finding: OpenFinding) =>
    askAboutFinding(finding, MAX_WORDS, request?.subject.language)?.text ?? '';
  return new Map([
    ...(request?.bank ?? []).map(({ key, text }) => [key, text] as const),
    ...findings.map((finding) => [finding.key, ofFinding(finding)] as const),
  ]);
}

/** The same, of those questions that the viewer may see. */
async function textsSeenBy(viewer: Viewer, subjectId: string): Promise<Map<string, string>> {
  const questions = [...(await ownTexts(subjectId))].map(([key, text]) => ({ key, text }));
  const seen = await seenBy(await subjectAccessAt(viewer, subjectId), questions);
  return new Map(seen.map(({ key, text }) => [key, text]));
}

/**
 * Leaves one of the interviewer's own questions out of the next conversation, so that it asks something else, or out of
 * all. Throws `NotFound` for a key that is none of its questions to this subject
 * that the viewer may see.
 */
export async function leaveOutQuestion(
  viewer: Viewer,
  { subjectId, key, forGood }: { subjectId: string; key: string; forGood: boolean },
): Promise<void> {
  if (!(await textsSeenBy(viewer, subjectId)).has(key)) throw new NotFound('Question', ['key']);
  await leaveOut(viewer, subjectId, key, forGood);
}

export async function putBackQuestion(
  viewer: Viewer,
  { subjectId, key }: { subjectId: string; key: string },
): Promise<void> {
  if (!(await textsSeenBy(viewer, subjectId)).has(key)) throw new NotFound('Question', ['key']);
  await putBack(viewer, subjectId, key);
}

/**
 * Has the interviewer ask these of its own questions before its others, in this order. Refuses an order that the next
 * conversation could not keep.
 */
export async function orderOwnQuestions(
  viewer: Viewer,
  { subjectId, keys }: { subjectId: string; keys: string[] },
): Promise<void> {
  if (!keys.length || keys.length > mostShown)
    throw new InvalidInput([{ path: 'keys', message: `must name 1 to ${mostShown} questions` }]);
  if (new Set(keys).size < keys.length)
    throw new InvalidInput([{ path: 'keys', message: 'must name each question once' }]);
  const texts = await textsSeenBy(viewer, subjectId);
  if (!keys.every((key) => texts.has(key))) throw new NotFound('Question', ['keys']);
  const request = await nextRequest(subjectId);
  const planned = request
    ? plannedQuestions({ ...request, told: { ...request.told, orderedKeys: keys } }, mostShown)
    : [];
  const own = planned.flatMap(({ questionKey, from }) =>
    questionKey && from !== 'REQUEST' ? [questionKey] : [],
  );
  const misplaced = keys.find((key, at) => own[at] !== key);
  if (misplaced)
    throw new WrongState(`“${texts.get(misplaced)}” can’t come at this place in the next conversation`, [
      'keys',
    ]);
  await order(viewer, subjectId, keys);
}
