import { inStoryOrder, orderKeysFor } from '#api/biography/story-order.ts';
import { sortKey } from '#api/biography/writing/dates.ts';
import type { ExportedBook } from '#api/exports/format.ts';

/** The order keys of all stories by their ids here; null for those that nobody moved by hand in the other Evertold. */
export function orderKeysOf(
  cards: ExportedBook['cards'],
  { idOf, at }: { idOf: (id: string) => string; at: (moment: string) => string },
): Map<string, string | null> {
  const keys = new Map<string, string | null>();
  for (const stories of Map.groupBy(cards, ({ chapterId }) => chapterId).values()) {
    const placed = stories.map(({ id, happened, createdAt, positionInChapter }) => ({
      ...{ id: idOf(id), happenedKey: happened && sortKey(happened), createdAt: new Date(at(createdAt)) },
      ...{ orderKey: null, positionInChapter },
    }));
    const ordered = inStoryOrder(placed.filter(({ positionInChapter }) => positionInChapter === undefined));
    const moved = placed.filter(({ positionInChapter }) => positionInChapter !== undefined);
    moved.sort((a, b) => (a.positionInChapter ?? 0) - (b.positionInChapter ?? 0));
    for (const story of moved) ordered.splice(story.positionInChapter ?? 0, 0, story);
    for (const [id, key] of orderKeysFor(ordered, new Set(moved.map(({ id }) => id)))) keys.set(id, key);
  }
  return keys;
}
