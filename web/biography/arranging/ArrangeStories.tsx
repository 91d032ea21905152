import { useEffect, useRef, useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { type Book, type Chapter, type StoryTitle, storyPath } from '../address.ts';
import { followStories } from '../reading/follow-stories.ts';
import styles from './arrange.module.css';
import { orderStoriesByDate, placeStory } from './chapter-changes.ts';
import { focusMoved, MoveButton } from './MoveButton.tsx';
import { SortableRow, SortableRows } from './Sortable.tsx';

/** The stories of a chapter, to reorder by hand. What others change meanwhile is shown at once. */
export function ArrangeStories({ book, chapter }: { book: Book; chapter: Chapter }) {
  const { id: subjectId } = book;
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);
  // The order in which the stories were dropped, until it is saved or refused.
  const [dropped, setDropped] = useState<string[] | null>(null);
  const stories = dropped
    ? [...chapter.cards].sort((a, b) => dropped.indexOf(a.id) - dropped.indexOf(b.id))
    : chapter.cards;
  useEffect(() => followStories(subjectId, null), [subjectId]);

  async function act(change: () => Promise<boolean>, done: string): Promise<boolean> {
    setBusy(true);
    const isDone = await change();
    setBusy(false);
    if (isDone) setAnnouncement(done);
    return isDone;
  }

  function savePlace(ids: string[], { id, title }: { id: string; title: string }) {
    const at = ids.indexOf(id);
    return act(
      () => placeStory(id, ids[at - 1] ?? null),
      `${title} is story ${at + 1} of ${ids.length} now.`,
    );
  }

  async function move(story: StoryTitle, at: number, by: -1 | 1) {
    const ids = stories.map(({ id }) => id).toSpliced(at, 1);
    if (await savePlace(ids.toSpliced(at + by, 0, story.id), story)) focusMoved(list.current, story.id, by);
  }

  async function drop(ids: string[], moved: { id: string; title: string }) {
    setDropped(ids);
    await savePlace(ids, moved);
    setDropped(null);
  }

  return (
    <div className="leaf">
      <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
        <DocumentTitle>{`Arrange stories: ${chapter.title}`}</DocumentTitle>
        <h1>Arrange stories</h1>
        <p className="lead quiet">
          {chapter.title}. A story stands by its date until you move it. The order is the same for everyone,
          and in printed books and e-books. Every change is saved at once.
        </p>
        {chapter.cards.length === 0 && <p>This chapter has no stories yet.</p>}
        <SortableRows rows={stories} onOrder={(ids, moved) => void drop(ids, moved)}>
          <ol ref={list} className={styles.chapters}>
            {stories.map((story, at) => (
              <SortableRow key={story.id} row={story} disabled={busy}>
                <p>
                  <b>{story.title}</b>
                  <br />
                  <span className="note">{standingOf(story)}</span>
                </p>
                <div className={`row ${styles.acts}`}>
                  <MoveButton
                    isUp
                    title={story.title}
                    isAtEnd={at === 0}
                    busy={busy}
                    onMove={() => void move(story, at, -1)}
                  />
                  <MoveButton
                    title={story.title}
                    isAtEnd={at === stories.length - 1}
                    busy={busy}
                    onMove={() => void move(story, at, 1)}
                  />
                </div>
              </SortableRow>
            ))}
          </ol>
        </SortableRows>
        <p className="sr" aria-live="polite">
          {announcement}
        </p>
        <div className="row">
          <Link className={buttonClass()} to={storyPath(subjectId, { chapter: chapter.key })}>
            Back to the book
          </Link>
          {chapter.cards.some(({ placedByHand }) => placedByHand) && (
            <Button
              look="quiet"
              busy={busy}
              onClick={() =>
                void act(() => orderStoriesByDate(chapter.id), 'The stories are in the order of their dates.')
              }
            >
              Back to the order by date
            </Button>
          )}
        </div>
      </main>
    </div>
  );
}

function standingOf({ happenedText, placedByHand, status }: StoryTitle): string {
  const standing = status === 'DRAFT' ? 'a draft' : status === 'HIDDEN' ? 'hidden' : null;
  return [happenedText ?? 'no date yet', standing, placedByHand && 'moved by hand']
    .filter(Boolean)
    .join(', ');
}
