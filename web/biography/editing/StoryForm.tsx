import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type Book, storyPath } from '../address.ts';
import { Discard } from './Discard.tsx';
import type { EditStory_CardFragment } from './EditStory.graphql.ts';
import styles from './edit.module.css';
import { Manuscript } from './Manuscript.tsx';
import { Newer } from './Newer.tsx';
import { problemsOf, type Saved, saveStory } from './save.ts';
import { draftKey, leaveDraft, useDraft, type Writing } from './use-draft.ts';

/** The form of a story: title, text, date, place and chapter. */
export function StoryForm({
  book,
  card,
  chapterKey,
  offers,
  versions,
}: {
  book: Book;
  card: EditStory_CardFragment | null;
  chapterKey: string;
  offers?: ReactNode;
  versions?: (writing: Writing) => ReactNode;
}) {
  const id = useId();
  const navigate = useNavigate();
  const { user } = useSession();
  const opened = writingOf(card, chapterKey);
  const keyOf = (cardId?: string) => draftKey(user.id, { bookId: book.id, ...(cardId && { cardId }) });
  const draft = useDraft(keyOf(card?.id), opened);
  const { writing, set, isDirty, kept, reset } = draft;
  const [problems, setProblems] = useState<Extract<Saved, { kind: 'refused' }>['problems']>({});
  const [newer, setNewer] = useState<Extract<Saved, { kind: 'stale' }>['newer'] | null>(null);
  const [base, setBase] = useState(card?.revision ?? null);
  const [busy, setBusy] = useState(false);
  const [nextPath, setNextPath] = useState<string | null>(null);
  useUnsavedChanges(isDirty, { withinPage: true });
  const back = storyPath(book.id, { cardId: card?.id, chapter: chapterKey });
  const chapter = book.chapters.find(({ key }) => key === chapterKey);

  // A proposal was accepted or an earlier version restored: the unchanged form follows the new revision.
  if (card && base !== card.revision && !isDirty && !newer) {
    setBase(card.revision);
    reset(opened);
  }

  async function save(baseRevision: number | null) {
    const wrong = problemsOf(writing);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    try {
      const saved = await saveStory({ subjectId: book.id, cardId: card?.id ?? null, baseRevision }, writing, {
        words: opened.happened,
        edtf: card?.happened ?? null,
      });
      if (saved.kind === 'stale') setNewer(saved.newer);
      if (saved.kind === 'refused') setProblems(saved.problems);
      if (saved.kind === 'saved') goOnFrom(saved);
    } catch {
      setProblems({
        form: 'The connection broke before Evertold answered, so it is not saved. Your words are kept on this device. Try again.',
      });
    }
    setBusy(false);
  }

  /** Opens the story; if the user typed more while it was being saved, continues editing. */
  function goOnFrom({ cardId, revision }: Extract<Saved, { kind: 'saved' }>) {
    const later = draft.saved(writing);
    const body = later ? 'What you wrote since then is not saved yet.' : 'Every version is kept.';
    void notify('success', 'Saved', { body });
    setBase(revision);
    if (later && card) return;
    if (later) {
      reset(later);
      leaveDraft(keyOf(cardId), later);
    }
    setNextPath(storyPath(book.id, { cardId, chapter: writing.chapterKey, edit: later !== null }));
  }
  // Navigates only when nothing is unsaved, so that the leave question doesn't appear after saving.
  useEffect(() => {
    if (nextPath !== null && !isDirty) void navigate(nextPath);
  }, [nextPath, isDirty, navigate]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void save(base);
  }

  return (
    <main className={`wrap ${styles.edit}`} id="main" tabIndex={-1}>
      <DocumentTitle>{card ? `Edit: ${card.title}` : 'A new story'}</DocumentTitle>
      <form onSubmit={onSubmit} noValidate>
        <header className={styles.head}>
          <div>
            <p className="note">
              <Link to={back}>{chapter?.title ?? 'The book'}</Link>
            </p>
            <h1>{card ? 'Edit this story' : 'Write a story'}</h1>
          </div>
          <div className="row">
            <p className="note" role="status">
              {isDirty && (kept ? 'Kept on this device, not saved yet' : 'Not saved yet')}
            </p>
            <Discard isDirty={isDirty} onDiscard={() => reset(opened)} back={back} />
            <Button type="submit" busy={busy}>
              Save
            </Button>
          </div>
        </header>
        {problems.form && (
          <Notice kind="error" title="The story is not saved">
            <p>{problems.form}</p>
          </Notice>
        )}
        {newer && (
          <Newer
            newer={newer}
            mine={writing}
            busy={busy}
            onKeepMine={() => {
              setBase(newer.revision);
              setNewer(null);
              void save(newer.revision);
            }}
            onTakeTheirs={() => {
              setBase(newer.revision);
              reset({ ...writing, title: newer.title, body: newer.body });
              setNewer(null);
            }}
          />
        )}
        <div className={styles.columns}>
          <div>
            <section className={`leaf leaf-pad ${styles.sheet}`} aria-label="The story">
              <label className="sr" htmlFor={`${id}t`}>
                Title
              </label>
              <textarea
                id={`${id}t`}
                className={`told-title ${styles.title}`}
                rows={1}
                maxLength={160}
                placeholder="A title"
                value={writing.title}
                aria-invalid={problems.title ? true : undefined}
                aria-describedby={problems.title ? `${id}te` : undefined}
                onChange={(event) => set({ title: event.target.value.replaceAll('\n', ' ') })}
              />
              <Problem id={`${id}te`} words={problems.title} />
              <label className="sr" htmlFor={`${id}b`}>
                Text
              </label>
              <Manuscript
                id={`${id}b`}
                value={writing.body}
                onChange={(body) => set({ body })}
                sentences={card?.sentences ?? []}
                describedBy={`${id}bh${problems.body ? ` ${id}be` : ''}`}
                invalid={Boolean(problems.body)}
              />
              <Problem id={`${id}be`} words={problems.body} />
              <p className="note" id={`${id}bh`}>
                {card
                  ? 'Sentences that you leave as they are keep the words they rest on. What you change is marked as written by hand.'
                  : 'It is marked as written by hand.'}
              </p>
              {offers}
              <div className={styles.facts}>
                <TextField
                  label="When it was"
                  hint="A year, a month or a day: 1958, summer of 1952, about 1950."
                  value={writing.happened}
                  error={problems.happened}
                  onChange={(event) => set({ happened: event.target.value })}
                />
                <TextField
                  label="Where it was"
                  value={writing.place}
                  error={problems.place}
                  onChange={(event) => set({ place: event.target.value })}
                />
                <SelectField
                  label="Chapter"
                  value={writing.chapterKey}
                  error={problems.chapterKey}
                  onChange={(event) => set({ chapterKey: event.target.value })}
                >
                  {book.chapters.map(({ key, title }) => (
                    <option key={key} value={key}>
                      {title}
                    </option>
                  ))}
                </SelectField>
              </div>
            </section>
          </div>
          {versions?.(writing)}
        </div>
      </form>
    </main>
  );
}

function Problem({ id, words }: { id: string; words: string | undefined }) {
  if (!words) return null;
  return (
    <p className="field-error" id={id}>
      {words}
    </p>
  );
}

function writingOf(card: EditStory_CardFragment | null, chapterKey: string): Writing {
  return {
    title: card?.title ?? '',
    body: card?.body ?? '',
    happened: card?.happenedText ?? '',
    place: card?.place ?? '',
    chapterKey: card?.chapter.key ?? chapterKey,
  };
}
