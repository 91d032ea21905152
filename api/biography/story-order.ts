import type { Tx } from '#api/platform/database/database.ts';

/** A story with what its place in the chapter depends on. */
export type Placed = {
  id: string;
  happenedKey: string | null;
  createdAt: Date;
  /** Set when somebody moved the story. */
  orderKey: string | null;
};

export const orderColumns = { id: true, happenedKey: true, createdAt: true, orderKey: true } as const;

/** Sorts after every date. */
const noDate = '~';
/** Sorts before every date. */
const beginning = ' ';

/** Stories by date sort as in the database: by date, those without one last, then by the moment they were written. */
function keyByDate({ happenedKey, createdAt, id }: Placed): string {
  return `${happenedKey ?? noDate} ${createdAt.toISOString()} ${id}`;
}

/**
 * The stories of a chapter in its order: by date, but a moved story stands where somebody put it. The same for every
 * reader, also one who doesn't see all of them.
 */
export function inStoryOrder<T extends Placed>(cards: readonly T[]): T[] {
  const keyed = cards.map((card) => ({ card, key: card.orderKey ?? keyByDate(card) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ card }) => card);
}

/**
 * The order keys of stories in this order: each of those that are `moved` comes right after the last story before it
 * that stands by date, and the others have none. A moved story thus keeps its place when stories are added by date, and
 * keys don't grow however often stories are moved.
 */
export function orderKeysFor(
  ordered: readonly Placed[],
  moved: ReadonlySet<string>,
): Map<string, string | null> {
  let before = beginning;
  let count = 0;
  const keys = new Map<string, string | null>();
  for (const card of ordered) {
    if (moved.has(card.id)) {
      count += 1;
      keys.set(card.id, `${before}/${String(count).padStart(6, '0')}`);
    } else {
      before = keyByDate(card);
      count = 0;
      keys.set(card.id, null);
    }
  }
  return keys;
}

/** The stories of a chapter in its order, also those that nobody reads. */
export async function readStoryOrder(tx: Tx, chapterId: string): Promise<Placed[]> {
  return inStoryOrder(await tx.card.findMany({ where: { chapterId }, select: orderColumns }));
}

/** Stores the order of a chapter, of which these stories were `moved`. The caller holds the book's lock. */
export async function writeStoryOrder(
  tx: Tx,
  ordered: readonly Placed[],
  moved: ReadonlySet<string>,
): Promise<void> {
  const keys = orderKeysFor(ordered, moved);
  const changed = ordered.filter(({ id, orderKey }) => keys.get(id) !== orderKey).map(({ id }) => id);
  if (!changed.length) return;
  // Raw, because the stories themselves don't change, nor the moment of their last change.
  await tx.$executeRaw`
    update card set order_key = written.order_key
    from unnest(${changed}::uuid[], ${changed.map((id) => keys.get(id) ?? null)}::text[])
      as written (id, order_key)
    where card.id = written.id`;
}

/**
 * Writes the order of every chapter anew after dates or stories were withdrawn, because the keys of moved stories contain
 * the dates before them. The caller holds the book's lock.
 */
export async function forgetDatesInOrder(tx: Tx, subjectId: string): Promise<void> {
  const chapters = await tx.card.groupBy({
    by: ['chapterId'],
    where: { subjectId, orderKey: { not: null } },
  });
  for (const { chapterId } of chapters) {
    const cards = await readStoryOrder(tx, chapterId);
    const moved = new Set(cards.flatMap((card) => (card.orderKey === null ? [] : card.id)));
    await writeStoryOrder(tx, cards, moved);
  }
}
