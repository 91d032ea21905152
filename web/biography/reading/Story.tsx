import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { isAdmin } from '#web/app/session.ts';
import { personPath } from '#web/people/person/address.ts';
import { placesPath } from '#web/people/places/address.ts';
import { nameBeside } from '#web/subjects/name-beside.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { State } from '#web/ui/Notice.tsx';
import { Thread } from '#web/ui/Thread.tsx';
import { type Book, type StoryTitle, storyPath } from '../address.ts';
import { AudienceMark } from '../audience/AudienceMark.tsx';
import { LaterRemarks } from '../remarks/LaterRemarks.tsx';
import styles from './book.module.css';
import { Offers } from './Offers.tsx';
import { Paragraph } from './Paragraph.tsx';
import { OtherKeepsakes, Pictures } from './Pictures.tsx';
import { placePictures } from './place-pictures.ts';
import type { Story_CardFragment } from './Story.graphql.ts';
import { StoryActs, VisibilityNotice } from './StoryActs.tsx';
import { dayOf, paragraphsOf, type Sentence, sourceInWords } from './said.ts';

// Loaded only for those who write the book.
const OtherEditors = lazy(() =>
  import('../editing/OtherEditors.tsx').then(({ OtherEditors }) => ({ default: OtherEditors })),
);

// Loaded only for admins.
const StoryMadeBy = lazy(() => import('./StoryMadeBy.tsx'));

/** A story for reading: each sentence opens the words that it is based on. */
export function Story({
  card,
  book,
  next,
}: {
  card: Story_CardFragment;
  book: Book;
  next: (StoryTitle & { chapter: string }) | null;
}) {
  const session = useSession();
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const paragraphs = useMemo(() => paragraphsOf(card.sentences), [card.sentences]);
  const selected = card.sentences.find(({ id }) => id === selectedId) ?? null;
  const mayWrite = book.abilities.includes('WRITE');
  const placed = placePictures(card.pictures, paragraphs.length);
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setSelectedId(null);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  const select = (sentence: Sentence | null) => setSelectedId(sentence?.id ?? null);

  return (
    <article className={styles.story} aria-labelledby={`story-${card.id}`}>
      <div className={styles.storyHead}>
        <h2 className="told-title" id={`story-${card.id}`} style={{ viewTransitionName: `title-${card.id}` }}>
          {card.title}
        </h2>
        <p className="note">
          {[toldInWords(card), card.happenedText].filter(Boolean).join(' · ')}
          {card.place && (
            <>
              {' · '}
              <Link to={placesPath(book.id, card.place)}>{card.place}</Link>
            </>
          )}
        </p>
        <InThisStory people={card.people} book={book} />
        <Mark card={card} their={wordsFor(book).their} />
        <AudienceMark audience={card.audience} book={book} />
        {isAdmin(session) && (
          <Suspense>
            <StoryMadeBy cardId={card.id} />
          </Suspense>
        )}
      </div>
      {mayWrite && card.status !== 'PUBLISHED' && <VisibilityNotice card={card} book={book} />}
      {mayWrite && (
        <Suspense fallback={null}>
          <OtherEditors subjectId={book.id} cardId={card.id} isEditing={false} />
        </Suspense>
      )}
      <Pictures of={placed.get(0) ?? []} />
      {paragraphs.map((sentences, i) => (
        <div key={sentences[0]?.id}>
          <Paragraph sentences={sentences} inHand={selected} onTake={select} subjectId={book.id} />
          <Pictures of={placed.get(i + 1) ?? []} />
        </div>
      ))}
      {card.sentences.length === 0 && (
        <p className="quiet">Nothing of this story can be shown: the words it rests on were made private.</p>
      )}
      <OtherKeepsakes of={card.keepsakes} />
      <p className="sr" role="status">
        {selected && sourceInWords(selected)}
      </p>
      {mayWrite && <Offers card={card} />}
      {mayWrite && (
        <StoryActs
          card={card}
          book={book}
          editPath={storyPath(book.id, { cardId: card.id, chapter: card.chapter.key, edit: true })}
        />
      )}
      <LaterRemarks subjectId={book.id} cardId={card.id} />
      {next && (
        <nav className={styles.next} aria-label="Next story">
          <Link to={storyPath(book.id, { cardId: next.id, chapter: next.chapter })}>
            <span className="note">Next story</span>
            <span className="told-title" style={{ viewTransitionName: `title-${next.id}` }}>
              {next.title}
            </span>
          </Link>
        </nav>
      )}
      <Thread of={selected?.id ?? null} />
    </article>
  );
}

/** The people in the story, with links to their pages. */
function InThisStory({ people, book }: { people: Story_CardFragment['people']; book: Book }) {
  const words = wordsFor(book);
  if (people.length === 0) return null;
  return (
    <p className={`note ${styles.people}`}>
      <span>In this story:</span>
      {people.map((person) => (
        <Link key={person.id} to={personPath(book.id, person.id)}>
          {nameBeside(person, words)}
        </Link>
      ))}
    </p>
  );
}

const channelWords = {
  PHONE: 'on the phone',
  SMS: 'by text',
  WEB: 'in the browser',
  RECORDING: 'on an old recording',
};

function toldInWords({ conversations, sentences }: Story_CardFragment): string | null {
  const [call] = conversations;
  if (call?.channel === 'RECORDING') return `Told ${channelWords.RECORDING}`;
  if (call?.startedAt) return `Told ${channelWords[call.channel]}, ${dayOf(call.startedAt)}`;
  const first = sentences
    .flatMap(({ sources }) => sources)
    .map(({ saidAt }) => saidAt)
    .sort()[0];
  return first ? `Told on ${dayOf(first)}` : 'Written by hand';
}

function Mark({
  card: { mark, sentences },
  their,
}: {
  card: Pick<Story_CardFragment, 'mark' | 'sentences'>;
  /** The possessive pronoun of the subject. */
  their: string;
}) {
  const byHand = sentences.filter((sentence) => sentence.byHand).length;
  // What somebody wrote is no words of the person, whoever approved it.
  if (byHand > 0)
    return (
      <p className="note">
        <State tone="off">{byHand === sentences.length ? 'Written by hand' : 'Partly written by hand'}</State>
      </p>
    );
  if (mark === 'CONFIRMED')
    return (
      <p className="note">
        <State tone="ok">Confirmed by the family</State>
      </p>
    );
  if (mark === 'SAID')
    return (
      <p className="note">
        <State tone="off">In {their} own words</State>
      </p>
    );
  return (
    <p className="note">
      <State tone="warn" open>
        Joined or dated by the writer, not confirmed yet
      </State>
    </p>
  );
}
