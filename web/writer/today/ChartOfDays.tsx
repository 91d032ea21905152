import { max, sum, ticks } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
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
  /** One value per part, from the bottom up; null when it is not known. */
  values: readonly (number | null)[];
}

const size = { width: 752, height: 192, top: 12, widestColumn: 40, lowestColumn: 3 };

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
  /** A value in words; a label of the axis with as many digits as its `step` needs. */
  inWords: (value: number, step?: number) => string;
  /** Shown instead of the picture and the table when all days are empty. */
  empty: string;
  /** The cells of the table for a day, one per part. */
  columns: (day: ChartDay) => readonly ReactNode[];
}) {
  const patternId = useId();
  const totals = days.map(({ values }) => sum(values, (value) => value ?? 0));
  const most = max(totals) ?? 0;
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
  inWords: (value: number, step?: number) => string;
  patternId: string;
}) {
  const { width, height: floor } = size;
  const x = scaleBand(
    days.map(({ day }) => day),
    [0, width],
  )
    .padding(0.4)
    .paddingOuter(0.2);
  const thick = Math.min(size.widestColumn, x.bandwidth());
  const y = scaleLinear([0, most], [floor, size.top]).nice(3);
  const isWhole = days.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  const heights = y.ticks(3).filter((value) => !isWhole || Number.isInteger(value));
  const step = (heights[1] ?? 0) - (heights[0] ?? 0);
  const lowest = y.invert(floor - size.lowestColumn);
  const columns = stack<ChartDay, number>()
    .keys(parts.keys())
    .value(({ values }, part) => (values[part] ? Math.max(values[part], lowest) : 0))(days);
  const middleOf = (day: string) => (x(day) ?? 0) + x.bandwidth() / 2;
  // Centred below their columns, the first and the last label would reach beyond the axis.
  const placeOfLabel = (day: string) => {
    if (days.length > 1 && day === days[0]?.day) return { left: '0%', justifyContent: 'start' };
    if (days.length > 1 && day === days.at(-1)?.day) return { left: '100%', justifyContent: 'end' };
    return { left: `${(100 * middleOf(day)) / width}%` };
  };
  const isKnownToday = days.at(-1)?.values.some((value) => value !== null);
  const words = `${title}, from ${dayInWords(days[0]?.day)} until today: at most ${inWords(most)} a day, ${isKnownToday ? inWords(totals.at(-1) ?? 0) : 'not known'} today.`;
  return (
    <div className={`note ${styles.chart}`}>
      <svg viewBox={`0 0 ${width} ${floor}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <Stripes id={`${patternId}-chart`} />
        {heights.map((value) => (
          <line key={value} x2={width} y1={y(value)} y2={y(value)} className={styles.rule} />
        ))}
        {parts.map(({ name, look }, part) => (
          <g key={name} {...lookOf(look, `${patternId}-chart`)}>
            {columns[part]?.map(
              ([from, to], at) =>
                to > from && (
                  <rect
                    key={days[at]?.day}
                    x={middleOf(days[at]?.day ?? '') - thick / 2}
                    y={y(to)}
                    width={thick}
                    height={y(from) - y(to)}
                  />
                ),
            )}
          </g>
        ))}
      </svg>
      <span className={styles.heights} aria-hidden="true">
        {heights.map((value) => (
          <span key={value} style={{ top: `${(100 * y(value)) / floor}%` }}>
            {inWords(value, step)}
          </span>
        ))}
      </span>
      <span className={styles.days} aria-hidden="true">
        {labelledDays(days).map((day) => (
          <span key={day} style={placeOfLabel(day)}>
            {day === days.at(-1)?.day ? 'today' : dayInWords(day)}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The days with a label below them: the first, some after it, and the last, which no other label touches. */
function labelledDays(days: readonly ChartDay[]): string[] {
  const last = days.length - 1;
  const before = ticks(0, last, 3).filter((at) => Number.isInteger(at) && last - at > last / 6);
  return [...before, last].flatMap((at) => days[at]?.day ?? []);
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

/** The digits after the point that tell numbers this far apart from each other. */
export function digitsOf(step: number): number {
  // Subtracting floats leaves a rounding error, which would count as a digit.
  return step > 0 ? Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) : 0;
}

/** A day (`2026-11-01`) in words. */
export function dayInWords(day: string | undefined): string {
  if (!day) return '';
  return new Date(`${day}T12:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
