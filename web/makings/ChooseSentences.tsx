import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import { ChooseStory } from './ChooseStory.tsx';
import type { PublishedChapter } from './MakeForm.tsx';
import { AudibleStoryDocument } from './makings.graphql.ts';
import styles from './makings.module.css';

export type ChosenSentence = { id: string; text: string };

/** Chooses recorded sentences of any stories; the file has them in the order in which they were chosen. */
export function ChooseSentences({
  chapters,
  chosen,
  onChoose,
}: {
  chapters: readonly PublishedChapter[];
  chosen: readonly ChosenSentence[];
  onChoose: (chosen: ChosenSentence[]) => void;
}) {
  const [story, setStory] = useState(chapters[0]?.cards[0]?.id ?? '');
  const { data, error } = useQuery(AudibleStoryDocument, { variables: { id: story } });
  const audible = data?.card?.sentences.filter(({ sources }) =>
    sources.some(({ soundUrl }) => soundUrl !== null),
  );
  const without = (id: string) => chosen.filter((sentence) => sentence.id !== id);
  return (
    <>
      <ChooseStory chapters={chapters} story={story} onStory={setStory} />
      <fieldset className={styles.sentences}>
        <legend>Sentences</legend>
        {audible?.map(({ id, text }) => (
          <CheckField
            key={id}
            checked={chosen.some((sentence) => sentence.id === id)}
            onChange={({ target }) => onChoose(target.checked ? [...without(id), { id, text }] : without(id))}
          >
            <span className={styles.told}>{text}</span>
          </CheckField>
        ))}
        {audible?.length === 0 && <p className="quiet">Nothing of this story was recorded.</p>}
        {!audible && (
          <p className="quiet">{error ? 'The story didn’t load. Choose it again.' : 'One moment…'}</p>
        )}
      </fieldset>
      {chosen.length > 0 && (
        <section aria-labelledby="chosen-sentences">
          <h2 id="chosen-sentences">In this order</h2>
          <ol className={styles.chosen}>
            {chosen.map(({ id, text }) => (
              <li key={id}>
                <span className={styles.told}>{text}</span>{' '}
                <Button
                  look="text"
                  small
                  aria-label={`Leave out: ${text}`}
                  onClick={() => onChoose(without(id))}
                >
                  Leave out
                </Button>
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className="note">
        An MP3 of ten minutes at most. It has no private words. The sound is cut close to the words, so a
        breath may be missing.
      </p>
    </>
  );
}
