import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { useOpenEditor } from '#web/app/use-open-editor.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type Book, storyPath } from '../address.ts';
import { Discard } from './Discard.tsx';
import type { EditStory_CardFragment } from './EditStory.graphql.ts';
import styles from './edit.module.css';
import { SetEditingDocument } from './editing.graphql.ts';
import { conflictTitle, MergeView } from './MergeView.tsx';
import { OtherEditors } from './OtherEditors.tsx';
import { StoryPeople } from './StoryPeople.tsx';
import { StoryPictures } from './StoryPictures.tsx';
import { StoryTextField } from './StoryTextField.tsx';
import { type Problems, problemsOf, type Saved, saveStory } from './save.ts';
import { storedIn, withoutSources } from './text/story-text.ts';
import { storeDraft, useDraft } from './use-draft.ts';
import { type Base, baseOf, changesOf, type FoundDraft, type StoryChanges, type Writing } from './writing.ts';

/** The form of a story: title, text, date, place and chapter. */
export function StoryForm({
  book,
  card,
  chapterKey,
  found,
  offers,
  versions,
}: {
  book: Book;
  card: EditStory_CardFragment | null;
  chapterKey: string;
  /** The draft to go on with. */
  found: FoundDraft | null;
  offers?: ReactNode;
  versions?: (writing: Writing) => ReactNode;
}) {
  const id = useId();
  const navigate = useNavigate();
  const { user } = useSession();
  const opened = useMemo(() => baseOf(card, chapterKey), [card, chapterKey]);
  const placeOf = (cardId: string | null) => ({ userId: user.id, subjectId: book.id, cardId });
  const draft = useDraft(placeOf(card?.id ?? null), opened, found);
  const { writing, base, set, isDirty, keptAt, elsewhere, reset } = draft;
  const other = useMemo(() => elsewhere && changesOf(elsewhere, opened), [elsewhere, opened]);
  const stored = useMemo(() => [...storedIn(base.writing.text), ...(card?.sentences ?? [])], [base, card]);
  const [problems, setProblems] = useState<Problems>({});
  const [merging, setMerging] = useState<'SAVED' | 'ELSEWHERE' | null>(null);
  const [busy, setBusy] = useState(false);
  const [nextPath, setNextPath] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedChanges(isDirty, { withinPage: true });
  useOpenEditor(SetEditingDocument, card && { cardId: card.id });
  const back = storyPath(book.id, { cardId: card?.id, chapter: chapterKey });
  const chapter = book.chapters.find(({ key }) => key === chapterKey);
  /** Whether somebody else saved the story after the user started these changes. */
  const isBehind =
    isDirty && !busy && card !== null && base.revision !== null && card.revision > base.revision;

  // A new revision was saved, by whatever means: a form without changes shows it.
  if (card && base.revision !== card.revision && !isDirty && !busy) reset(opened);

  async function save(what: Writing, baseRevision: number | null) {
    const wrong = problemsOf(what);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    try {
      const saved = await saveStory(book.id, card, baseRevision, await draft.pause(), what);
      if (saved.kind !== 'saved') draft.notSaved();
      if (saved.kind === 'stale') setMerging('SAVED');
      if (saved.kind === 'refused') setProblems(saved.problems);
      if (saved.kind === 'saved') goOnFrom(saved, what);
      if (saved.kind === 'gone') {
        set((now) => ({ text: withoutSources(now.text, saved.sources) }));
        setProblems({
          form: 'Some of the words that this story is based on were removed while you were writing. The sentences based on them are now marked as written by hand. Read them again, and save if they can stay.',
        });
      }
    } catch {
      draft.notSaved();
      setProblems({
        form: 'The connection broke before Evertold answered, so it is not saved. Your words are kept on this device. Try again.',
      });
    }
    setBusy(false);
  }

  /** Opens the story; if the user typed more while it was being saved, continues editing. */
  function goOnFrom({ cardId, revision }: Extract<Saved, { kind: 'saved' }>, as: Writing) {
    const now = { revision, writing: as };
    const later = draft.saved(now);
    const body = later ? 'What you wrote since then is not saved yet.' : 'Every version is kept.';
    void notify('success', 'Saved', { body });
    setMerging(null);
    if (later && card) return;
    if (later) {
      reset({ revision: null, writing: later });
      storeDraft(placeOf(cardId), { writing: later, base: now });
    }
    setNextPath(storyPath(book.id, { cardId, chapter: as.chapterKey, edit: later !== null }));
  }
  // Navigates only when nothing is unsaved, so that the leave question doesn't appear after saving.
  useEffect(() => {
    if (nextPath !== null && !isDirty) void navigate(nextPath);
  }, [nextPath, isDirty, navigate]);

  useEffect(() => {
    function saveByKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      form.current?.requestSubmit();
    }
    document.addEventListener('keydown', saveByKey);
    return () => document.removeEventListener('keydown', saveByKey);
  }, []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (elsewhere) setMerging('ELSEWHERE');
    else if (isBehind) setMerging('SAVED');
    else if (isDirty || !card) void save(writing, base.revision);
    else void navigate(back);
  }

  /** Erases the draft, and offers to bring it back. */
  function discard() {
    const discarded = { writing, base };
    reset(opened);
    setNextPath(back);
    if (!isDirty) return;
    void notify('success', 'Your changes are discarded', {
      action: { label: 'Undo', onClick: () => bringBack(discarded) },
    });
  }

  function bringBack(discarded: StoryChanges) {
    storeDraft(placeOf(card?.id ?? null), discarded);
    void navigate(storyPath(book.id, { cardId: card?.id, chapter: chapterKey, edit: true }));
  }

  function onMerged(merged: Writing, saveNow: boolean) {
    const revision = card?.revision ?? null;
    if (merging === 'SAVED') reset(opened, merged);
    if (merging === 'ELSEWHERE' && other) draft.overwrite({ writing: merged, base: other.base });
    const isNewest = merging === 'SAVED' || other?.base.revision === revision;
    if (saveNow && isNewest) void save(merged, revision);
    else setMerging(null);
  }

  const theirs: Base | null =
    merging === 'SAVED' ? opened : other && { revision: other.base.revision, writing: other.writing };
  if (merging && theirs) {
    const author = card && authorOf(card, user.id);
    return (
      <main className={`wrap ${styles.edit}`} id="main" tabIndex={-1}>
        <DocumentTitle>{`Two versions: ${card?.title ?? 'a new story'}`}</DocumentTitle>
        {problems.form && (
          <Notice kind="error" title="The story is not saved">
            <p>{problems.form}</p>
          </Notice>
        )}
        <MergeView
          key={merging === 'SAVED' ? card?.revision : elsewhere?.version}
          title={merging === 'SAVED' ? conflictTitle(author) : elsewhereTitle}
          otherLabel={
            merging === 'ELSEWHERE'
              ? 'From your other device'
              : author === null
                ? 'The saved version'
                : `${author}’s version`
          }
          base={base.writing}
          mine={writing}
          theirs={theirs}
          stored={stored}
          chapters={book.chapters}
          busy={busy}
          onMerged={onMerged}
          onBack={() => setMerging(null)}
        />
      </main>
    );
  }

  return (
    <main className={`wrap ${styles.edit}`} id="main" tabIndex={-1}>
      <DocumentTitle>{card ? `Edit: ${card.title}` : 'A new story'}</DocumentTitle>
      <form onSubmit={onSubmit} noValidate ref={form}>
        <header className={styles.head}>
          <div>
            <p className="note">
              <Link to={back}>{chapter?.title ?? 'The book'}</Link>
            </p>
            <h1>{card ? 'Edit this story' : 'Write a story'}</h1>
          </div>
          <div className="row">
            <p className="note" role="status">
              {isDirty && unsavedWords(keptAt)}
            </p>
            <Discard isDirty={isDirty} onUndoAll={() => reset(opened)} onDiscard={discard} />
            <Button type="submit" busy={busy}>
              Save
            </Button>
          </div>
        </header>
        {card && <OtherEditors subjectId={book.id} cardId={card.id} isEditing />}
        {problems.form && (
          <Notice kind="error" title="The story is not saved">
            <p>{problems.form}</p>
          </Notice>
        )}
        {elsewhere && (
          <Notice kind="warn" title={elsewhereTitle}>
            <p>What you write here is kept on this device. Choose what to keep of each version.</p>
            <Button look="quiet" small onClick={() => setMerging('ELSEWHERE')}>
              Compare the two versions
            </Button>
          </Notice>
        )}
        {isBehind && (
          <Notice kind="warn" title={conflictTitle(authorOf(card, user.id))}>
            <p>Your changes are kept. Before you save, choose what to keep of each version.</p>
            <Button look="quiet" small onClick={() => setMerging('SAVED')}>
              Compare the two versions
            </Button>
          </Notice>
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
              <StoryTextField
                id={`${id}b`}
                value={writing.text}
                onChange={(text) => set({ text })}
                stored={stored}
                describedBy={`${id}bh${problems.body ? ` ${id}be` : ''}`}
                invalid={Boolean(problems.body)}
              />
              <Problem id={`${id}be`} words={problems.body} />
              <p className="note" id={`${id}bh`}>
                {card
                  ? 'A dashed line marks what is written by hand. A dotted line marks sentences that were said and then changed.'
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
                  {book.chapters.map(({ key, title, hidden }) => (
                    <option key={key} value={key}>
                      {hidden ? `${title} (hidden)` : title}
                    </option>
                  ))}
                </SelectField>
              </div>
            </section>
            {card ? (
              <>
                <StoryPictures book={book} cardId={card.id} text={writing.text} />
                <StoryPeople book={book} cardId={card.id} />
              </>
            ) : (
              <p className="note">After you save the story, you can add pictures and people to it.</p>
            )}
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

const elsewhereTitle = 'You also changed this story on another device';

function unsavedWords(keptAt: 'SERVER' | 'DEVICE' | null): string {
  if (keptAt === 'SERVER') return 'Draft kept, not saved yet';
  return keptAt === 'DEVICE' ? 'Kept on this device, not saved yet' : 'Not saved yet';
}

/** The name of the person who saved the story last; null if it was the user, for example in another window. */
function authorOf({ author }: EditStory_CardFragment, userId: string): string | null {
  if (author.__typename !== 'User') return 'The writer';
  return author.id === userId ? null : author.name;
}
