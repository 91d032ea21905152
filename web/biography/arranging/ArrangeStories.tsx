import { useEffect, useRef, useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { type Book, type Chapter, type StoryTitle, storyPath } from '../address.ts';
import { followStories } from '../reading/follow-stories.ts';
import styles from './arrange.module.css';
import { moveStory, orderStoriesByDate } from './chapter-changes.ts';
import { focusMoved, MoveButtons } from './MoveButtons.tsx';
import { SortableRow, SortableRows } from './Sortable.tsx';

/** The stories of a chapter, to reorder by hand. What others change meanwhile is shown at once. */
export function ArrangeStories({ book, chapter }: { book: Book; chapter: Chapter }) {
  const { id: subjectId } = book;
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);
  const [asksToSort, setAsksToSort] = useState(false);
  // The order in which the stories were dropped, until it is saved or refused.
  const [dropped, setDropped] = useState<string[] | null>(null);
  const stories = dropped
    ? [...chapter.cards].sort((a, b) => dropped.indexOf(a.id) - dropped.indexOf(b.id))
    : chapter.cards;
  const movedCount = chapter.cards.filter(({ movedByHand }) => movedByHand).length;
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
    return act(() => moveStory(id, ids[at - 1] ?? null), `${title} is now story ${at + 1} of ${ids.length}.`);
  }

  async function move(story: StoryTitle, at: number, by: -1 | 1) {
    const ids = stories.map(({ id }) => id).toSpliced(at, 1);
    if (await savePlace(ids.toSpliced(at + by, 0, story.id), story)) focusMoved(list.current, story.id, by);
  }

  async function sortByDate() {
    await act(() => orderStoriesByDate(chapter.id), 'The stories are in order of date.');
    setAsksToSort(false);
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
          {chapter.title}. Stories are in order of date until you move them. The order is the same for
          everyone, and in printed books and e-books. Every change is saved at once.
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
                  <MoveButtons
                    title={story.title}
                    at={at}
                    count={stories.length}
                    busy={busy}
                    onMove={(by) => void move(story, at, by)}
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
          {movedCount > 0 && (
            <AlertDialog
              open={asksToSort}
              onOpenChange={setAsksToSort}
              trigger={
                <Button look="quiet" busy={busy}>
                  Sort by date
                </Button>
              }
              title="Sort this chapter by date?"
              lead={
                movedCount === 1
                  ? 'One story was moved by hand. It goes back to its place by date.'
                  : `${movedCount} stories were moved by hand. They go back to their places by date.`
              }
              actions={
                <>
                  <Button busy={busy} onClick={() => void sortByDate()}>
                    Sort by date
                  </Button>
                  <AlertDialogClose className="btn btn-quiet">Cancel</AlertDialogClose>
                </>
              }
            />
          )}
        </div>
      </main>
    </div>
  );
}

function standingOf({ happenedText, movedByHand, status }: StoryTitle): string {
  const standing = status === 'DRAFT' ? 'a draft' : status === 'HIDDEN' ? 'hidden' : null;
  return [happenedText ?? 'no date yet', standing, movedByHand && 'moved by hand'].filter(Boolean).join(', ');
}
