import type { FragmentType } from '@apollo/client';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Button } from '#web/ui/Button.tsx';
import { ForeEdge } from '#web/ui/ForeEdge.tsx';
import { wordsFor } from '../person-words.ts';
import { AskDialog } from './AskDialog.tsx';
import { type BookSoFar_SubjectFragment, BookSoFar_SubjectFragmentDoc } from './BookSoFar.graphql.ts';
import styles from './today.module.css';

/** A story counts as new for a week. */
const newForMs = 7 * 24 * 3_600_000;
const mostExpected = 6;

/** The book by chapters, and what nobody has asked about yet. */
export function BookSoFar({ subject }: { subject: FragmentType<BookSoFar_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: BookSoFar_SubjectFragmentDoc, from: subject });
  const [now] = useState(() => Date.now());
  const { chapters } = data;
  const words = wordsFor(data);
  const stories = chapters.reduce((sum, { cardCount }) => sum + cardCount, 0);
  if (stories === 0) return null;
  const begun = chapters.filter(({ cardCount }) => cardCount > 0).length;
  const untold = chapters.find(({ cardCount }) => cardCount === 0);
  const mayAsk = data.abilities.includes('ASK') && data.status !== 'MEMORIAL';
  const to = (key: string) =>
    `/dashboard/${encodeURIComponent(data.id)}/biography/?chapter=${encodeURIComponent(key)}`;
  return (
    <section className={styles.soFar}>
      <div>
        <h2>The book so far</h2>
        <p className={`quiet ${styles.soFarWords}`}>
          {stories === 1 ? '1 story' : `${stories} stories`} in {begun} of {chapters.length} chapters. A
          dotted line is a story we think is still to be told.
        </p>
        {untold && mayAsk && (
          <>
            <p className={`lead ${styles.untold}`}>
              There’s nothing to read about <b>{untold.title}</b> yet.
            </p>
            <AskDialog
              subjectId={data.id}
              words={words}
              about={untold.title}
              trigger={
                <Button look="quiet" className={styles.act}>
                  Ask about that
                </Button>
              }
            />
          </>
        )}
      </div>
      <ForeEdge
        label="Chapters, and how many stories each has"
        chapters={chapters.map(({ id, title, cardCount, told, cards }) => ({
          id,
          title,
          stories: cardCount,
          fresh: cards.filter(({ createdAt }) => now - Date.parse(createdAt) < newForMs).length,
          expected: expectedStories(cardCount, told),
        }))}
        titleOf={({ id, title }) => (
          <Link to={to(chapters.find((chapter) => chapter.id === id)?.key ?? '')}>
            <b>{title}</b>
          </Link>
        )}
      />
    </section>
  );
}

/** The number of stories that a chapter still lacks, estimated from its progress. */
function expectedStories(stories: number, told: number): number {
  if (told >= 1) return 0;
  const whole = stories > 0 && told > 0 ? Math.round(stories / told) : stories + 3;
  return Math.min(mostExpected, Math.max(1, whole - stories));
}
