import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CheckField } from '#web/ui/Field.tsx';
import { ChooseStory } from './ChooseStory.tsx';
import type { PublishedChapter } from './MakeForm.tsx';
import { QuotableStoryDocument } from './makings.graphql.ts';
import styles from './makings.module.css';

/** A longer quote doesn't fit on a card. */
const mostQuoted = 320;

/** Chooses a story and one of its spoken sentences. */
export function ChooseQuote({ chapters }: { chapters: readonly PublishedChapter[] }) {
  const [story, setStory] = useState(chapters[0]?.cards[0]?.id ?? '');
  const { data, error } = useQuery(QuotableStoryDocument, { variables: { id: story } });
  const quotable = data?.card?.sentences.filter(({ byHand, text }) => !byHand && text.length <= mostQuoted);
  return (
    <>
      <ChooseStory chapters={chapters} story={story} onStory={setStory} />
      <fieldset className={styles.sentences}>
        <legend>Sentence</legend>
        {quotable?.map(({ id, text }, at) => (
          <CheckField key={id} type="radio" name="sentence" value={id} defaultChecked={at === 0}>
            <span className={styles.told}>{text}</span>
          </CheckField>
        ))}
        {quotable?.length === 0 && (
          <p className="quiet">This story has no sentence that was said and is short enough.</p>
        )}
        {!quotable && (
          <p className="quiet">{error ? 'The story didn’t load. Choose it again.' : 'One moment…'}</p>
        )}
      </fieldset>
    </>
  );
}
