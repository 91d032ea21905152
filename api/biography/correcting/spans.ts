import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { forgetMentions } from '../withdrawal.ts';
import type { Comparison, Stretch, WordChange } from './comparison.ts';

/** A message whose shown words have just changed. */
export type Corrected = {
  id: string;
  subjectId: string;
  before: string;
  after: string;
  comparison: Comparison;
};

/**
 * Moves every source of the message, in all revisions, to the same words in the new text, because quotes
 * are cut from the shown text.
 */
export async function moveSources(tx: Tx, { id, comparison }: Corrected) {
  const sources = await tx.source.findMany({
    where: { messageId: id },
    select: { id: true, start: true, end: true },
  });
  const moved = sources.map((source) => ({ id: source.id, ...comparison.moved(source) }));
  await tx.$executeRaw`
    update source s set start = v.start, "end" = v.until
    from unnest(${moved.map((each) => each.id)}::uuid[], ${moved.map(({ start }) => start)}::int[],
      ${moved.map(({ end }) => end)}::int[]) as v (id, start, until)
    where s.id = v.id`;
}

/** Deletes mentions found in words that the correction replaced, and moves the others. */
export async function moveMentions(tx: Tx, wake: Wake, message: Corrected, cardIds: readonly string[]) {
  const { id, subjectId, comparison } = message;
  const mentions = await tx.mention.findMany({
    where: { messageId: id },
    select: { id: true, start: true, end: true, date: true, place: { select: { name: true } } },
  });
  const [gone, left] = [
    mentions.filter((mention) => isChanged(mention, comparison.changes)),
    mentions.filter((mention) => !isChanged(mention, comparison.changes)),
  ];
  // Move first: a person who loses some mentions is named after the words at the remaining ones.
  const moved = left.map((mention) => ({ id: mention.id, ...comparison.moved(mention) }));
  await tx.$executeRaw`
    update mention m set start = v.start, "end" = v.until
    from unnest(${moved.map((each) => each.id)}::uuid[], ${moved.map(({ start }) => start)}::int[],
      ${moved.map(({ end }) => end)}::int[]) as v (id, start, until)
    where m.id = v.id and (m.start <> v.start or m."end" <> v.until)`;
  await forgetMentions(tx, wake, subjectId, { id: { in: gone.map((mention) => mention.id) } }, cardIds);
  return gone.map(({ date, place }) => ({ date, place: place?.name ?? null }));
}

/** Updates the writer's log: removes entries about replaced words and moves the spans of the others. */
export async function moveFindings(tx: Tx, message: Corrected) {
  const runs = await tx.writerRun.findMany({
    where: { subjectId: message.subjectId },
    select: { id: true, refusals: true, findings: true },
  });
  const updateEntries = (entries: unknown) =>
    (entries as object[])
      .filter((entry) => !restsOnChanged(entry, message))
      .map((entry) => moveSpans(entry, message));
  for (const { id, refusals, findings } of runs) {
    if (!JSON.stringify([refusals, findings]).includes(message.id)) continue;
    await tx.writerRun.update({
      where: { id },
      data: { refusals: updateEntries(refusals), findings: updateEntries(findings) },
    });
  }
}

/** Returns the same value with all its spans in the message moved. */
export function moveSpans<T>(value: T, message: Corrected): T {
  if (Array.isArray(value)) return value.map((each) => moveSpans(each, message)) as T;
  if (value === null || typeof value !== 'object') return value;
  if (isSpanIn(value, message)) return { ...value, ...message.comparison.moved(value) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moveSpans(each, message)])) as T;
}

/** Whether a value has a span of the message whose words have changed. */
export function restsOnChanged(value: unknown, message: Corrected): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (isSpanIn(value, message)) return isOther(value, message);
  return Object.values(value).some((each) => restsOnChanged(each, message));
}

/** Whether a span of the message reads differently now. */
export function isOther(stretch: Stretch, { before, after, comparison }: Corrected): boolean {
  const moved = comparison.moved(stretch);
  return before.slice(stretch.start, stretch.end) !== after.slice(moved.start, moved.end);
}

function isSpanIn<T extends object>(value: T, { id }: Corrected): value is T & Stretch {
  return 'messageId' in value && value.messageId === id && 'start' in value && 'end' in value;
}

function isChanged({ start, end }: Stretch, changes: readonly WordChange[]): boolean {
  return changes.some(({ from }) => from.start < end && start < from.end);
}
