import { useReadQuery, useSuspenseQuery } from '@apollo/client/react';
import { Suspense, useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { later } from '#web/app/later.ts';
import { readyOf, readyWhen } from '#web/app/page.ts';
import { preload } from '#web/app/preload.ts';
import { bookNameOf, wordsFor } from '#web/subjects/person-words.ts';
import { AskDialog } from '#web/subjects/today/AskDialog.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { type Book, type Chapter, openAt, storyPath } from './address.ts';
import { AskBook } from './asking/AskBook.tsx';
import { AudienceDialog } from './audience/AudienceDialog.tsx';
import { AudienceMark } from './audience/AudienceMark.tsx';
import { BiographyRouteDocument, BiographyStoryDocument } from './biography.graphql.ts';
import { BookBar } from './reading/BookBar.tsx';
import { BookLoading, StoryLoading } from './reading/BookLoading.tsx';
import styles from './reading/book.module.css';
import { ChapterHead } from './reading/ChapterHead.tsx';
import { Contents } from './reading/Contents.tsx';
import { followStories } from './reading/follow-stories.ts';
import { NothingWritten } from './reading/NothingWritten.tsx';
import { Story } from './reading/Story.tsx';
import { useTextSize } from './reading/text-size.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
export { BookLoading as Loading };

/** The editor is loaded separately, because most visits only read. */
const desk = later(() => import('./editing/EditStory.tsx'));
const arranging = later(() => import('./arranging/ArrangeChapters.tsx'));
const arrangingStories = later(() => import('./arranging/ArrangeStories.tsx'));

export function loader({ params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const named = { cardId: searchParams.get('cardId'), chapter: searchParams.get('chapter') };
  const book = preload(BiographyRouteDocument, { subjectId: params.subjectId ?? '' });
  // Starts loading the story at once when the address names it, otherwise as soon as the chapters say which it is.
  const story = named.cardId
    ? preload(BiographyStoryDocument, { id: named.cardId })
    : readyWhen({}, firstStory(params.subjectId ?? '', named, readyOf(book)));
  return { book, story, desk: readyWhen({}, loadEditor(searchParams.get('edit'))) };
}

async function loadEditor(edit: string | null): Promise<void> {
  if (edit === 'chapters') await arranging.load();
  else if (edit === 'stories') await arrangingStories.load();
  else if (edit) await desk.load();
}

async function firstStory(subjectId: string, named: Parameters<typeof openAt>[1], book: Promise<unknown>) {
  await book;
  const read = apollo.readQuery({ query: BiographyRouteDocument, variables: { subjectId } });
  const { cardId } = openAt(read?.subject?.chapters ?? [], named);
  if (cardId) await readyOf(preload(BiographyStoryDocument, { id: cardId }));
}

export function Component() {
  const { subject: book } = useReadQuery(useLoaderData<typeof loader>().book).data;
  const [params] = useSearchParams();
  if (!book) return <Missing />;
  const edit = book.abilities.includes('WRITE') ? params.get('edit') : null;
  const named = { cardId: params.get('cardId'), chapter: params.get('chapter') };
  if (edit === 'chapters') return <Arrange book={book} />;
  const arranged = edit === 'stories' && book.chapters.find(({ key }) => key === named.chapter);
  if (arranged) return <Stories book={book} chapter={arranged} />;
  if (edit === 'new' || (edit === 'story' && named.cardId))
    return <Write book={book} {...named} edit={edit} />;
  if (!named.cardId && book.chapters.every(({ cards }) => cards.length === 0))
    return <NothingWritten book={book} />;
  return <Read book={book} {...openAt(book.chapters, named)} />;
}

function Arrange({ book }: { book: Book }) {
  const { ArrangeChapters } = arranging.read();
  return <ArrangeChapters book={book} />;
}

function Stories(arranged: { book: Book; chapter: Chapter }) {
  const { ArrangeStories } = arrangingStories.read();
  return <ArrangeStories {...arranged} />;
}

function Write(write: { book: Book; cardId: string | null; chapter: string | null; edit: 'new' | 'story' }) {
  const { EditStory, NewStory } = desk.read();
  const { book, cardId, chapter, edit } = write;
  if (edit === 'new' || !cardId) return <NewStory book={book} chapter={chapter} />;
  return <EditStory key={cardId} book={book} cardId={cardId} />;
}

function Read({
  book,
  chapter,
  cardId,
}: {
  book: Book;
  chapter: Chapter | undefined;
  cardId: string | null;
}) {
  const [size, setSize] = useTextSize();
  const number = chapter ? book.chapters.indexOf(chapter) + 1 : 0;
  useEffect(() => followStories(book.id, cardId), [book.id, cardId]);
  return (
    <>
      <BookBar
        size={size}
        onSize={setSize}
        asking={
          book.abilities.includes('READ') && (
            <AskBook
              subjectId={book.id}
              words={wordsFor(book)}
              language={book.language}
              mayAsk={book.abilities.includes('ASK') && book.status !== 'MEMORIAL'}
            />
          )
        }
        makePath={book.abilities.includes('WRITE') ? `/dashboard/${book.id}/biography/make/` : null}
        contents={(close) => <Contents book={book} open={chapter} cardId={cardId} onGo={close} />}
      />
      <div className={`leaf ${styles.leaf}`} data-size={size}>
        <div className={`wrap ${styles.read}`}>
          <nav className={`${styles.toc} ${styles.side}`} aria-label="Chapters">
            <Contents book={book} open={chapter} cardId={cardId} />
          </nav>
          <main id="main" tabIndex={-1}>
            <DocumentTitle>
              {chapter ? `${chapter.title}, ${bookNameOf(book)}` : bookNameOf(book)}
            </DocumentTitle>
            {chapter && <ChapterHead chapter={chapter} number={number} />}
            {chapter?.hidden && (
              <p className="note">This chapter is hidden: only those who write the book see it.</p>
            )}
            {chapter && <ChapterAudience book={book} chapter={chapter} />}
            {cardId ? (
              <Suspense fallback={<StoryLoading />}>
                <Opened key={cardId} book={book} cardId={cardId} />
              </Suspense>
            ) : (
              <EmptyChapter book={book} chapter={chapter} />
            )}
          </main>
        </div>
      </div>
    </>
  );
}

/** The audience of a chapter that is not for everyone, and the button to change it. */
function ChapterAudience({ book, chapter }: { book: Book; chapter: Chapter }) {
  const maySet = book.abilities.includes('MANAGE_SUBJECT');
  if (!maySet && chapter.audience.everyone) return null;
  return (
    <div className={`row ${styles.chapterAudience}`}>
      <AudienceMark of="This chapter" audience={chapter.audience} book={book} />
      {maySet && (
        <AudienceDialog
          key={chapter.id}
          book={book}
          target={{ chapterId: chapter.id }}
          audience={chapter.audience}
          trigger={
            <Button look="text" small>
              Who can read this chapter
            </Button>
          }
        />
      )}
    </div>
  );
}

function Opened({ book, cardId }: { book: Book; cardId: string }) {
  const { data } = useSuspenseQuery(BiographyStoryDocument, { variables: { id: cardId } });
  if (data.card?.subject.id !== book.id) {
    return (
      <div className={styles.none}>
        <h1>This story is not here</h1>
        <p className="lead quiet">It was taken out of the book, or it is not shared with you.</p>
        <Link className={buttonClass({ look: 'quiet' })} to={storyPath(book.id, {})}>
          To the beginning of the book
        </Link>
      </div>
    );
  }
  const stories = book.chapters.flatMap(({ key, cards }) => cards.map((card) => ({ ...card, chapter: key })));
  const next = stories[stories.findIndex(({ id }) => id === cardId) + 1] ?? null;
  return <Story card={data.card} book={book} next={next} />;
}

function EmptyChapter({ book, chapter }: { book: Book; chapter: Chapter | undefined }) {
  return (
    <div className={styles.none}>
      <p className="lead quiet">Nothing is told of this yet. It comes when somebody asks.</p>
      <div className="row">
        {chapter && book.abilities.includes('ASK') && book.status !== 'MEMORIAL' && (
          <AskDialog
            subjectId={book.id}
            words={wordsFor(book)}
            about={chapter.title}
            trigger={<Button>Ask about that</Button>}
          />
        )}
        {book.abilities.includes('WRITE') && (
          <Link
            className={buttonClass({ look: 'quiet' })}
            to={storyPath(book.id, { chapter: chapter?.key, edit: true })}
          >
            Write a story
          </Link>
        )}
      </div>
    </div>
  );
}
