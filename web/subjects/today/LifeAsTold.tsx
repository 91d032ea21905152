import type { FragmentType } from '@apollo/client';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { LifeLine } from '#web/ui/LifeLine.tsx';
import { capital, wordsFor } from '../person-words.ts';
import { yearsOf } from '../when.ts';
import { type LifeAsTold_SubjectFragment, LifeAsTold_SubjectFragmentDoc } from './LifeAsTold.graphql.ts';
import styles from './today.module.css';

interface Dated {
  title: string;
  from: number;
  to: number;
}

/** The smallest distance between two titles above the line, as a share of its length. */
const apart = 0.2;
const longestTitle = 30;

/**
 * A life as one line: tall where a lot was told, flat where nothing was. Rendered only when at least two stories have
 * a year.
 */
export function LifeAsTold({ subject }: { subject: FragmentType<LifeAsTold_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: LifeAsTold_SubjectFragmentDoc, from: subject });
  const { preferredName, isSelf, birthDate, chapters } = data;
  const words = wordsFor(data);
  const today = new Date().getFullYear();
  const born = birthDate ? yearsOf(birthDate)?.from : undefined;
  const dated = chapters
    .flatMap(({ cards }) => cards)
    .flatMap(({ title, happened }): Dated[] => {
      const years = happened ? yearsOf(happened) : null;
      return years ? [{ title, ...years }] : [];
    })
    .filter(({ from }) => from <= today && from >= (born ?? from))
    .sort((a, b) => a.from - b.from);
  // Stories about earlier years are about other people's lives.
  const first = born ?? dated[0]?.from ?? today;
  if (dated.length < 2 || first >= today) return null;
  const told = toldByYear(dated, first, today);
  const label = `${isSelf ? 'Your' : `${preferredName}’s`} life from ${first} to ${today}. ${mostTold(dated)}`;
  return (
    <section className={styles.life}>
      <h2>{isSelf ? 'Your life' : `${capital(words.their)} life`}, as told</h2>
      <p className="quiet">
        Tall where {words.they} {words.verb('has', 'have')} told a lot, flat where nobody has asked.
      </p>
      <div className={styles.lifeLine}>
        <div className="only-desk">
          <LifeLine
            from={first}
            to={today}
            told={told}
            events={eventsOn(dated, first, today, 5)}
            label={label}
          />
        </div>
        <div className="only-phone">
          <LifeLine
            from={first}
            to={today}
            told={told}
            events={eventsOn(dated, first, today, 1)}
            label={label}
            width={350}
            yearsApart={20}
          />
        </div>
      </div>
    </section>
  );
}

/** The weight of a story in its own year and the years around it. */
const around = [0.25, 0.6, 1, 0.6, 0.25];

/** A story that may belong to several years is divided among them. */
function toldByYear(dated: readonly Dated[], first: number, last: number): number[] {
  const told = Array.from({ length: last - first + 1 }, () => 0);
  for (const { from, to } of dated) {
    const end = Math.min(to, last);
    for (let year = from; year <= end; year++) {
      around.forEach((share, i) => {
        const at = year - first + i - 2;
        if (at >= 0 && at < told.length) told[at] = (told[at] ?? 0) + share / (end - from + 1);
      });
    }
  }
  return told.map((stories) => Math.sqrt(stories));
}

/** A few stories with a known year, far enough apart to be readable. */
function eventsOn(dated: readonly Dated[], first: number, last: number, most: number) {
  const events: { year: number; title: string }[] = [];
  for (const { from, to, title } of dated) {
    const before = events.at(-1);
    const near = before && (from - before.year) / (last - first) < apart;
    if (from === to && !near && title.length <= longestTitle && events.length < most)
      events.push({ year: from, title });
  }
  return events;
}

function mostTold(dated: readonly Dated[]): string {
  const middle = dated.slice(Math.floor(dated.length / 8), Math.ceil((dated.length * 7) / 8));
  const from = middle[0]?.from;
  const to = middle.at(-1)?.from;
  return from === to ? `Most stories are about ${from}.` : `Most stories are about ${from} to ${to}.`;
}
