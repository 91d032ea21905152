import type { ReactNode } from 'react';
import { rng } from './same-numbers.ts';

export interface EdgeChapter {
  id: string;
  title: string;
  stories: number;
  /** How many of the stories are new since the user last looked. */
  fresh?: number;
  /** The number of stories that are still expected. */
  expected?: number;
}

const gap = 5.2;

function countWords(stories: number): string {
  if (stories === 0) return 'nothing to read yet';
  return stories === 1 ? '1 story' : `${stories} stories`;
}

/** The book seen from the side: a line per story, dotted for a story that is still expected. */
export function ForeEdge({
  chapters,
  label,
  titleOf = (chapter) => <b>{chapter.title}</b>,
}: {
  chapters: readonly EdgeChapter[];
  label: string;
  /** Renders a chapter's title, for example as a link. */
  titleOf?: (chapter: EdgeChapter) => ReactNode;
}) {
  return (
    <ol className="edge" aria-label={label}>
      {chapters.map((chapter) => (
        <li key={chapter.id}>
          <Leaves chapter={chapter} />
          <div>
            {titleOf(chapter)}
            <span className="note">
              {countWords(chapter.stories)}
              {chapter.fresh ? (
                <>
                  , <b className="fresh">{chapter.fresh} new</b>
                </>
              ) : null}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Leaves({ chapter }: { chapter: EdgeChapter }) {
  const { expected = 0, fresh = 0, stories } = chapter;
  const kinds = [
    ...Array.from({ length: expected }, () => 'page-none'),
    ...Array.from({ length: Math.min(fresh, stories) }, () => 'page-new'),
    ...Array.from({ length: Math.max(0, stories - fresh) }, () => 'page'),
  ];
  const height = 6 + Math.max(1, kinds.length) * gap;
  const r = rng(chapter.id);
  return (
    <svg viewBox={`0 0 290 ${height}`} preserveAspectRatio="none" height={height} aria-hidden="true">
      {kinds.map((kind, i) => {
        const y = Math.round((5.6 + i * gap) * 10) / 10;
        return <path key={y} className={kind} d={`M0 ${y}H${281 + Math.floor(r() * 10)}`} />;
      })}
    </svg>
  );
}
