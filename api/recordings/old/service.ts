import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { mediaFor } from '#api/audiences/policy.ts';
import { isEdtf } from '#api/biography/writing/dates.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { clearable, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill, type SubjectAccess } from '#api/subjects/policy.ts';
import { completeLineTimes, Line, mostCharacters, mostLines, parseLines } from './lines.ts';
import { missingConsents, refusalFor, whyNotSound, whyNotTranscribed } from './policy.ts';
import { alreadyInBook } from './put-into-book.ts';
import { discardDraft } from './removing.ts';
import { workOnOldRecording } from './work.ts';

const keepsakeId = z.string().transform(rowId);

const BeginOldRecording = z.object({
  keepsakeId,
  transcribe: z.boolean(),
  addItself: z.boolean().nullish(),
  happened: clearable(
    z
      .string()
      .trim()
      .max(40, 'must be at most 40 characters')
      .refine(isEdtf, 'is not a date in EDTF, e.g. 1952-22'),
  ).optional(),
});

/**
 * Begins to write down a keepsake with the subject's voice: the transcription service does it, or the family types the
 * words. A second call changes nothing, unless the first failed or transcription is wanted for a draft without words.
 */
export async function beginOldRecording(
  viewer: Viewer,
  input: z.input<typeof BeginOldRecording>,
): Promise<string> {
  const { keepsakeId: id, transcribe, addItself, happened } = parse(BeginOldRecording, input);
  if (transcribe && !ports.transcription)
    throw new WrongState('No transcription service is set up here: type along while you listen');
  return transaction(async (tx) => {
    const { media, subjectId, preferredName } = await keepsakeAt(tx, viewer, id);
    const problem = transcribe && (await whyNotTranscribed(tx, { id: subjectId, preferredName }));
    if (problem) throw new ConsentMissing('AI_WRITING', problem);
    const { oldRecording: known } = media;
    if (known?.status === 'IN_BOOK') throw new WrongState(alreadyInBook);
    if (happened !== undefined) await tx.media.update({ where: { id }, data: { happened } });
    if (known && !startsAgain(known, transcribe)) return id;
    if (known) await discardDraft(tx, known.id);
    const begun = await tx.oldRecording.create({
      data: {
        ...{ subjectId, mediaId: id, begunById: viewer.userId },
        ...{ transcribes: transcribe, addsItself: transcribe && !!addItself },
      },
    });
    await enqueue(tx, workOnOldRecording, { id: begun.id }, { subjectId });
    return id;
  });
}

type StoredOldRecording = NonNullable<
  Prisma.MediaGetPayload<{ include: { oldRecording: true } }>['oldRecording']
>;

function startsAgain({ status, lines }: StoredOldRecording, transcribe: boolean): boolean {
  const isEmpty = parseLines(lines).every(({ text }) => text.trim() === '');
  return status === 'FAILED' || (status === 'DRAFT' && transcribe && isEmpty);
}

const SaveOldRecording = z.object({
  keepsakeId,
  version: z.int().min(0),
  lines: z
    .array(Line.extend({ endMs: Line.shape.endMs.optional().transform((endMs) => endMs ?? null) }))
    .max(mostLines, `must be at most ${mostLines}`)
    .refine(
      (lines) => lines.every(({ startMs }, at) => at === 0 || startMs >= (lines[at - 1]?.startMs ?? 0)),
      'must be in the order of their times',
    )
    .refine(
      (lines) => lines.reduce((sum, { text }) => sum + text.length, 0) <= mostCharacters,
      `must be at most ${mostCharacters} characters together`,
    ),
});

/** Stores the lines of a draft. `version` is the version that they are based on; a newer one is not overwritten. */
export async function saveOldRecording(
  viewer: Viewer,
  input: z.input<typeof SaveOldRecording>,
): Promise<string> {
  const { keepsakeId: id, version, lines } = parse(SaveOldRecording, input);
  return transaction(async (tx) => {
    const { draft } = await draftAt(tx, viewer, id);
    if (draft.transcribes && draft.status !== 'DRAFT')
      throw new WrongState('The words are still being written down');
    if (draft.version !== version)
      throw new WrongState('Somebody else has changed it meanwhile: load it again');
    await tx.oldRecording.update({
      where: { id: draft.id },
      data: { lines, version: { increment: 1 }, problem: null },
    });
    return id;
  });
}

/** Queues the making of a conversation from the words of a draft. */
export async function putOldRecordingIntoBook(viewer: Viewer, id: string): Promise<string> {
  return transaction(async (tx) => {
    const { draft, subjectId } = await draftAt(tx, viewer, rowId(id));
    if (draft.status === 'ADDING') throw new WrongState('It is being put into the book');
    if (draft.status !== 'DRAFT' || draft.durationMs === null)
      throw new WrongState('The sound is still being read: try again in a moment');
    if (!completeLineTimes(parseLines(draft.lines), draft.durationMs).some(({ someoneElse }) => !someoneElse))
      throw new InvalidInput([{ path: 'lines', message: 'must have words of the person themself' }]);
    await tx.oldRecording.update({
      where: { id: draft.id },
      data: { status: 'ADDING', begunById: viewer.userId, tries: 0, problem: null },
    });
    await enqueue(tx, workOnOldRecording, { id: draft.id }, { subjectId });
    return rowId(id);
  });
}

/** Deletes the draft of a recording that is not in the book; the keepsake stays. */
export async function discardOldRecording(viewer: Viewer, id: string): Promise<string> {
  return transaction(async (tx) => {
    const { media } = await keepsakeAt(tx, viewer, rowId(id), { forRemoval: true });
    const { oldRecording: known } = media;
    if (known?.status === 'IN_BOOK' || known?.status === 'ADDING') throw new WrongState(alreadyInBook);
    if (known) await discardDraft(tx, known.id);
    return rowId(id);
  });
}

async function draftAt(tx: Tx, viewer: Viewer, id: string) {
  const { media, subjectId } = await keepsakeAt(tx, viewer, id);
  const { oldRecording: draft } = media;
  if (!draft) throw new WrongState('Nobody has begun to write it down');
  if (draft.status === 'IN_BOOK') throw new WrongState(alreadyInBook);
  return { draft, subjectId };
}

/** Locks the subject and returns a recording that may be put into the book. */
async function keepsakeAt(tx: Tx, viewer: Viewer, id: string, { forRemoval = false } = {}) {
  const found = await tx.media.findUnique({ where: { id }, select: { subjectId: true } });
  if (!found) throw new NotFound('Keepsake', ['keepsakeId']);
  const { subjectId } = found;
  const subject = await lockSubject(tx, subjectId);
  const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
  const media = await tx.media.findFirst({
    where: { AND: [{ id, photoOf: { is: null }, deletedAt: null }, mediaFor(subjectAccess)] },
    include: { oldRecording: true },
  });
  if (!subject || !media) throw new NotFound('Keepsake', ['keepsakeId']);
  const { preferredName } = subject;
  if (forRemoval) return { media, subjectId, preferredName };
  const problem = whyNotSound({ ...media, isLimited: await isLimited(tx, subjectAccess, id) });
  if (problem) throw new WrongState(problem);
  const [missing] = await missingConsents(tx, subjectId, subjectAccess);
  if (missing) throw new ConsentMissing(missing, refusalFor(missing, preferredName));
  return { media, subjectId, preferredName };
}

/** Whether only some of the family may see a keepsake. */
export async function isLimited(tx: Tx, subjectAccess: SubjectAccess, id: string): Promise<boolean> {
  const open = { AND: [{ id }, mediaFor({ ...subjectAccess, reach: 'OPEN' })] };
  return (await tx.media.count({ where: open })) === 0;
}
