import { type KeyboardEvent, useState } from 'react';
import styles from './book.module.css';
import { RestingSource, SourceNote } from './SourceNote.tsx';
import type { Sentence } from './said.ts';

/** A paragraph and its margin. It is one tab stop: arrow keys move between sentences, Enter opens the source. */
export function Paragraph({
  sentences,
  inHand,
  onTake,
  subjectId,
}: {
  sentences: readonly Sentence[];
  /** The selected sentence, in this or another paragraph. */
  inHand: Sentence | null;
  onTake: (sentence: Sentence | null) => void;
  subjectId: string;
}) {
  const [stop, setStop] = useState(sentences[0]?.id);
  const stopId = sentences.some(({ id }) => id === stop) ? stop : sentences[0]?.id;
  const selectedHere = sentences.find(({ id }) => id === inHand?.id);
  const toggle = (sentence: Sentence) => onTake(sentence.id === inHand?.id ? null : sentence);

  function onKeyDown(event: KeyboardEvent<HTMLElement>, sentence: Sentence) {
    if (event.key === 'Enter' || event.key === ' ') toggle(sentence);
    else if (event.key === 'Escape' && inHand) onTake(null);
    else if (!goTo(event.currentTarget, event.key)) return;
    event.preventDefault();
  }

  const Words = sentences[0]?.quoted ? 'blockquote' : 'p';
  return (
    <div className={styles.para}>
      <Words className={`told ${Words === 'blockquote' ? styles.quote : ''}`} data-column>
        {sentences.map((sentence, i) => {
          const { id, text, byHand } = sentence;
          const isOn = id === inHand?.id;
          return (
            <span key={id}>
              {/* biome-ignore lint/a11y/useSemanticElements: a button can't run on from line to line as words do */}
              <span
                role="button"
                tabIndex={id === stopId ? 0 : -1}
                aria-expanded={isOn}
                aria-controls={isOn ? `source-${id}` : undefined}
                data-source={isOn ? `source-${id}` : undefined}
                data-sentence={id}
                className={`s ${isOn ? 'is-on' : ''} ${byHand ? 'by-hand' : ''}`}
                onClick={() => toggle(sentence)}
                onFocus={() => setStop(id)}
                onKeyDown={(event) => onKeyDown(event, sentence)}
              >
                {text}
              </span>
              {i < sentences.length - 1 && ' '}
            </span>
          );
        })}
      </Words>
      {selectedHere ? (
        <SourceNote sentence={selectedHere} subjectId={subjectId} onClose={() => onTake(null)} />
      ) : (
        <RestingSource sentences={sentences} subjectId={subjectId} />
      )}
    </div>
  );
}

/** Moves the focus from a sentence by an arrow key, Home or End; returns false when the key or target doesn't apply. */
function goTo(from: HTMLElement, key: string): boolean {
  const all = [...(from.closest('article')?.querySelectorAll<HTMLElement>('[data-sentence]') ?? [])];
  const at = all.indexOf(from);
  const own = [...(from.closest('[data-column]')?.querySelectorAll<HTMLElement>('[data-sentence]') ?? [])];
  const to: Record<string, HTMLElement | undefined> = {
    ArrowRight: all[at + 1],
    ArrowDown: all[at + 1],
    ArrowLeft: all[at - 1],
    ArrowUp: all[at - 1],
    Home: own[0],
    End: own.at(-1),
  };
  to[key]?.focus();
  return to[key] !== undefined;
}
