import { useSuspenseQuery } from '@apollo/client/react';
import { Fragment, type ReactNode, Suspense, useEffect, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { Missing } from '#web/app/errors.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { notify } from '#web/app/notify.ts';
import type { Book } from '../address.ts';
import { BookLoading } from '../reading/BookLoading.tsx';
import { followStories } from '../reading/follow-stories.ts';
import { Offers } from '../reading/Offers.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { EarlierVersions } from './EarlierVersions.tsx';
import { type EditStory_CardFragment, EditStoryDocument } from './EditStory.graphql.ts';
import { StoryDraftDocument } from './StoryDraft.graphql.ts';
import { StoryForm } from './StoryForm.tsx';
import { isOwnDraft, storeDraft } from './use-draft.ts';
import { baseOf, changesOf, type FoundDraft, type StoryChanges } from './writing.ts';

/** The editor of an existing story. */
export function EditStory({ book, cardId }: { book: Book; cardId: string }) {
  return (
    <Suspense fallback={<BookLoading />}>
      <Opened book={book} cardId={cardId} />
    </Suspense>
  );
}

function Opened({ book, cardId }: { book: Book; cardId: string }) {
  const { data } = useSuspenseQuery(EditStoryDocument, {
    variables: { id: cardId },
    fetchPolicy: 'cache-and-network',
  });
  useEffect(() => followStories(book.id, cardId, readAgain), [book.id, cardId]);
  if (!data.card) return <Missing />;
  return <Change book={book} card={data.card} />;
}

function readAgain(id: string): Promise<unknown> {
  return apollo.query({ query: EditStoryDocument, variables: { id }, fetchPolicy: 'network-only' });
}

function Change({ book, card }: { book: Book; card: EditStory_CardFragment }) {
  return (
    <WithDraft book={book} card={card} chapterKey={card.chapter.key}>
      {(found) => (
        <StoryForm
          book={book}
          card={card}
          chapterKey={card.chapter.key}
          found={found}
          offers={<Offers card={card} />}
          versions={(writing) => <EarlierVersions card={card} writing={writing} />}
        />
      )}
    </WithDraft>
  );
}

/** The editor of a new story written by the family. */
export function NewStory({ book, chapter }: { book: Book; chapter: string | null }) {
  const chapterKey = chapter ?? book.chapters[0]?.key ?? '';
  return (
    <Suspense fallback={<BookLoading />}>
      <WithDraft book={book} card={null} chapterKey={chapterKey}>
        {(found) => <StoryForm book={book} card={null} chapterKey={chapterKey} found={found} />}
      </WithDraft>
    </Suspense>
  );
}

/** Asks the user about a draft that was written elsewhere before the editor opens. */
function WithDraft({
  book,
  card,
  chapterKey,
  children,
}: {
  book: Book;
  card: EditStory_CardFragment | null;
  chapterKey: string;
  children: (found: FoundDraft | null) => ReactNode;
}) {
  const { user } = useSession();
  const place = { userId: user.id, subjectId: book.id, cardId: card?.id ?? null };
  const { data } = useSuspenseQuery(StoryDraftDocument, {
    variables: { subjectId: place.subjectId, cardId: place.cardId },
    fetchPolicy: 'no-cache',
  });
  const [found] = useState(data.storyDraft);
  const [answer, setAnswer] = useState<'CONTINUE' | 'DISCARDED' | null>(() =>
    found && !isOwnDraft(place, found) ? null : 'CONTINUE',
  );
  const [opening, setOpening] = useState(0);

  function onDiscarded(changes: StoryChanges) {
    setAnswer('DISCARDED');
    const bringBack = () => {
      storeDraft(place, changes);
      setOpening((times) => times + 1);
    };
    void notify('success', 'The draft is discarded', { action: { label: 'Undo', onClick: bringBack } });
  }

  if (!found || answer === 'DISCARDED') return <Fragment key={opening}>{children(null)}</Fragment>;
  if (answer === 'CONTINUE') return children(found);
  return (
    <DraftOffer
      place={place}
      found={found}
      changes={changesOf(found, baseOf(card, chapterKey))}
      onContinue={() => setAnswer('CONTINUE')}
      onDiscarded={onDiscarded}
    />
  );
}
