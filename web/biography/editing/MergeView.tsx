import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { CheckField } from '#web/ui/Field.tsx';
import styles from './edit.module.css';
import { compareFields, compareTexts, mergedText, type Part, partsOf, type VersionChoice } from './merge.ts';
import { isQuote, type StoredSentence } from './text/story-text.ts';
import type { Base, Writing } from './writing.ts';

const fieldLabels = {
  title: 'Title',
  happened: 'When it was',
  place: 'Where it was',
  chapterKey: 'Chapter',
};

/**
 * Shows two versions of a story where they differ. In each place the user keeps the other version, their own, or both.
 * A change that only one of them made is preselected.
 */
export function MergeView({
  title,
  otherLabel,
  base,
  mine,
  theirs,
  stored,
  chapters,
  busy,
  onMerged,
  onBack,
}: {
  title: string;
  /** The name of the other version, for example "Anna’s version". */
  otherLabel: string;
  /** The version that both started from. */
  base: Writing;
  mine: Writing;
  theirs: Base;
  /** The stored sentences of both versions. */
  stored: readonly StoredSentence[];
  chapters: readonly { key: string; title: string }[];
  busy: boolean;
  /** With `save`, the merged story is saved at once; otherwise it is edited further. */
  onMerged: (merged: Writing, save: boolean) => void;
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const spots = useMemo(
    () =>
      compareTexts(
        partsOf(base.text, stored),
        partsOf(mine.text, stored),
        partsOf(theirs.writing.text, stored),
      ),
    [base, mine, theirs, stored],
  );
  const fields = useMemo(() => compareFields(base, mine, theirs.writing), [base, mine, theirs]);
  const differing = spots.flatMap((spot) => (spot.kind === 'differs' ? [spot] : []));
  const [chosen, setChosen] = useState<Readonly<Record<string, VersionChoice>>>({});
  const choiceOf = (key: string, suggested: VersionChoice) => chosen[key] ?? suggested;
  const choose = (key: string, choice: VersionChoice) => setChosen((all) => ({ ...all, [key]: choice }));

  function merged(): Writing {
    const choices = differing.map(({ suggested }, at) => choiceOf(`text-${at}`, suggested));
    const changed = Object.fromEntries(
      fields.map((each) => [
        each.field,
        each[choiceOf(each.field, each.suggested) === 'mine' ? 'mine' : 'theirs'],
      ]),
    );
    return { ...theirs.writing, ...changed, text: mergedText(spots, choices) };
  }

  let place = -1;
  const shownValue = (field: string, value: string) =>
    (field === 'chapterKey' ? chapters.find(({ key }) => key === value)?.title : value) || 'Nothing';

  return (
    <section className={`leaf leaf-pad ${styles.merge}`} aria-labelledby="merge-title">
      <h1 id="merge-title" className="section-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <p>
        Choose what to keep in each place where the two versions differ. Every saved version is kept, so
        nothing is lost.
      </p>
      {fields.map(({ field, theirs: other, mine: own, suggested }) => (
        <Choices
          key={field}
          name={field}
          legend={fieldLabels[field]}
          otherLabel={otherLabel}
          theirs={shownValue(field, other)}
          mine={shownValue(field, own)}
          choice={choiceOf(field, suggested)}
          onChoose={(choice) => choose(field, choice)}
        />
      ))}
      {spots.map((spot, at) => {
        if (spot.kind === 'same')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the differences keep their order while they are shown
            <p key={at} className={`told quiet ${styles.same}`}>
              {shortened(spot.parts)}
            </p>
          );
        place++;
        const key = `text-${place}`;
        return (
          <Choices
            key={key}
            name={key}
            legend={`Place ${place + 1} of ${differing.length}`}
            otherLabel={otherLabel}
            theirs={wordsOf(spot.theirs)}
            mine={wordsOf(spot.mine)}
            quoted={{ theirs: isQuotePart(spot.theirs), mine: isQuotePart(spot.mine) }}
            both={spot.theirs.length > 0 && spot.mine.length > 0}
            choice={choiceOf(key, spot.suggested)}
            onChoose={(choice) => choose(key, choice)}
          />
        );
      })}
      {differing.length === 0 && fields.length === 0 && <p>Both versions say the same.</p>}
      <div className="row">
        <Button busy={busy} onClick={() => onMerged(merged(), true)}>
          Save the merged story
        </Button>
        <Button look="quiet" onClick={() => onMerged(merged(), false)}>
          Edit it further
        </Button>
        <Button look="text" onClick={onBack}>
          Back to my version
        </Button>
      </div>
    </section>
  );
}

function Choices({
  name,
  legend,
  otherLabel,
  theirs,
  mine,
  both = false,
  quoted = { theirs: false, mine: false },
  choice,
  onChoose,
}: {
  name: string;
  legend: string;
  otherLabel: string;
  theirs: string;
  mine: string;
  both?: boolean;
  /** Which of the versions is a quotation. */
  quoted?: { theirs: boolean; mine: boolean };
  choice: VersionChoice;
  onChoose: (choice: VersionChoice) => void;
}) {
  // If only one version has words here, keeping both means keeping that one.
  const shown = choice === 'both' && !both ? (mine ? 'mine' : 'theirs') : choice;
  const option = (value: VersionChoice, label: string, words: string | null) => (
    <CheckField type="radio" name={name} checked={shown === value} onChange={() => onChoose(value)}>
      <b>{label}</b>
      {words !== null && (
        <>
          <br />
          <span className={words ? `told ${value !== 'both' && quoted[value] ? styles.quote : ''}` : 'quiet'}>
            {words || 'Leave it out'}
          </span>
        </>
      )}
    </CheckField>
  );
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {option('theirs', otherLabel, theirs)}
      {option('mine', 'Your version', mine)}
      {both && option('both', 'Keep both, one after the other', null)}
    </fieldset>
  );
}

/** For example "Anna saved this story while you were writing". */
export function conflictTitle(who: string | null): string {
  return who === null
    ? 'The saved story changed while you were writing'
    : `${who} saved this story while you were writing`;
}

function wordsOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(' ');
}

function isQuotePart(parts: readonly Part[]): boolean {
  return parts.some(({ runs }) => isQuote(runs));
}

/** The unchanged sentences between two places; of more than three, only the first and the last. */
function shortened(parts: readonly Part[]): string {
  if (parts.length <= 3) return wordsOf(parts);
  return `${parts[0]?.text} … ${parts.at(-1)?.text}`;
}
