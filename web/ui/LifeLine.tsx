import { loops } from './voice-line.ts';

export interface LifeEvent {
  year: number;
  title: string;
}

const base = 150;
/** A narrower loop would look like a spike. */
const narrowest = 11;

/**
 * A life as one line: high in years with many stories, flat in years without. Screen readers get a text description.
 */
export function LifeLine({
  from,
  to,
  told,
  events = [],
  label,
  width = 1240,
  yearsApart = 10,
}: {
  from: number;
  to: number;
  /** The number of stories about each year, from `from` to `to`. */
  told: readonly number[];
  events?: readonly LifeEvent[];
  label: string;
  /** The drawing's width; its text keeps its size only when the drawing is shown at this width. */
  width?: number;
  /** The distance between the years that are labelled below the line. */
  yearsApart?: number;
}) {
  const span = Math.max(1, to - from);
  const most = Math.max(1, ...told);
  const together = Math.max(1, Math.ceil((narrowest * told.length) / width));
  const at = (year: number) => ((year - from) / span) * width;
  const firstYear = (Math.floor(from / yearsApart) + 1) * yearsApart;
  const decades = Array.from(
    { length: Math.max(0, Math.floor((to - firstYear) / yearsApart) + 1) },
    (_, i) => firstYear + i * yearsApart,
  );
  return (
    <div className="life">
      <svg className="line" viewBox={`0 0 ${width} ${base + 40}`} width="100%" role="img" aria-label={label}>
        {events.map(({ year, title }, i) => {
          const y = 16 + (i % 2) * 24;
          const end = at(year) > width - 120;
          return (
            <g key={`${year}${title}`}>
              <path className="tick" d={`M${at(year)} ${y + 8}V${base - 30}`} />
              <text className="event" x={at(year)} y={y} textAnchor={end ? 'end' : 'start'}>
                {title}
              </text>
            </g>
          );
        })}
        <path
          d={loops(
            inGroups(told, together).map((n) => n / most),
            { width, height: 78, y: base },
          )}
        />
        {decades.map((year) => (
          <g key={year}>
            <path className="axis" d={`M${at(year)} ${base}v8`} />
            <text className="year" x={at(year)} y={base + 30} textAnchor="middle">
              {year}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The maximum of each group of years, where there is no room for every single year. */
function inGroups(told: readonly number[], together: number): number[] {
  return Array.from({ length: Math.ceil(told.length / together) }, (_, i) =>
    Math.max(...told.slice(i * together, (i + 1) * together)),
  );
}
