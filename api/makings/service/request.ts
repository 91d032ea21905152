import { z } from 'zod';
import { bookWords } from '#api/biography/book-words.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { MakingKind } from '#api/generated/prisma/enums.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { Forbidden, InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { mustStill, type SubjectAccess } from '#api/subjects/policy.ts';
import { countPrintable, readCover } from '../content/read-cards.ts';
import { joinable, mostHighlightMs, readHighlight } from '../content/read-highlight.ts';
import { MakingRequest } from '../content/request.ts';
import { MakingInHand, NothingToPrint } from '../errors.ts';
import { makingsMake } from '../jobs.ts';
import { abilityFor, mayPrintCodes } from '../policy.ts';

const Make = MakingRequest.extend({
  subjectId: z.string(),
  kind: z.enum(['BOOK_PDF', 'BOOK_EPUB', 'QUOTE_CARD', 'HIGHLIGHT']),
});

/** Requests a book, a quote card or a highlight from the published stories; returns its id. */
export async function makeFromStories(viewer: Viewer, input: z.input<typeof Make>): Promise<{ id: string }> {
  const { subjectId, kind, ...request } = parse(Make, input);
  if (kind === 'HIGHLIGHT' && !request.sentenceIds.length)
    throw new InvalidInput([{ path: 'sentenceIds', message: 'must name at least one sentence' }]);
  if (kind === 'QUOTE_CARD' && request.cardIds.length !== 1)
    throw new InvalidInput([{ path: 'cardIds', message: 'must name the one story that is quoted' }]);
  return transaction(async (tx) => {
    const subjectAccess = await mustStill(tx, viewer, abilityFor(kind), subjectId);
    if (request.voiceCodes && !(await mayPrintCodes(subjectAccess, tx))) throw new Forbidden();
    const known = await tx.card.count({
      where: { AND: [{ subjectId, id: { in: request.cardIds } }, visibleCards(subjectAccess)] },
    });
    if (known < new Set(request.cardIds).size) throw new NotFound('Card', ['input', 'cardIds']);
    if (request.coverId && !(await readCover(subjectAccess, request.coverId)))
      throw new NotFound('Keepsake', ['input', 'coverId']);
    if (kind === 'HIGHLIGHT') await mustSound(subjectAccess, request);
    else if (!(await countPrintable(subjectAccess, request))) throw new NothingToPrint();
    const { preferredName, language } = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      select: { preferredName: true, language: true },
    });
    const words = bookWords(language);
    const title = kind === 'QUOTE_CARD' ? await titleOfCard(tx, request) : request.title;
    const id = await createMaking(tx, viewer, {
      subjectId,
      kind,
      request,
      title: title ?? (kind === 'HIGHLIGHT' ? words.voice(preferredName) : words.title(preferredName)),
    });
    await enqueue(tx, makingsMake, { makingId: id }, { subjectId });
    return { id };
  });
}

/** Refuses a highlight of sentences that have no sound, that can't be joined, or that are too long together. */
async function mustSound(subjectAccess: SubjectAccess, { sentenceIds }: MakingRequest): Promise<void> {
  const { found, parts } = await readHighlight(subjectAccess, sentenceIds);
  if (found < new Set(sentenceIds).size) throw new NotFound('Sentence', ['input', 'sentenceIds']);
  if (!parts.length)
    throw new WrongState('There is no recording of these sentences', ['input', 'sentenceIds']);
  if (parts.some(({ mediaType }) => mediaType !== joinable))
    throw new WrongState('A recording that was added as an MP3 or M4A file can’t be joined with others', [
      'input',
      'sentenceIds',
    ]);
  const ms = parts.reduce((sum, { stretch }) => sum + stretch.endMs - stretch.startMs, 0);
  if (ms > mostHighlightMs)
    throw new InvalidInput([{ path: 'sentenceIds', message: 'must last at most ten minutes together' }]);
}

async function titleOfCard(tx: Tx, { cardIds }: MakingRequest): Promise<string | undefined> {
  return (await tx.card.findUnique({ where: { id: cardIds[0] ?? '' }, select: { title: true } }))?.title;
}

/** The limit of files per subject and day. */
const mostADay = 50;
const dayMs = 24 * 3_600_000;

const shapes: Record<MakingKind, { ending: string; contentType: string }> = {
  BOOK_PDF: { ending: 'pdf', contentType: 'application/pdf' },
  BOOK_EPUB: { ending: 'epub', contentType: 'application/epub+zip' },
  QUOTE_CARD: { ending: 'png', contentType: 'image/png' },
  HIGHLIGHT: { ending: 'mp3', contentType: 'audio/mpeg' },
  EXPORT: { ending: 'zip', contentType: 'application/zip' },
};

/** Creates the row of a making; the caller queues the job. Refuses a second one at the same time. */
export async function createMaking(
  tx: Tx,
  viewer: Viewer,
  {
    subjectId,
    kind,
    request,
    title,
  }: { subjectId: string; kind: MakingKind; request: object; title: string },
): Promise<string> {
  // A key can't request files, and an impersonating admin could take the words along.
  if (actsForAnother(viewer)) throw new Forbidden();
  const since = new Date(clock.now().getTime() - dayMs);
  const lately = await db.making.count({ where: { subjectId, createdAt: { gt: since } } });
  if (lately >= mostADay) throw new LimitReached(`At most ${mostADay} files are made in a day`, mostADay);
  const { ending, contentType } = shapes[kind];
  try {
    const { id } = await tx.making.create({
      data: {
        id: newId(),
        subjectId,
        requestedById: viewer.userId,
        kind,
        request,
        title,
        fileName: fileNameOf(title, ending),
        contentType,
      },
      select: { id: true },
    });
    return id;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new MakingInHand();
    throw error;
  }
}

/** Turns the title into a file name that every system accepts. */
function fileNameOf(title: string, ending: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ’'-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return `${name || 'Evertold'}.${ending}`;
}
