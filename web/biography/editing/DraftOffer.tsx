import { useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { timeInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { discardFoundDraft } from './draft-store.ts';
import styles from './edit.module.css';
import { bodyOf } from './text/story-text.ts';
import type { DraftPlace } from './use-draft.ts';
import type { FoundDraft, StoryChanges } from './writing.ts';

/** Asks whether to go on with a draft that the user wrote before, perhaps on another device. */
export function DraftOffer({
  place,
  found,
  changes,
  onContinue,
  onDiscarded,
}: {
  place: DraftPlace;
  found: FoundDraft;
  changes: StoryChanges;
  onContinue: () => void;
  onDiscarded: (changes: StoryChanges) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const { title, text } = changes.writing;

  async function discard() {
    setBusy(true);
    const isDiscarded = await discardFoundDraft(place, found.version).catch(() => false);
    setBusy(false);
    setFailed(!isDiscarded);
    if (isDiscarded) onDiscarded(changes);
  }

  return (
    <main className={`wrap ${styles.edit}`} id="main" tabIndex={-1}>
      <DocumentTitle>{`Your draft: ${title || 'a new story'}`}</DocumentTitle>
      {failed && (
        <Notice kind="error" title="The draft is not discarded">
          <p>The connection broke before Evertold answered. Try again.</p>
        </Notice>
      )}
      <section className={`leaf leaf-pad ${styles.offer}`} aria-labelledby="offer-title">
        <h1 id="offer-title" className="section-title">
          You have an unsaved draft of {dayAndTime(found.updatedAt)}
        </h1>
        <div>
          <h2>{title || 'Without a title'}</h2>
          <p className={`told ${styles.beginning}`}>{bodyOf(text)}</p>
        </div>
        <div className="row">
          <Button onClick={onContinue}>Continue with the draft</Button>
          <Button look="quiet" busy={busy} onClick={() => void discard()}>
            Discard the draft
          </Button>
        </div>
      </section>
    </main>
  );
}

/** For example "yesterday, 6:04 pm". */
function dayAndTime(at: string, now = new Date()): string {
  const dayOf = (date: Date) => date.toDateString();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const then = new Date(at);
  const day =
    dayOf(then) === dayOf(now)
      ? 'today'
      : dayOf(then) === dayOf(yesterday)
        ? 'yesterday'
        : then.toLocaleDateString(undefined, { day: 'numeric', month: 'long' });
  return `${day}, ${timeInWords(at)}`;
}
