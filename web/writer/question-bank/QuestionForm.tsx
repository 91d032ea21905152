import { useApolloClient, useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { LeaveQuestion } from '#web/app/LeaveQuestion.tsx';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { OtherDeskEditors } from '../open-editors/OtherDeskEditors.tsx';
import { type ChangeRefusal, noAnswer, problemOf, refusalIn, withoutProblem } from '../refusal.ts';
import { SavedMeanwhile } from '../versions/SavedMeanwhile.tsx';
import { languageName } from './language-name.ts';
import {
  ExportQuestionBankDocument,
  WriterQuestionBankDocument,
  type WriterQuestionBankQuery,
  WriterSaveBankQuestionDocument,
} from './question-bank.graphql.ts';
import { VersionsOfQuestion } from './VersionsOfQuestion.tsx';

type Meanwhile = { newest: number; savedBy: string | null; address: string };
export type BankQuestion = WriterQuestionBankQuery['questionBank'][number];

const depths = {
  OPENER: 'Opens a subject',
  SCENE: 'Into one scene',
  MEANING: 'What it meant',
  LEGACY: 'What stays',
};
const sensitivities = ['Ordinary', 'Tender', 'Heavy: not in the first two conversations'];

/** The form to add or edit a question of the bank. */
export function QuestionForm({
  question,
  chapter,
  language,
  data,
  onClose,
}: {
  /** Null for a new question. */
  question: BankQuestion | null;
  chapter: string;
  /** The language of a new question. */
  language: string;
  data: WriterQuestionBankQuery;
  onClose: () => void;
}) {
  const client = useApolloClient();
  const [saved] = useState({
    ...{ chapter: question?.chapter ?? chapter, depth: question?.depth ?? 'OPENER' },
    ...{ sensitivity: question?.sensitivity ?? 0, text: question?.text ?? '' },
    ...{ followUps: (question?.followUps ?? []).join('\n'), theme: (question?.theme ?? []).join(', ') },
    ...{ reason: question?.reason ?? '', language: question?.language ?? language },
  });
  const [draft, setDraft] = useState(saved);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [basedOn, setBasedOn] = useState(question?.revision);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  useUnsavedChanges(isChanged);
  const close = () => (isChanged ? setIsLeaving(true) : onClose());
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const [save, saving] = useMutation(WriterSaveBankQuestionDocument, {
    ...{ refetchQueries: [WriterQuestionBankDocument], awaitRefetchQueries: true },
  });
  function change(part: Partial<typeof draft>) {
    if (saving.loading) return;
    setDraft({ ...draft, ...part });
    setRefusal(withoutProblem(refusal, Object.keys(part)[0] ?? ''));
  }
  /** The address of the question, which may have moved to another chapter or language. */
  async function addressNow() {
    const read = { query: ExportQuestionBankDocument, fetchPolicy: 'no-cache' } as const;
    const answer = await client.query(read).catch(() => null);
    const now = answer?.data?.questionBank.find(({ key }) => key === question?.key) ?? saved;
    return `/writer/prompts/?${new URLSearchParams({ chapter: now.chapter, language: now.language })}#bank`;
  }
  async function submit() {
    if (saving.loading) return;
    const input = {
      ...draft,
      followUps: draft.followUps
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      theme: draft.theme
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      reason: draft.reason || null,
      ...(question && { key: question.key, basedOn }),
    };
    const answer = await save({ variables: { input } }).catch(() => null);
    const result = answer?.data?.saveBankQuestion;
    if (result && 'newest' in result) return setMeanwhile({ ...result, address: await addressNow() });
    const why = answer ? refusalIn(result) : noAnswer;
    setRefusal(why);
    if (why) return;
    void notify('success', question ? 'The question is saved' : 'The question is added', {
      body: 'It may be asked from the next turn on.',
    });
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={question ? 'Edit question' : 'New question'}
      actions={
        <>
          <Button ref={saveButton} busy={saving.loading} onClick={() => void submit()}>
            Save question
          </Button>
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      {question && <OtherDeskEditors kind="BANK_QUESTION" id={question.key} what="this question" isEditing />}
      {refusal && !refusal.issues?.length && (
        <Notice kind="error" title="It is not saved">
          <p>{refusal.message}</p>
        </Notice>
      )}
      {meanwhile && question && (
        <SavedMeanwhile
          refusal={meanwhile}
          title={`${meanwhile.savedBy ?? 'Somebody'} changed this question meanwhile`}
          theirs={meanwhile.address}
          saveYours="save yours in its place"
          save={saveButton}
          onSeen={() => {
            setBasedOn(meanwhile.newest);
            setMeanwhile(null);
          }}
        />
      )}
      <TextAreaField
        label="Question"
        readOnly={saving.loading}
        rows={2}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
        error={problemOf(refusal, 'text')}
        hint="At most 25 words, and one question."
      />
      <TextAreaField
        label="What may follow, one a line"
        readOnly={saving.loading}
        rows={3}
        value={draft.followUps}
        onChange={({ target }) => change({ followUps: target.value })}
        error={problemOf(refusal, 'followUps')}
      />
      <TextField
        label="Themes, by which it is left out"
        readOnly={saving.loading}
        value={draft.theme}
        autoComplete="off"
        onChange={({ target }) => change({ theme: target.value })}
        error={problemOf(refusal, 'theme')}
        hint="Parted by commas: school, teachers."
      />
      <TextField
        label="I ask because … (optional)"
        readOnly={saving.loading}
        value={draft.reason}
        autoComplete="off"
        onChange={({ target }) => change({ reason: target.value })}
        error={problemOf(refusal, 'reason')}
      />
      <SelectField
        label="Chapter"
        aria-disabled={saving.loading}
        value={draft.chapter}
        onChange={({ target }) => change({ chapter: target.value })}
        error={problemOf(refusal, 'chapter')}
      >
        {data.bankChapters.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Depth"
        aria-disabled={saving.loading}
        value={draft.depth}
        onChange={({ target }) => change({ depth: target.value })}
      >
        {Object.entries(depths).map(([depth, words]) => (
          <option key={depth} value={depth}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="How heavy it is"
        aria-disabled={saving.loading}
        value={String(draft.sensitivity)}
        onChange={({ target }) => change({ sensitivity: Number(target.value) })}
      >
        {sensitivities.map((words, at) => (
          <option key={words} value={at}>
            {words}
          </option>
        ))}
      </SelectField>
      {data.bankLanguages.length > 1 && !question?.isBuiltIn && (
        <SelectField
          label="Language"
          aria-disabled={saving.loading}
          value={draft.language}
          onChange={({ target }) => change({ language: target.value })}
        >
          {data.bankLanguages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
      )}
      {question && (
        <VersionsOfQuestion
          questionKey={question.key}
          basedOn={basedOn ?? question.revision}
          isChanged={isChanged}
          onRestored={onClose}
        />
      )}
      <LeaveQuestion open={isLeaving} onStay={() => setIsLeaving(false)} onLeave={onClose} />
    </Dialog>
  );
}
