import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { loops } from '#web/ui/voice-line.ts';
import type { MessagesPerDay_DeskFragment } from './MessagesPerDay.graphql.ts';
import styles from './today.module.css';

const width = 1060;
const base = 110;
const height = 100;

/** How much was said each day, as the line: a loop for a day, flat where nobody spoke. */
export function MessagesPerDay({ desk }: { desk: MessagesPerDay_DeskFragment }) {
  const days = desk.messagesPerDay;
  const most = Math.max(0, ...days.map(({ count }) => count));
  return (
    <section className="leaf">
      <h2 className="section-title">
        Messages per day {most > 0 && <span className="note num">most: {most.toLocaleString('en')}</span>}
      </h2>
      {most === 0 ? (
        <Quiet />
      ) : (
        <>
          <svg
            className="line"
            viewBox={`-8 0 ${width + 16} ${base + 8}`}
            width="100%"
            role="img"
            aria-label={inWords(days)}
          >
            <path
              d={loops(
                days.map(({ count }) => count / most),
                { width, height, y: base },
              )}
            />
          </svg>
          <p className={`note num ${styles.days}`} aria-hidden="true">
            <span>{dayInWords(days[0]?.day)}</span>
            <span>{dayInWords(days[Math.floor((days.length - 1) / 2)]?.day)}</span>
            <span>today</span>
          </p>
        </>
      )}
    </section>
  );
}

function Quiet() {
  return (
    <>
      <FlatLine height={60} />
      <p className="quiet">Nobody has spoken these days.</p>
    </>
  );
}

function dayInWords(day: string | undefined): string {
  if (!day) return '';
  return new Date(`${day}T12:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

function inWords(days: readonly { day: string; count: number }[]): string {
  const counts = days.map(({ count }) => count);
  const today = counts.at(-1) ?? 0;
  return `Messages per day since ${dayInWords(days[0]?.day)}: between ${Math.min(...counts)} and ${Math.max(...counts)}, ${today} today.`;
}
