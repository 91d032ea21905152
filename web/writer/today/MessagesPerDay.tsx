import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { loops } from '#web/ui/voice-line.ts';
import type { MessagesPerDay_DeskFragment } from './MessagesPerDay.graphql.ts';
import styles from './today.module.css';

const width = 760;
const base = 120;
const height = 96;

/** How much was said each day, as the line: a loop for a day, flat where nobody spoke. */
export function MessagesPerDay({ desk }: { desk: MessagesPerDay_DeskFragment }) {
  const days = desk.messagesPerDay;
  const most = Math.max(0, ...days.map(({ count }) => count));
  const step = width / Math.max(1, days.length);
  return (
    <section className="leaf">
      <h2 className="section-title">
        Messages per day {most > 0 && <span className="note num">most: {most.toLocaleString('en')}</span>}
      </h2>
      {most === 0 ? (
        <Quiet />
      ) : (
        <svg
          className={`line ${styles.perDay}`}
          viewBox={`-8 0 ${width + 16} ${base + 34}`}
          width="100%"
          role="img"
          aria-label={inWords(days)}
        >
          <path className={styles.axis} d={`M0 ${base + 5}H${width}`} />
          <path
            d={loops(
              days.map(({ count }) => count / most),
              { width, height, y: base },
            )}
          />
          {marks(days.length).map((i) => {
            const [x, anchor] = place(i, days.length, step);
            return (
              <text key={i} x={x} y={base + 30} textAnchor={anchor}>
                {i === days.length - 1 ? 'today' : dayInWords(days[i]?.day)}
              </text>
            );
          })}
        </svg>
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

/** The days that are named: the first, today, and each week back from it. */
function marks(count: number): number[] {
  const weeks = Array.from({ length: Math.ceil(count / 7) }, (_, i) => count - 1 - i * 7);
  return weeks.filter((i) => i === count - 1 || i >= 2).reverse();
}

function place(i: number, count: number, step: number): [number, 'end' | 'middle'] {
  return i === count - 1 ? [width, 'end'] : [(i + 0.5) * step, 'middle'];
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
