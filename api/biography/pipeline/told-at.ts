import { sortKey, yearsOf } from '../writing/dates.ts';

/**
 * When the words of a conversation were said. For an old recording, it is the date that the family gave it: the day, or
 * the end of the last year that it may be from.
 */
export function toldAtOf({
  startedAt,
  createdAt,
  oldRecording,
}: {
  startedAt: Date | null;
  createdAt: Date;
  oldRecording: { media: { happened: string | null } | null } | null;
}): Date {
  const added = startedAt ?? createdAt;
  const happened = oldRecording?.media?.happened;
  const years = happened ? yearsOf(happened) : null;
  if (!happened || !years) return added;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(happened);
  const at = new Date(
    `${isDay ? sortKey(happened) : `${String(years.last).padStart(4, '0')}-12-31`}T12:00:00Z`,
  );
  return at < added ? at : added;
}

/** The fields of a conversation that `toldAtOf` needs. */
export const toldAtFields = {
  startedAt: true,
  createdAt: true,
  oldRecording: { select: { media: { select: { happened: true } } } },
} as const;
