import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useKey } from '../messages/use-key.ts';
import { type ChangeRefusal, noAnswer, problemOf, refusalIn } from '../refusal.ts';
import { ConflictSide } from './ConflictSide.tsx';
import { choicesInWords, dayInWords } from './conflict-words.ts';
import { forgetOtherViews } from './other-views.ts';
import {
  type ConflictInFullFragment,
  WriterAskAboutConflictDocument,
  WriterConflictDocument,
  WriterReconcileDocument,
  WriterResolveConflictDocument,
  WriterUndoConflictDocument,
} from './reconcile.graphql.ts';
import styles from './reconcile.module.css';
import { UnknownPhone } from './UnknownPhone.tsx';
import { WhatChanges } from './WhatChanges.tsx';

const refetch = {
  refetchQueries: [WriterReconcileDocument, WriterConflictDocument],
  awaitRefetchQueries: true,
  update: (cache: ApolloCache) => forgetOtherViews(cache, 'OPEN'),
};

type Props = { conflict: ConflictInFullFragment; subjectId: string; name: string; canBeAsked: boolean };

/** An open conflict: both sides, the possible decisions and what each would change. */
export function OpenConflict({ conflict, subjectId, name, canBeAsked }: Props) {
  const { id, kind, heading, explanation, createdAt, isForFamily, left, right } = conflict;
  const choices = choicesInWords(conflict, name);
  const [picked, setPicked] = useState(choices[0]?.resolution);
  // What was picked may not be offered any more.
  const chosen = choices.find((choice) => choice.resolution === picked) ?? choices[0];
  const resolution = chosen?.resolution ?? 'DISMISS';
  const [mark, setMark] = useState<string | null>(null);
  const [look, setLook] = useState(0);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const [settle, settling] = useMutation(WriterResolveConflictDocument, refetch);
  const [undo] = useMutation(WriterUndoConflictDocument, refetch);
  function choose(next: typeof resolution) {
    if (next === resolution || !choices.some((choice) => choice.resolution === next)) return;
    setMark(null);
    setPicked(next);
  }
  const byKey = (key: string) => () => {
    const choice = choices.find((each) => each.key === key);
    if (choice) choose(choice.resolution);
  };
  useKey('1', byKey('1'));
  useKey('2', byKey('2'));
  useKey('3', byKey('3'));
  useKey('4', byKey('4'));
  useKey('x', byKey('x'));

  async function takeBack() {
    const answer = await undo({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.undoConflict) : noAnswer;
    void notify(why ? 'error' : 'success', why ? why.message : 'It is open again');
  }
  async function submit() {
    const input = { id, resolution, mark, note: note || null };
    const answer = await settle({ variables: { input } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.resolveConflict) : noAnswer;
    setRefusal(why);
    if (why) {
      setMark(null);
      return setLook(look + 1);
    }
    void notify('success', 'It is settled', {
      body: heading,
      action: { label: 'Undo', onClick: () => void takeBack() },
    });
  }
  return (
    <>
      <h2>{heading}</h2>
      <p className="quiet">
        {explanation} Found on {dayInWords(createdAt)}.
      </p>
      {kind === 'UNKNOWN_PHONE' ? (
        <UnknownPhone conflict={conflict} subjectId={subjectId} name={name} />
      ) : (
        <div className={right ? styles.sides : styles.side}>
          {left && (
            <ConflictSide
              side={left}
              title={right ? 'Left' : 'The sentence'}
              kind={kind}
              subjectId={subjectId}
            />
          )}
          {right && <ConflictSide side={right} title="Right" kind={kind} subjectId={subjectId} />}
        </div>
      )}
      {isForFamily && (
        <Notice title="The family decides whether they are one">
          <p>
            One of them was written in by the family, so only they can make them one, under Family and
            friends. You can ask {name}, or say that they are two.
          </p>
        </Notice>
      )}
      <AskThem conflict={conflict} subjectId={subjectId} name={name} canBeAsked={canBeAsked} />
      {/* biome-ignore lint/a11y/useSemanticElements: these buttons are no fields of a form */}
      <div className={styles.choices} role="group" aria-label="What to do">
        {choices.map((choice) => (
          <Button
            key={choice.resolution}
            look="quiet"
            aria-pressed={choice.resolution === resolution}
            className={choice.resolution === resolution ? styles.chosen : undefined}
            onClick={() => choose(choice.resolution)}
          >
            {choice.words} <kbd>{choice.key.toUpperCase()}</kbd>
          </Button>
        ))}
      </div>
      <div className={styles.after}>
        <h3>What “{chosen?.words}” changes</h3>
        <WhatChanges
          key={`${resolution}${look}`}
          id={id}
          resolution={resolution}
          kind={kind}
          isShared={conflict.sharedPhone !== null}
          subjectId={subjectId}
          onSeen={setMark}
        />
        {refusal && (
          <Notice kind="warn" title="Nothing was changed">
            <p>{refusal.message}</p>
          </Notice>
        )}
        <form
          className={styles.confirm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!settling.loading && mark) void submit();
          }}
        >
          <TextField
            label="Note for the team (optional)"
            value={note}
            maxLength={300}
            autoComplete="off"
            onChange={({ target }) => setNote(target.value)}
            error={problemOf(refusal, 'note')}
          />
          <Button type="submit" busy={settling.loading || !mark}>
            Confirm: {chosen?.words}
          </Button>
        </form>
      </div>
    </>
  );
}

const statusWords = {
  QUEUED: 'It waits for the next conversation.',
  ASKED: 'It was asked, and is not answered yet.',
  ANSWERED: 'It was answered.',
  SKIPPED: 'It was not answered.',
} as const;

/** Adds a question about the conflict to the subject's next conversation, when only they can settle it. */
function AskThem({ conflict: { id, question, questionToAsk }, subjectId, name, canBeAsked }: Props) {
  const [ask, asking] = useMutation(WriterAskAboutConflictDocument, refetch);
  if (question)
    return (
      <div className={styles.ask}>
        <h3>{name} is asked</h3>
        <p>
          <q>{question.text}</q> {statusWords[question.status]}{' '}
          {question.answeredIn && (
            <Link to={`/dashboard/${subjectId}/call-log/${question.answeredIn.id}/`}>Read the answer</Link>
          )}
        </p>
      </div>
    );
  if (!questionToAsk) return null;
  if (!canBeAsked) return <p className="quiet">{name} can’t be asked any more.</p>;
  async function submit() {
    const answer = await ask({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.askAboutConflict) : noAnswer;
    void notify(why ? 'error' : 'success', why ? why.message : `${name} will be asked`);
  }
  return (
    <div className={styles.ask}>
      <h3>Only {name} knows?</h3>
      <p>
        <q>{questionToAsk}</q>
      </p>
      <div>
        <Button look="quiet" busy={asking.loading} onClick={() => void submit()}>
          Ask in the next conversation
        </Button>
      </div>
    </div>
  );
}
