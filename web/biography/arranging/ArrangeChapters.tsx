import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { textOf } from '#web/app/form-action.ts';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { arrangeStoriesPath, type Book, type Chapter, storiesInWords, storyPath } from '../address.ts';
import { followStories } from '../reading/follow-stories.ts';
import styles from './arrange.module.css';
import { hideChapter, orderChapters, renameChapter } from './chapter-changes.ts';
import { focusMoved, MoveButtons } from './MoveButtons.tsx';
import { SortableRow, SortableRows } from './Sortable.tsx';

/** The chapters of a book, to rename, reorder and hide. What others change meanwhile is shown at once. */
export function ArrangeChapters({ book }: { book: Book }) {
  const { id: subjectId } = book;
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);
  // The order in which the chapters were dropped, until it is saved or refused.
  const [dropped, setDropped] = useState<string[] | null>(null);
  const chapters = dropped
    ? [...book.chapters].sort((a, b) => dropped.indexOf(a.id) - dropped.indexOf(b.id))
    : book.chapters;
  useEffect(() => followStories(subjectId, null), [subjectId]);

  async function act(change: () => Promise<string | null>) {
    setBusy(true);
    const done = await change();
    setBusy(false);
    if (done) setAnnouncement(done);
    return done !== null;
  }

  async function move({ id, title }: Chapter, at: number, by: -1 | 1) {
    const ids = chapters.map((chapter) => chapter.id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, id);
    const isMoved = await saveOrder(ids, { id, title });
    if (isMoved) focusMoved(list.current, id, by);
  }

  function saveOrder(ids: string[], { id, title }: { id: string; title: string }) {
    return act(async () => {
      const isSaved = await orderChapters(subjectId, ids);
      return isSaved ? `${title} is now chapter ${ids.indexOf(id) + 1} of ${ids.length}.` : null;
    });
  }

  async function drop(ids: string[], moved: { id: string; title: string }) {
    setDropped(ids);
    await saveOrder(ids, moved);
    setDropped(null);
  }

  function toggle({ id, title, hidden }: Chapter) {
    void act(async () => {
      if (!(await hideChapter(id, !hidden))) return null;
      return hidden ? `${title} is shown to everyone who can see the book.` : `${title} is hidden.`;
    });
  }

  return (
    <div className="leaf">
      <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
        <DocumentTitle>Arrange chapters</DocumentTitle>
        <h1>Arrange chapters</h1>
        <p className="lead quiet">
          A hidden chapter, with its stories, is only visible to those who write the book. New stories still
          go into it. Every change is saved at once.
        </p>
        <SortableRows rows={chapters} onOrder={(ids, moved) => void drop(ids, moved)}>
          <ol ref={list} className={styles.chapters}>
            {chapters.map((chapter, at) => (
              <SortableRow key={chapter.id} row={chapter} disabled={busy}>
                <Title chapter={chapter} onRenamed={(title) => setAnnouncement(`Renamed to ${title}.`)} />
                <div className={`row ${styles.acts}`}>
                  <MoveButtons
                    title={chapter.title}
                    at={at}
                    count={chapters.length}
                    busy={busy}
                    onMove={(by) => void move(chapter, at, by)}
                  />
                  <Button
                    look="quiet"
                    small
                    busy={busy}
                    aria-label={`${chapter.hidden ? 'Show' : 'Hide'} chapter: ${chapter.title}`}
                    onClick={() => toggle(chapter)}
                  >
                    {chapter.hidden ? 'Show chapter' : 'Hide chapter'}
                  </Button>
                  {chapter.cards.length > 1 && (
                    <Link
                      className={buttonClass({ look: 'text', small: true })}
                      to={arrangeStoriesPath(subjectId, chapter.key)}
                      aria-label={`Arrange stories: ${chapter.title}`}
                    >
                      Arrange stories
                    </Link>
                  )}
                </div>
              </SortableRow>
            ))}
          </ol>
        </SortableRows>
        <p className="sr" aria-live="polite">
          {announcement}
        </p>
        <Link className={buttonClass()} to={storyPath(subjectId, {})}>
          Back to the book
        </Link>
      </main>
    </div>
  );
}

/** Puts the keyboard into a field that has just appeared. */
function selectWords(field: HTMLInputElement | null) {
  field?.select();
}

/** A chapter's title with its standing, or the field to rename it. */
function Title({ chapter, onRenamed }: { chapter: Chapter; onRenamed: (title: string) => void }) {
  const { id, title, hidden, cards } = chapter;
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const rename = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    setError(null);
    requestAnimationFrame(() => rename.current?.focus({ preventScroll: true }));
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = textOf(new FormData(event.currentTarget), 'title').trim();
    if (!entered) return setError('Enter a title');
    setBusy(true);
    const problem = await renameChapter(id, entered);
    setBusy(false);
    if (problem) return setError(problem);
    onRenamed(entered);
    close();
  }
  if (isOpen) {
    return (
      <form className={styles.rename} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label="Title of the chapter"
          name="title"
          defaultValue={title}
          maxLength={80}
          autoComplete="off"
          error={error}
          ref={selectWords}
          onChange={() => setError(null)}
        />
        <div className="row">
          <Button type="submit" small busy={busy}>
            Save
          </Button>
          <Button look="text" small onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className="row">
      <p>
        <b>{title}</b>
        <br />
        <span className="note">
          {storiesInWords(cards.length)}
          {hidden && ', hidden'}
        </span>
      </p>
      <span className="row-end">
        <Button
          ref={rename}
          look="text"
          small
          aria-label={`Rename chapter: ${title}`}
          onClick={() => setOpen(true)}
        >
          Rename
        </Button>
      </span>
    </div>
  );
}
