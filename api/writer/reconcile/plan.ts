import { createHash } from 'node:crypto';
import { type Kept, sentencesOf } from '#api/biography/book.ts';
import { onlyProposes } from '#api/biography/pipeline/cards.ts';
import { groundSentences } from '#api/biography/text-tasks.ts';
import { untold } from '#api/biography/writing/composing/matching.ts';
import type { GroundMessage } from '#api/biography/writing/grounding.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { ConflictKind, ConflictResolution } from '#api/generated/prisma/enums.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import { isNobodysPhone } from '#api/texts/policy.ts';
import { ChangedSince } from './errors.ts';
import { isSharedAsFound, sharedPhone } from './shared-phones.ts';
import { keyOfPhone, newestTextId } from './unknown-phones.ts';

const withSides = {
  subject: {
    select: {
      ...{ preferredName: true, fullName: true, birthDate: true, birthPlace: true },
      ...{ publishesAutomatically: true, language: true },
    },
  },
  sides: {
    include: {
      card: { select: { id: true, title: true } },
      person: { select: { id: true, name: true, relationship: true, found: true, membershipId: true } },
      sentence: { select: { text: true } },
    },
  },
  texts: {
    orderBy: [{ text: { at: 'asc' } }, { textId: 'asc' }],
    include: { text: { select: { phone: true, subjectId: true, mayBeOf: true } } },
  },
} satisfies Prisma.ConflictInclude;

export type ConflictAtHand = Prisma.ConflictGetPayload<{ include: typeof withSides }>;
export type SideAtHand = ConflictAtHand['sides'][number];

export function conflictAtHand(id: string, tx: Tx = db): Promise<ConflictAtHand | null> {
  return tx.conflict.findUnique({ where: { id }, include: withSides });
}

export function sidesOf({ sides }: { sides: SideAtHand[] }): {
  left: SideAtHand | null;
  right: SideAtHand | null;
} {
  return {
    left: sides.find(({ isLeft }) => isLeft) ?? null,
    right: sides.find(({ isLeft }) => !isLeft) ?? null,
  };
}

/** The change of a card. A proposal is decided by the family; all other changes are applied at once. */
export type Change = {
  cardId: string;
  title: string;
  kind: 'REWORDED' | 'TAKEN_OUT' | 'ADDED_TO' | 'HIDDEN';
  isProposal: boolean;
  before: string | null;
  after: string | null;
  /** The new sentences of the card; null when only its status changes. */
  sentences: Kept[] | null;
  /** The added or removed sentences, in the form of a proposal. */
  proposed: { paragraph: number; text: string; sources: Kept['sources']; replaces?: string }[];
  facts: { happened?: string | null; place?: string | null };
};

export type Plan = {
  changes: Change[];
  /** The person who stays, and the one merged into them. */
  merge: { keepId: string; otherId: string } | null;
  /** A hash of the state, to detect changes since the preview. */
  mark: string;
};

/** The possible decisions on a conflict, in the order in which they are offered; `isOpen` as of `areOpenToTeam`. */
export function choicesOf(
  kind: ConflictKind,
  sides: readonly SideAtHand[],
  { isOpen }: { isOpen: boolean },
): ConflictResolution[] {
  if (kind === 'UNKNOWN_PHONE') return isOpen ? ['KEEP_LEFT', 'DISMISS'] : ['DISMISS'];
  if (kind === 'SOURCE_GONE') return ['KEEP_LEFT', 'KEEP_RIGHT', 'DISMISS'];
  if (kind === 'DUPLICATE_CARDS') return ['MERGE', 'KEEP_LEFT', 'KEEP_RIGHT', 'KEEP_BOTH', 'DISMISS'];
  if (kind !== 'SAME_PERSON') return ['KEEP_LEFT', 'KEEP_RIGHT', 'KEEP_BOTH', 'DISMISS'];
  return isFamilys(sides)
    ? ['KEEP_BOTH', 'DISMISS']
    : ['MERGE', 'KEEP_LEFT', 'KEEP_RIGHT', 'KEEP_BOTH', 'DISMISS'];
}

/** Whether the family has entered one of the two people: then only the family may merge them. */
export function isFamilys(sides: readonly SideAtHand[]): boolean {
  return sides.some(({ person }) => person !== null && !person.found);
}

/** Computes the changes of a decision without applying them. Throws `ChangedSince` when a side no longer exists. */
export async function planOf(conflict: ConflictAtHand, resolution: ConflictResolution): Promise<Plan> {
  const { left, right } = sidesOf(conflict);
  const changes: Change[] = [];
  let merge: Plan['merge'] = null;
  const takes = resolution === 'KEEP_LEFT' || resolution === 'KEEP_RIGHT' || resolution === 'MERGE';
  if (takes && conflict.kind === 'SAME_PERSON') {
    if (!left?.personId || !right?.personId) throw new ChangedSince();
    const [keepId, otherId] = [left.personId, right.personId];
    merge = resolution === 'KEEP_RIGHT' ? { keepId: otherId, otherId: keepId } : { keepId, otherId };
  } else if (takes && conflict.kind === 'SOURCE_GONE') {
    if (!left) throw new ChangedSince();
    if (resolution === 'KEEP_RIGHT') changes.push(await takeOut(conflict, left));
  } else if (takes && conflict.kind === 'UNKNOWN_PHONE') {
    if (!(await isAsFound(conflict))) throw new ChangedSince();
  } else if (takes) {
    if (!left || !right) throw new ChangedSince();
    const [kept, other] = resolution === 'KEEP_RIGHT' ? [right, left] : [left, right];
    if (conflict.kind === 'DUPLICATE_CARDS')
      changes.push(...(await foldCard(conflict, kept, other, resolution === 'MERGE')));
    else changes.push(await reword(conflict, kept, other));
  }
  return { changes, merge, mark: await markOf(conflict) };
}

/** The phone whose texts may be the subject's; null when they are erased. */
export function phoneOf({ texts }: Pick<ConflictAtHand, 'texts'>): string | null {
  return texts[0]?.text.phone ?? null;
}

/** Whether texts are nobody's, their phone too unless it is shared, and no newer one came since they were read. */
export async function isAsFound(
  { key, subjectId, reason, texts }: Pick<ConflictAtHand, 'key' | 'subjectId' | 'reason' | 'texts'>,
  tx: Tx = db,
): Promise<boolean> {
  const phone = phoneOf({ texts });
  if (!phone || texts.some(({ text }) => text.subjectId !== null)) return false;
  if (reason === sharedPhone)
    return isSharedAsFound(tx, { key, subjectId, phone, textIds: texts.map(({ textId }) => textId) });
  const newestId = await newestTextId(tx, { subjectId, phone });
  return newestId !== null && key === keyOfPhone(subjectId, phone, newestId) && isNobodysPhone(tx, phone);
}

/** A hash of the revisions of the cards, of the people on both sides, and of the texts. */
export async function markOf(
  { sides, texts }: Pick<ConflictAtHand, 'sides' | 'texts'>,
  tx: Tx = db,
): Promise<string> {
  const cards = await tx.card.findMany({
    where: { id: { in: sides.flatMap(({ cardId }) => cardId ?? []) } },
    orderBy: { id: 'asc' },
    select: { id: true, revision: true, status: true, mark: true, touchedByPerson: true, title: true },
  });
  const people = await tx.person.findMany({
    where: { id: { in: sides.flatMap(({ personId }) => personId ?? []) } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, relationship: true, aliases: true, found: true },
  });
  const textIds = texts.map(({ textId }) => textId);
  return createHash('sha256').update(JSON.stringify({ cards, people, textIds })).digest('base64url');
}

async function cardOf({ subject }: ConflictAtHand, side: SideAtHand) {
  const card = side.cardId ? await db.card.findUnique({ where: { id: side.cardId } }) : null;
  if (!card || card.status === 'HIDDEN') throw new ChangedSince();
  const sentences = await sentencesOf(db, card.id, card.revision);
  const isProposal = onlyProposes({ ...card, publishesAutomatically: subject.publishesAutomatically });
  return { card, sentences, isProposal };
}

function sentenceAt(sentences: readonly Kept[], side: SideAtHand): number {
  const at = sentences.findIndex(({ text, hidden }) => !hidden && text === side.sentence?.text);
  if (at < 0) throw new ChangedSince();
  return at;
}

async function takeOut(conflict: ConflictAtHand, side: SideAtHand): Promise<Change> {
  const { card, sentences, isProposal } = await cardOf(conflict, side);
  const at = sentenceAt(sentences, side);
  const before = sentences[at] as Kept;
  return {
    ...{ cardId: card.id, title: card.title, kind: 'TAKEN_OUT', isProposal, facts: {} },
    ...{ before: before.text, after: null, sentences: sentences.toSpliced(at, 1) },
    proposed: [{ paragraph: before.paragraph, text: '', sources: before.sources, replaces: before.text }],
  };
}

/**
 * Rewords the other side's sentence with the kept side's words, based on both sources; removes it where the words can't
 * stand in place of each other, or when that would go beyond the sources.
 */
async function reword(conflict: ConflictAtHand, kept: SideAtHand, other: SideAtHand): Promise<Change> {
  const { card, sentences, isProposal } = await cardOf(conflict, other);
  const at = sentenceAt(sentences, other);
  const before = sentences[at] as Kept;
  if (kept.start === null || other.start === null) return takeOut(conflict, other);
  const keeping = await cardOf(conflict, kept);
  const proof = keeping.sentences[sentenceAt(keeping.sentences, kept)] as Kept;
  const wrong = wordsOf(before, other);
  const right = wordsOf(proof, kept);
  const next: Kept = {
    ...before,
    text: `${before.text.slice(0, other.start ?? 0)}${right}${before.text.slice(other.end ?? 0)}`,
    sources: [...before.sources, ...proof.sources],
  };
  if (!(await isCarried(conflict, next, { before, proof, wrong, right }))) return takeOut(conflict, other);
  return {
    ...{ cardId: card.id, title: card.title, kind: 'REWORDED', isProposal },
    ...{ before: before.text, after: next.text, sentences: sentences.with(at, next) },
    proposed: [{ paragraph: next.paragraph, text: next.text, sources: next.sources, replaces: before.text }],
    facts: {
      ...(card.happened !== null && card.happened === other.value && { happened: kept.value }),
      ...(card.place !== null && card.place === other.value && { place: kept.value }),
    },
  };
}

function wordsOf({ text }: Kept, { start, end }: SideAtHand): string {
  return text.slice(start ?? 0, end ?? 0);
}

const provingMs = 20_000;

/** Whether the sources support the sentence after its wrong words are replaced. */
async function isCarried(
  { subjectId, subject }: ConflictAtHand,
  next: Kept,
  { before, proof, wrong, right }: { before: Kept; proof: Kept; wrong: string; right: string },
): Promise<boolean> {
  const by = proof.sources[0];
  if (!by || before.sources.length === 0) return false;
  const rows = await db.message.findMany({
    where: { id: { in: next.sources.map(({ messageId }) => messageId) }, private: false },
    select: { id: true, role: true, text: true, correctedText: true },
  });
  const messages = new Map<string, GroundMessage>(
    rows.map(({ id, role, text, correctedText }) => {
      const said = correctedText ?? text;
      const putRight = before.sources.flatMap(({ messageId, start, end }) => {
        const found = messageId === id ? said.slice(start, end).indexOf(wrong) : -1;
        if (found < 0) return [];
        return [{ start: start + found, end: start + found + wrong.length, text: right, by }];
      });
      return [id, { id, role, private: false, text: said, ...(putRight.length && { putRight }) }];
    }),
  );
  const { preferredName, fullName, birthDate, birthPlace } = subject;
  const given = { preferredName, fullName, birthDate, birthPlace, people: [] };
  const input = { sentences: [{ text: next.text, sources: next.sources }], messages, told: [], given };
  const [carried] = await runInWorker(groundSentences, input, { subjectId, deadlineMs: provingMs });
  return carried === true;
}

/** Hides the other of two duplicate cards; on a merge, its additional content is added to the first. */
async function foldCard(
  conflict: ConflictAtHand,
  kept: SideAtHand,
  other: SideAtHand,
  isMerge: boolean,
): Promise<Change[]> {
  const [here, there] = [await cardOf(conflict, kept), await cardOf(conflict, other)];
  const changes: Change[] = [];
  if (isMerge) {
    const open = (sentences: readonly Kept[]) => sentences.filter(({ hidden }) => !hidden);
    const fresh = untold([open(there.sentences)], open(here.sentences)).flat() as Kept[];
    const first = Math.max(-1, ...here.sentences.map(({ paragraph }) => paragraph)) + 1;
    const added = fresh.map((sentence) => ({ ...sentence, paragraph: first }));
    if (added.length)
      changes.push({
        ...{ cardId: here.card.id, title: here.card.title, kind: 'ADDED_TO', isProposal: here.isProposal },
        ...{ before: null, after: added.map(({ text }) => text).join(' '), facts: {} },
        sentences: [...here.sentences, ...added],
        proposed: added.map(({ text, sources }) => ({ paragraph: 0, text, sources })),
      });
    // The other card stays until the family has accepted its content in the first one.
    if (added.length && here.isProposal) return changes;
  }
  changes.push({
    ...{ cardId: there.card.id, title: there.card.title, kind: 'HIDDEN', isProposal: there.isProposal },
    ...{ before: null, after: null, sentences: null, facts: {} },
    proposed: there.sentences
      .filter(({ hidden }) => !hidden)
      .map(({ paragraph, text, sources }) => ({ paragraph, text: '', sources, replaces: text })),
  });
  return changes;
}
