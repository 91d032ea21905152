import type { z } from 'zod';
import { voiceOf } from '#api/calls/service/voices.ts';
import { askByText, takeTextsBack } from '#api/consent/asking.ts';
import { covers, type LockedSubject, lockSubject, newestConsents, statusWith } from '#api/consent/ledger.ts';
import { endLive, takeTurnsAt } from '#api/conversations/service/end.ts';
import { openKeptWords } from '#api/conversations/service/open-said-audiences.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { SubjectStatus } from '#api/generated/prisma/enums.ts';
import { livingPeopleChosen, membersChanged } from '#api/people/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { zoneOfPhone } from '#api/platform/domain-values/phone.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { updateQuestionsWithPeople } from '#api/questions/service.ts';
import { whyNoTexts } from '#api/texts/service/why.ts';
import { type CallTime, clockTime } from './calls.ts';
import { changeCodeWord } from './code-word.ts';
import { CreateSubject, type LivingColumns, livingColumns, saidFields, UpdateSubject } from './details.ts';
import { abilityToChange, mustStill } from './policy.ts';

/** How many subjects one user may own. */
export const ownedSubjectsLimit = 25;

/**
 * Creates a subject: the caller owns it, and its twelve chapters are empty. With `isSelf` it is about the caller, which
 * is possible once per account.
 */
export async function createSubject(viewer: Viewer, input: z.input<typeof CreateSubject>) {
  const details = parse(CreateSubject, input);
  return transaction((tx) => addSubject(tx, viewer, details));
}

/** The same in the caller's transaction, with an optional cloth. */
export async function addSubject(
  tx: Tx,
  viewer: Viewer,
  details: z.output<typeof CreateSubject> & { cloth?: string },
) {
  const { relationship, isSelf, preferredName, timeZone, language, ...data } = details;
  await roomForOneMore(tx, viewer.userId);
  if (isSelf && (await tx.subject.count({ where: { selfUserId: viewer.userId } }))) {
    throw new WrongState('You have a book of your own already', ['isSelf']);
  }
  const subject = await tx.subject.create({
    data: {
      ...data,
      ...(timeZone ? { timeZone } : unsaidZone(data.phone)),
      ...(language && { language }),
      preferredName: preferredName ?? data.fullName.split(/\s/)[0] ?? data.fullName,
      status: data.phone ? 'AWAITING_CONSENT' : 'DRAFT',
      selfUserId: isSelf ? viewer.userId : null,
      members: { create: { userId: viewer.userId, role: 'OWNER', relationship } },
      chapters: { create: CHAPTERS.map(({ key, title }, position) => ({ key, title, position })) },
    },
    select: phoneParts,
  });
  await withPhone(tx, viewer, subject);
  return { id: subject.id };
}

const phoneParts = {
  ...{ id: true, phone: true, preferredName: true, timeZone: true, timeZoneSaid: true },
  ...{ selfUserId: true, status: true, language: true },
} as const;

type PhoneParts = Prisma.SubjectGetPayload<{ select: typeof phoneParts }>;

/** Applies a newly entered phone: if its holder has not agreed for this subject, they are asked once. */
async function withPhone(tx: Tx, viewer: Viewer, subject: PhoneParts) {
  const { id, phone, status } = subject;
  if (!phone) return;
  const settled = await settledStatus(tx, { id, phone, status });
  if (settled !== status) await tx.subject.update({ where: { id }, data: { status: settled } });
  await askByText(tx, viewer, { ...subject, phone });
}

/**
 * Refuses a user who owns the maximum of subjects. The user is locked until the commit, so that concurrent calls are
 * counted in turn, and always before any subject.
 */
export async function roomForOneMore(tx: Tx, userId: string, { own = true } = {}) {
  await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
  if (await ownsAsManyAsOneMay(tx, userId)) {
    const message = `${own ? 'You' : 'They'} can own at most ${ownedSubjectsLimit} books`;
    throw new LimitReached(message, ownedSubjectsLimit);
  }
}

/**
 * Whether a user owns the maximum of subjects, or would with `more` of them; lock the user first if the answer must
 * last.
 */
export async function ownsAsManyAsOneMay(tx: Tx, userId: string, more = 0): Promise<boolean> {
  const where = { userId, role: 'OWNER', subject: { deletedAt: null } } as const;
  return (await tx.membership.count({ where })) + more >= ownedSubjectsLimit;
}

/**
 * Changes the given fields, all or none. A new phone starts without consents, because those of the old phone don't
 * cover it. MEMORIAL is final. A code word takes a recent confirmation of identity: throws `ProofNeeded`.
 */
export async function updateSubject(viewer: Viewer, input: { id: string; [field: string]: unknown }) {
  const said = saidFields(input);
  const { id, relationship, callTimes, status, avoidedThemesBefore, codeWord, livingForViewers, ...data } =
    parse(UpdateSubject, said);
  return transaction(async (tx, wake) => {
    if (status === 'MEMORIAL') await takeTurnsAt(tx, [id]);
    const subject = await lockSubject(tx, id);
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['id']);
    const subjectAccess = await mustStill(tx, viewer, abilityToChange(said), id);
    if (codeWord !== undefined) await changeCodeWord(tx, viewer, id, codeWord);
    if (data.voice) await mustBeOffered(tx, id, data.voice);
    if (data.scheduledBy === 'SMS') {
      const problem = await whyNoTexts(tx, id);
      if (problem) throw new WrongState(problem.message, ['scheduledBy']);
    }
    if (callTimes || data.hoursFrom !== undefined || data.hoursUntil !== undefined) {
      await mustBeWithinHours(tx, id, { ...data, callTimes });
    }
    const phone = data.phone === undefined ? subject.phone : data.phone;
    // A user who can't see the themes can add to them, but not remove any.
    const before = subjectAccess.can('READ_TRANSCRIPTS') ? avoidedThemesBefore : [];
    if (data.avoidedThemes && before) {
      const kept = await tx.subject.findUniqueOrThrow({ where: { id }, select: { avoidedThemes: true } });
      data.avoidedThemes = changedSince(kept.avoidedThemes, before, data.avoidedThemes);
    }
    const isMoved = phone !== null && phone !== subject.phone;
    const wanted = status ?? (isMoved && (await isWrongNumber(tx, id)) ? 'ACTIVE' : undefined);
    const changed = wanted === undefined ? subject.status : changeStatus(subject.status, wanted);
    const living = livingColumns({ livingForViewers, ...data });
    const isLivingChanged = await isChoiceOfLivingNew(tx, id, living);
    const updated = await tx.subject.update({
      where: { id },
      select: phoneParts,
      data: {
        ...data,
        ...living,
        ...(phone !== subject.phone && { phoneSince: clock.now() }),
        ...(data.timeZone
          ? { timeZoneSaid: true }
          : phone !== subject.phone && !(await isZoneSaid(tx, id)) && unsaidZone(phone)),
        status: await settledStatus(tx, { id, phone, status: changed }),
        ...((changed !== 'PAUSED' || status === 'PAUSED') && { pausedBecause: null }),
        ...(callTimes && { callTimes: { deleteMany: {}, create: callTimes } }),
      },
    });
    if (living.viewersSeeLiving !== undefined) await updateQuestionsWithPeople(tx, id);
    if (isLivingChanged) await livingPeopleChosen(tx, wake, id);
    await textsFollow(tx, viewer, subject, updated);
    if (updated.status === 'MEMORIAL' && subject.status !== 'MEMORIAL') {
      await endLive(tx, wake, id);
      await enqueue(tx, openKeptWords, { died: id }, { subjectId: id });
    }
    if (relationship !== undefined) {
      await tx.membership.updateMany({
        where: { subjectId: id, userId: viewer.userId },
        data: { relationship },
      });
      await membersChanged(tx, wake, id);
    }
    return { id };
  });
}

/** Whether these columns say anything else of living people than the subject's now. */
async function isChoiceOfLivingNew(tx: Tx, id: string, columns: Partial<LivingColumns>): Promise<boolean> {
  const chosen = Object.entries(columns);
  if (!chosen.length) return false;
  const select = { viewersSeeLiving: true, viewersSeeLivingDates: true };
  const now = await tx.subject.findUniqueOrThrow({ where: { id }, select });
  return chosen.some(([column, value]) => value !== now[column as keyof LivingColumns]);
}

/**
 * The scheduled times are within the subject's hours. The two can be changed together, and narrower hours are refused
 * while a time is outside of them.
 */
async function mustBeWithinHours(
  tx: Tx,
  id: string,
  said: {
    hoursFrom?: number | undefined;
    hoursUntil?: number | undefined;
    callTimes?: readonly CallTime[] | undefined;
  },
): Promise<void> {
  const kept = await tx.subject.findUniqueOrThrow({ where: { id }, include: { callTimes: true } });
  const { hoursFrom = kept.hoursFrom, hoursUntil = kept.hoursUntil, callTimes = kept.callTimes } = said;
  if (hoursUntil - hoursFrom < 60) {
    const message = 'must be at least an hour after the beginning';
    throw new InvalidInput([{ path: 'hoursUntil', message }]);
  }
  const at = callTimes.findIndex(({ minute }) => minute < hoursFrom || minute >= hoursUntil);
  if (at < 0) return;
  const message = `must be from ${clockTime(hoursFrom)} to before ${clockTime(hoursUntil)}`;
  throw new InvalidInput([{ path: `callTimes.${at}.time`, message }]);
}

/** Only a voice that calls of the subject can have is chosen. */
async function mustBeOffered(tx: Tx, id: string, voice: string): Promise<void> {
  const { language } = await tx.subject.findUniqueOrThrow({ where: { id }, select: { language: true } });
  if (voiceOf({ language, voice })) return;
  throw new InvalidInput([{ path: 'voice', message: 'is not one of the voices that calls can have here' }]);
}

/** The default zone of a subject, taken from its phone if possible. */
function unsaidZone(phone: string | null | undefined): { timeZone?: string; timeZoneSaid: false } {
  const timeZone = phone && zoneOfPhone(phone);
  return { ...(timeZone && { timeZone }), timeZoneSaid: false };
}

async function isZoneSaid(tx: Tx, id: string): Promise<boolean> {
  return (await tx.subject.findUniqueOrThrow({ where: { id }, select: { timeZoneSaid: true } })).timeZoneSaid;
}

/**
 * Cancels waiting texts after a change of phone or the end of texts, and asks a person who can be texted from now on.
 */
async function textsFollow(tx: Tx, viewer: Viewer, before: LockedSubject, now: PhoneParts) {
  const texted = ({ status }: { status: SubjectStatus }) => status !== 'PAUSED' && status !== 'MEMORIAL';
  const { id, phone } = now;
  const moved = phone !== before.phone;
  if (!moved && texted(now) === texted(before)) return;
  if (before.phone) await takeTextsBack(tx, id, before.phone);
  if (phone && texted(now)) await askByText(tx, viewer, { ...now, phone });
}

/** Merges a changed list with the additions and removals by others since `before`. */
function changedSince(now: readonly string[], before: readonly string[], wanted: readonly string[]) {
  const added = now.filter((each) => !before.includes(each));
  const taken = before.filter((each) => !now.includes(each));
  return [...new Set([...added, ...wanted.filter((each) => !taken.includes(each))])];
}

/** Whether the book is paused because somebody who answered a call said that the number is wrong. */
async function isWrongNumber(tx: Tx, id: string): Promise<boolean> {
  return (await tx.subject.count({ where: { id, status: 'PAUSED', pausedBecause: 'WRONG_NUMBER' } })) > 0;
}

function changeStatus(from: SubjectStatus, to: 'ACTIVE' | 'PAUSED' | 'MEMORIAL'): SubjectStatus {
  if (from === to || to === 'MEMORIAL') return to;
  if (from === 'ACTIVE' && to === 'PAUSED') return to;
  if (from === 'PAUSED' && to === 'ACTIVE') return to;
  // A subject that waits for consent continues only by that consent.
  throw new WrongState(`${from} can not become ${to}`, ['status']);
}

/** The status that fits the current phone and consents. */
export async function settledStatus(
  tx: Tx,
  { id, phone, status }: { id: string; phone: string | null; status: SubjectStatus },
): Promise<SubjectStatus> {
  const consents = await newestConsents(id, tx);
  const given = consents.some(({ kind }) => covers(consents, kind, phone));
  const settled = statusWith(status, given);
  return settled === 'DRAFT' && phone ? 'AWAITING_CONSENT' : settled;
}
