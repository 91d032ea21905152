import type { CSSProperties } from 'react';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import type { MessagesPerDay_DeskFragment } from './MessagesPerDay.graphql.ts';
import styles from './today.module.css';

/** The number of messages per day, as a column chart. */
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
        <div role="img" aria-label={inWords(days)}>
          <div className={styles.columns}>
            {days.map(({ day, count }) => (
              <span key={day} style={{ '--count': count / most } as CSSProperties} />
            ))}
          </div>
          <p className={`note num ${styles.days}`}>
            <span>{dayInWords(days[0]?.day)}</span>
            <span>{dayInWords(days[Math.floor((days.length - 1) / 2)]?.day)}</span>
            <span>today</span>
          </p>
        </div>
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
