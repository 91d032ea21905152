import { useQuery } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { type Book, storyPath } from '#web/biography/address.ts';
import { Switch } from '#web/ui/Field.tsx';
import { useVoiceCode } from './use-voice-code.ts';
import { CodeOfMergedStoryDocument } from './voice-codes.graphql.ts';
import styles from './voice-codes.module.css';

/** Says that the printed code of a hidden story plays the story that it was merged into; owners can switch it off. */
export function CodeOfMergedStory({ cardId, book }: { cardId: string; book: Book }) {
  const { data } = useQuery(CodeOfMergedStoryDocument, {
    variables: { cardId },
    fetchPolicy: 'cache-and-network',
  });
  const turn = useVoiceCode();
  const card = data?.card;
  const other = card?.codePlaysStory;
  if (!card || !other) return null;
  const { id, title, chapter } = other;
  return (
    <div className={styles.merged}>
      <p>
        Its words were added to{' '}
        <Link to={storyPath(book.id, { cardId: id, chapter: chapter.key })}>“{title}”</Link>. In printed
        books, its code {card.playsVoiceCode ? 'plays that story' : 'is off'}.
      </p>
      {book.abilities.includes('MANAGE_SUBJECT') && (
        <Switch
          label={`The printed code plays “${title}”`}
          checked={card.playsVoiceCode}
          onChange={({ target }) => void turn(cardId, target.checked)}
        />
      )}
    </div>
  );
}
