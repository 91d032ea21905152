import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment, useSuspenseQuery } from '@apollo/client/react';
import { Suspense, useEffect } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { Missing } from '#web/app/errors.tsx';
import type { Book } from '../address.ts';
import { BookLoading } from '../reading/BookLoading.tsx';
import { followStories } from '../reading/follow-stories.ts';
import { Offers } from '../reading/Offers.tsx';
import { EarlierVersions } from './EarlierVersions.tsx';
import {
  type EditStory_CardFragment,
  EditStory_CardFragmentDoc,
  EditStoryDocument,
} from './EditStory.graphql.ts';
import { StoryForm } from './StoryForm.tsx';

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

function Change({ book, card }: { book: Book; card: FragmentType<EditStory_CardFragment> }) {
  const { data } = useSuspenseFragment({
    fragment: EditStory_CardFragmentDoc,
    fragmentName: 'EditStory_card',
    from: card,
  });
  return (
    <StoryForm
      book={book}
      card={data}
      chapterKey={data.chapter.key}
      offers={<Offers card={data} />}
      versions={(writing) => <EarlierVersions card={data} writing={writing} />}
    />
  );
}

/** The editor of a new story written by the family. */
export function NewStory({ book, chapter }: { book: Book; chapter: string | null }) {
  return <StoryForm book={book} card={null} chapterKey={chapter ?? book.chapters[0]?.key ?? ''} />;
}
