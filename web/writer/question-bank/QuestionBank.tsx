import { useMutation, useQuery } from '@apollo/client/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, Switch, TextField } from '#web/ui/Field.tsx';
import { State } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { DidNotLoad } from '../DidNotLoad.tsx';
import listStyles from '../lists.module.css';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { exportBank, importBank } from './files.ts';
import { languageName } from './language-name.ts';
import styles from './QuestionBank.module.css';
import { type BankQuestion, QuestionForm } from './QuestionForm.tsx';
import {
  WriterOrderBankQuestionsDocument,
  WriterQuestionBankDocument,
  WriterSwitchBankQuestionDocument,
} from './question-bank.graphql.ts';

const refetch = { refetchQueries: [WriterQuestionBankDocument], awaitRefetchQueries: true };

/** The questions that the interviewer can choose from, by chapter and in order; at first those of the address. */
export function QuestionBank() {
  const [asked] = useSearchParams();
  const [chapter, setChapter] = useState(asked.get('chapter') ?? 'origins');
  const [language, setLanguage] = useState(asked.get('language') ?? 'en');
  const [words, setWords] = useState('');
  const [editing, setEditing] = useState<BankQuestion | 'new' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const {
    data,
    error,
    refetch: again,
  } = useQuery(WriterQuestionBankDocument, {
    ...{ variables: { chapter, language }, fetchPolicy: 'cache-and-network' },
  });
  const shown = (data?.questionBank ?? []).filter(({ text, followUps }) =>
    [text, ...followUps].some((each) => each.toLowerCase().includes(words.trim().toLowerCase())),
  );
  return (
    <section aria-labelledby="bank" className={styles.bank}>
      <div className={styles.head}>
        <h2 id="bank">Question bank</h2>
        <form className="filters" aria-label="Filter questions" onSubmit={(event) => event.preventDefault()}>
          <SelectField label="Chapter" value={chapter} onChange={({ target }) => setChapter(target.value)}>
            {(data?.bankChapters ?? [{ key: 'origins', title: 'Origins' }]).map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </SelectField>
          {data && data.bankLanguages.length > 1 && (
            <SelectField
              label="Language"
              value={language}
              onChange={({ target }) => setLanguage(target.value)}
            >
              {data.bankLanguages.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label="Words"
            placeholder="any"
            autoComplete="off"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </form>
        <div className="row row-end">
          <Button look="text" onClick={() => void exportBank()}>
            Export
          </Button>
          <Button look="text" onClick={() => file.current?.click()}>
            Import
          </Button>
          <input
            ref={file}
            type="file"
            accept="application/json,.json"
            aria-label="A question bank as JSON"
            hidden
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              target.value = '';
              if (chosen) void importBank(chosen);
            }}
          />
          <Button onClick={() => setEditing('new')}>New question</Button>
        </div>
      </div>
      {data ? (
        <Questions all={data.questionBank} {...{ shown, chapter, onEdit: setEditing }} />
      ) : error ? (
        <DidNotLoad what="The questions" again={again} />
      ) : (
        <Skeleton what="the questions">
          <SkeletonLines lines={8} />
        </Skeleton>
      )}
      <p className="note">
        A question that is off is not asked from the next turn on. With the row in focus, <kbd>Alt</kbd>{' '}
        <kbd>↑</kbd> <kbd>↓</kbd> move it. Counted are the last 90 days.
      </p>
      {editing && data && (
        <QuestionForm
          key={editing === 'new' ? 'new' : editing.key}
          question={editing === 'new' ? null : editing}
          chapter={chapter}
          language={language}
          data={data}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

function Questions({
  all,
  shown,
  chapter,
  onEdit,
}: {
  all: readonly BankQuestion[];
  shown: readonly BankQuestion[];
  chapter: string;
  onEdit: (question: BankQuestion) => void;
}) {
  const [order, ordering] = useMutation(WriterOrderBankQuestionsDocument, refetch);
  const [toggle, toggling] = useMutation(WriterSwitchBankQuestionDocument, refetch);
  async function move(key: string, by: 1 | -1) {
    const keys = all.map((question) => question.key);
    const from = keys.indexOf(key);
    const to = from + by;
    if (ordering.loading || to < 0 || to >= keys.length) return;
    keys.splice(to, 0, ...keys.splice(from, 1));
    const answer = await order({ variables: { chapter, keys } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.orderBankQuestions) : noAnswer;
    if (why) tell(why);
  }
  async function turn({ key, text }: BankQuestion, enabled: boolean) {
    const answer = await toggle({ variables: { key, enabled } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.switchBankQuestion) : noAnswer;
    if (why) tell(why);
    else void notify('success', enabled ? 'It may be asked' : 'It is not asked any more', { body: text });
  }
  function onKey(event: KeyboardEvent, key: string) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    if (!event.altKey || !by) return;
    event.preventDefault();
    void move(key, by);
  }
  if (shown.length === 0) return <p className="leaf">No question is like this.</p>;
  return (
    <div className={`leaf ${listStyles.leaf}`}>
      <table className={`table ${listStyles.wide}`}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Question and what may follow</th>
            <th scope="col">Depth</th>
            <th scope="col">Asked, answered, skipped</th>
            <th scope="col">On</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((question) => {
            const at = all.indexOf(question);
            const { key, text, followUps, sensitivity, depth, enabled, isEdited, counts } = question;
            return (
              <tr key={key} onKeyDown={(event) => onKey(event, key)}>
                <td className="num">
                  <span className={styles.order}>
                    {at + 1}
                    <Button
                      look="text"
                      small
                      aria-label={`Move up: ${text}`}
                      disabled={at === 0}
                      onClick={() => void move(key, -1)}
                    >
                      ↑
                    </Button>
                    <Button
                      look="text"
                      small
                      aria-label={`Move down: ${text}`}
                      disabled={at === all.length - 1}
                      onClick={() => void move(key, 1)}
                    >
                      ↓
                    </Button>
                  </span>
                </td>
                <td lang={question.language}>
                  <b>{text}</b>
                  {isEdited && <span className="quiet"> (changed by the team)</span>}
                  <br />
                  <span className="quiet">{followUps.join(' ')}</span>
                  {sensitivity === 2 && <State tone="warn">Heavy: not in the first two conversations</State>}
                </td>
                <td className={styles.depth}>{depth.toLowerCase()}</td>
                <td className="num">
                  {counts.asked === 0 ? 'not yet' : `${counts.asked}, ${counts.answered}, ${counts.skipped}`}
                </td>
                <td>
                  <Switch
                    label={`Ask: ${text}`}
                    checked={enabled}
                    disabled={toggling.loading}
                    onChange={({ target }) => void turn(question, target.checked)}
                  />
                </td>
                <td>
                  <Button look="quiet" small onClick={() => onEdit(question)} aria-label={`Edit: ${text}`}>
                    Edit
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
