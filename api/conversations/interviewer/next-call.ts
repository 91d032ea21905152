import type { TurnRequest } from './request.ts';

/** The next call in the subject's time zone; null when none is known. In less than a week the weekday is enough. */
export function nextCall({ conversation, subject, now }: TurnRequest) {
  const at = conversation.nextCallAt;
  if (!at || at <= now) return null;
  const timeZone = subject.timeZone ?? 'UTC';
  const dayOf = (when: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(when);
  const days = (at.getTime() - now.getTime()) / 86_400_000;
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const day =
    dayOf(at) === dayOf(now)
      ? 'TODAY'
      : dayOf(at) === dayOf(tomorrow)
        ? 'TOMORROW'
        : days < 6.5
          ? 'WEEKDAY'
          : 'DATE';
  return { at, timeZone, day } as const;
}
