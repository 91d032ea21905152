import { useMemo } from 'react';
import { clock } from '#web/conversations/call-times.ts';
import type { EditStory_CardFragment } from './EditStory.graphql.ts';
import styles from './edit.module.css';

type Sentence = EditStory_CardFragment['sentences'][number];

/** The text field, with the minute or "by hand" beside each paragraph. */
export function Manuscript({
  id,
  value,
  onChange,
  sentences,
  describedBy,
  invalid,
}: {
  id: string;
  value: string;
  onChange: (value: string) => void;
  /** As saved: a paragraph that still contains one of them keeps its source. */
  sentences: readonly Sentence[];
  describedBy: string | undefined;
  invalid: boolean;
}) {
  const paragraphs = useMemo(() => markParagraphs(value, sentences), [value, sentences]);
  return (
    <div className={`told ${styles.manuscript}`}>
      {/* A copy of the text lies under the field and carries the marks; it has the same size at every width. */}
      <div className={styles.under} aria-hidden="true">
        {paragraphs.map(({ at, text, mark, gap }) => (
          <span key={at}>
            <span
              className={mark === null ? styles.byHand : styles.spoken}
              data-mark={text.trim() ? (mark ?? 'by hand') : undefined}
            >
              {text}
            </span>
            {gap}
          </span>
        ))}
        {'\u200b'}
      </div>
      <textarea
        id={id}
        className={styles.field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={40_000}
        spellCheck
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        placeholder="Write it as it was told. An empty line begins a new paragraph."
      />
    </div>
  );
}

interface MarkedParagraph {
  at: number;
  text: string;
  /** The empty lines after the paragraph. */
  gap: string;
  /** The minute in the recording, or the day if there is none; null for text written by hand. */
  mark: string | null;
}

function markParagraphs(value: string, sentences: readonly Sentence[]): MarkedParagraph[] {
  const out: MarkedParagraph[] = [];
  let at = 0;
  for (const [whole, text = '', gap = ''] of value.matchAll(/((?:(?!\n\s*\n)[\s\S])+)(\n\s*\n|$)/g)) {
    const kept = sentences.find((each) => !each.byHand && text.includes(each.text));
    const offset = kept?.sources[0]?.offsetSeconds;
    out.push({ at, text, gap, mark: kept ? (offset == null ? 'said' : clock(offset)) : null });
    at += whole.length;
  }
  return out;
}
