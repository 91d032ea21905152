import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './today.module.css';

/** One part of a day's column. Parts are told apart by their pattern, not only by their color. */
export interface ChartPart {
  name: string;
  look: 'plain' | 'striped' | 'open';
}

export interface ChartDay {
  day: string;
  /** One value per part, from the bottom up. */
  values: readonly number[];
}

const size = { width: 752, height: 192, top: 12 };

/** A column for each day, as a picture, with a table of the same numbers behind it. */
export function ChartOfDays({
  title,
  parts,
  days,
  inWords,
  empty,
  columns,
}: {
  title: string;
  parts: readonly ChartPart[];
  days: readonly ChartDay[];
  inWords: (value: number) => string;
  /** Shown instead of the picture and the table when all days are empty. */
  empty: string;
  /** The cells of the table for a day, one per part. */
  columns: (day: ChartDay) => readonly ReactNode[];
}) {
  const patternId = useId();
  const totals = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(0, ...totals);
  const headingId = useId();
  return (
    <section className="leaf" aria-labelledby={headingId}>
      <h2 id={headingId} className="section-title">
        {title}
      </h2>
      {most === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <>
          {parts.length > 1 && (
            <p className={`note ${styles.keys}`}>
              {parts.map(({ name, look }) => (
                <span key={name}>
                  <svg width="16" height="16" aria-hidden="true">
                    <Stripes id={`${patternId}-${look}`} />
                    <rect {...lookOf(look, `${patternId}-${look}`)} x="1" y="1" width="14" height="14" />
                  </svg>{' '}
                  {name}
                </span>
              ))}
            </p>
          )}
          <Columns {...{ title, parts, days, totals, most, inWords, patternId }} />
        </>
      )}
      {most > 0 && (
        <details>
          <summary>As a table</summary>
          <table className={`table ${styles.numbers}`}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {parts.map(({ name }) => (
                  <th key={name} scope="col" className="r">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((each) => (
                <tr key={each.day}>
                  <th scope="row">{dayInWords(each.day)}</th>
                  {columns(each).map((cell, at) => (
                    <td key={parts[at]?.name} className="r num">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}

function Columns({
  title,
  parts,
  days,
  totals,
  most,
  inWords,
  patternId,
}: {
  title: string;
  parts: readonly ChartPart[];
  days: readonly ChartDay[];
  totals: readonly number[];
  most: number;
  inWords: (value: number) => string;
  patternId: string;
}) {
  const { width, height: floor } = size;
  const step = width / Math.max(1, days.length);
  const thick = Math.min(40, step * 0.6);
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(3, (value / most) * (floor - size.top)));
  const words = `${title}, from ${dayInWords(days[0]?.day)} until today: at most ${inWords(most)} a day, ${inWords(totals.at(-1) ?? 0)} today.`;
  return (
    <div className={`note ${styles.chart}`}>
      <svg viewBox={`0 0 ${width} ${floor}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <Stripes id={`${patternId}-chart`} />
        {[0, 0.5, 1].map((share) => {
          const y = floor - share * (floor - size.top);
          return <path key={share} d={`M0 ${y}H${width}`} className={styles.rule} />;
        })}
        {days.map(({ day, values }, at) => {
          let top = floor;
          const x = at * step + (step - thick) / 2;
          return (
            <g key={day}>
              {values.map((value, index) => {
                const height = heightOf(value);
                top -= height;
                const part = parts[index];
                return (
                  part &&
                  height > 0 && (
                    <rect
                      key={part.name}
                      {...lookOf(part.look, `${patternId}-chart`)}
                      {...{ x, y: top, width: thick, height }}
                    />
                  )
                );
              })}
            </g>
          );
        })}
      </svg>
      <span className={styles.heights} aria-hidden="true">
        <span>{inWords(most)}</span>
        <span>{inWords(0)}</span>
      </span>
      <span className={styles.days} aria-hidden="true">
        <span>{dayInWords(days[0]?.day)}</span>
        <span>{dayInWords(days[Math.floor(days.length / 2)]?.day)}</span>
        <span>today</span>
      </span>
    </div>
  );
}

function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.ground} />
        <path d="M0 0V6" className={styles.stripe} />
      </pattern>
    </defs>
  );
}

function lookOf(look: ChartPart['look'], patternId: string) {
  if (look === 'striped') return { className: styles.striped, fill: `url(#${patternId})` };
  return { className: look === 'open' ? styles.open : styles.plain };
}

/** A day (`2026-11-01`) in words. */
export function dayInWords(day: string | undefined): string {
  if (!day) return '';
  return new Date(`${day}T12:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
