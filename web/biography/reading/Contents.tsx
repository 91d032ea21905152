import ListOrdered from 'lucide-react/icons/list-ordered';
import PencilLine from 'lucide-react/icons/pencil-line';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import {
  arrangeStoriesPath,
  type Book,
  type Chapter,
  type StoryTitle,
  storiesInWords,
  storyPath,
} from '../address.ts';
import { inOrderOfLife, spanOfStories } from '../story-dates.ts';
import styles from './book.module.css';

/** The chapters with the stories of the open one, or all stories in the order of the life. */
export function Contents({
  book,
  open,
  cardId,
  onGo,
}: {
  book: Book;
  open: Chapter | undefined;
  cardId: string | null;
  /** Called when a story or a chapter is chosen. */
  onGo?: () => void;
}) {
  const [byLife, setByLife] = useState(false);
  return (
    <>
      {byLife ? (
        <ByLife book={book} cardId={cardId} onGo={onGo} />
      ) : (
        <ol>
          {book.chapters.map((chapter, i) => (
            <li key={chapter.id}>
              <Link
                to={storyPath(book.id, { chapter: chapter.key })}
                viewTransition={false}
                aria-current={chapter.id === open?.id ? 'true' : undefined}
                onClick={onGo}
              >
                <span className="num">{i + 1}</span>
                <span>
                  {chapter.title}
                  <br />
                  <span className="note">
                    {spanOfStories(chapter.cards) ?? storiesInWords(chapter.cards.length)}
                    {chapter.hidden && ', hidden'}
                  </span>
                </span>
              </Link>
              {chapter.id === open?.id && chapter.cards.length > 0 && (
                <Stories book={book} chapter={chapter} cardId={cardId} onGo={onGo} />
              )}
            </li>
          ))}
        </ol>
      )}
      <p className={styles.order}>
        <Button look="text" aria-pressed={byLife} onClick={() => setByLife(!byLife)}>
          {byLife ? 'By chapter' : 'In the order of life'}
        </Button>
      </p>
      {book.abilities.includes('WRITE') && (
        <div className={`row ${styles.writing}`}>
          <Link
            className={buttonClass({ look: 'quiet', small: true })}
            to={storyPath(book.id, { chapter: open?.key, edit: true })}
            onClick={onGo}
          >
            <Icon of={PencilLine} /> Write a story
          </Link>
          <Link
            className={buttonClass({ look: 'text', small: true })}
            to={`/dashboard/${encodeURIComponent(book.id)}/biography/?edit=chapters`}
            onClick={onGo}
          >
            <Icon of={ListOrdered} /> Arrange chapters
          </Link>
          {open && open.cards.length > 1 && (
            <Link
              className={buttonClass({ look: 'text', small: true })}
              to={arrangeStoriesPath(book.id, open.key)}
              onClick={onGo}
            >
              <Icon of={ListOrdered} /> Arrange stories
            </Link>
          )}
        </div>
      )}
    </>
  );
}

function Stories({
  book,
  chapter,
  cardId,
  onGo,
}: {
  book: Book;
  chapter: Chapter;
  cardId: string | null;
  onGo?: (() => void) | undefined;
}) {
  return (
    <ol className={styles.stories}>
      {chapter.cards.map((story) => (
        <li key={story.id}>
          <Link
            to={storyPath(book.id, { cardId: story.id, chapter: chapter.key })}
            viewTransition={false}
            aria-current={story.id === cardId ? 'page' : undefined}
            onClick={onGo}
          >
            {story.title}
            <Standing story={story} />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function ByLife({
  book,
  cardId,
  onGo,
}: {
  book: Book;
  cardId: string | null;
  onGo?: (() => void) | undefined;
}) {
  const stories = inOrderOfLife(
    book.chapters.flatMap((chapter) => chapter.cards.map((story) => ({ ...story, chapter: chapter.key }))),
  );
  return (
    <ol className={`${styles.stories} ${styles.life}`}>
      {stories.map((story) => (
        <li key={story.id}>
          <Link
            to={storyPath(book.id, { cardId: story.id, chapter: story.chapter })}
            viewTransition={false}
            aria-current={story.id === cardId ? 'page' : undefined}
            onClick={onGo}
          >
            {story.title}
            <Standing story={story} />
            <br />
            <span className="note">{story.happenedText ?? 'no date yet'}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function Standing({ story: { status } }: { story: StoryTitle }) {
  if (status === 'PUBLISHED') return null;
  return <span className="note">{status === 'DRAFT' ? ', a draft' : ', hidden'}</span>;
}
