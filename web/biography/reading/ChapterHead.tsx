import { yearsOf } from '#web/subjects/when.ts';
import { rng } from '#web/ui/same-numbers.ts';
import { loops } from '#web/ui/voice-line.ts';
import { type Chapter, storiesInWords } from '../address.ts';
import { spanOfStories, yearsOfStories } from '../story-dates.ts';
import styles from './book.module.css';

const width = 560;
const stepsPerYear = 5;
const longestSpan = 40;

/** A chapter's heading, and its years on the line of the life: loops where stories are told. */
export function ChapterHead({ chapter, number }: { chapter: Chapter; number: number }) {
  const span = spanOfStories(chapter.cards);
  const stories = storiesInWords(chapter.cards.length);
  return (
    <header className={styles.chap}>
      <p className="note">Chapter {number}</p>
      <h1>{chapter.title}</h1>
      <p className="lead quiet">{[span, stories].filter(Boolean).join(', ')}</p>
      <ChapterLine chapter={chapter} />
    </header>
  );
}

function ChapterLine({ chapter }: { chapter: Chapter }) {
  const years = yearsOfStories(chapter.cards);
  if (!years || years.to - years.from > longestSpan) return null;
  const [from, to] = [years.from - 1, Math.max(years.to + 2, years.from + 3)];
  const steps = (to - from) * stepsPerYear;
  const amps = Array.from({ length: steps }, () => 0);
  const lively = rng(chapter.id);
  for (const { happened } of chapter.cards) {
    const years = happened ? yearsOf(happened) : null;
    if (!years) continue;
    const middle = Math.round(((years.from + years.to) / 2 + 0.5 - from) * stepsPerYear);
    for (let i = -3; i <= 3; i++) {
      const at = middle + i;
      if (at >= 0 && at < steps)
        amps[at] = Math.min(1, (amps[at] ?? 0) + Math.cos((i / 4) * (Math.PI / 2)) * (0.3 + lively() * 0.55));
    }
  }
  const every = to - from > 20 ? 5 : to - from > 6 ? 2 : 1;
  const marks = Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i).filter(
    (year) => year % every === 0,
  );
  const at = (year: number) => ((year - from) / (to - from)) * width;
  return (
    <svg
      className={styles.chapLine}
      viewBox={`0 0 ${width} 84`}
      role="img"
      aria-label={`Told about ${years.from} to ${years.to}`}
    >
      <path className="line" d={loops(amps, { width, height: 46, y: 56 })} />
      {marks.map((year) => (
        <g key={year}>
          <path className={styles.tick} d={`M${at(year)} 59v6`} />
          <text x={at(year)} y="82" textAnchor="middle">
            {year}
          </text>
        </g>
      ))}
    </svg>
  );
}
