import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { unsaved, useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { languageName } from '../question-bank/language-name.ts';
import { type ChangeRefusal, noAnswer, problemOf, refusalIn, summaryOf, withoutProblem } from '../refusal.ts';
import { FilledIn } from '../versions/FilledIn.tsx';
import { ModelField } from '../versions/ModelField.tsx';
import { Placeholders } from '../versions/Placeholders.tsx';
import { SavedMeanwhile } from '../versions/SavedMeanwhile.tsx';
import styles from '../versions/versions.module.css';
import {
  type AgentVersionFragment,
  WriterAgentPromptDocument,
  type WriterAgentPromptOptionsQuery,
  WriterAgentPromptsDocument,
  WriterPreviewAgentPromptDocument,
  WriterSaveAgentPromptDocument,
} from './agent-prompts.graphql.ts';

type Options = WriterAgentPromptOptionsQuery;

/** Edits an agent prompt, with a preview of its placeholders filled in. Saving creates a new version. */
export function PromptEditor({
  prompt,
  newest,
  options,
}: {
  prompt: { id: string; name: string; description: string } | null;
  newest: AgentVersionFragment | null;
  options: Options;
}) {
  const navigate = useNavigate();
  const [first] = useState({
    name: prompt?.name ?? '',
    description: prompt?.description ?? '',
    instructions: newest?.instructions ?? options.agentPromptOptions.builtInInstructions,
    firstMessage: newest?.firstMessage ?? '',
    language: newest?.language ?? 'en',
    voice: newest?.voice ?? '',
    modelId: newest?.model?.id ?? '',
    note: '',
  });
  const [draft, setDraft] = useState(first);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [basedOn, setBasedOn] = useState(newest?.number ?? null);
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const [meanwhile, setMeanwhile] = useState<{ newest: number; savedBy: string | null } | null>(null);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);
  useUnsavedChanges(isDirty);
  const [save, { loading }] = useMutation(WriterSaveAgentPromptDocument, {
    refetchQueries: [WriterAgentPromptsDocument, ...(prompt ? [WriterAgentPromptDocument] : [])],
  });
  const set = (field: keyof typeof draft) => (event: { target: { value: string } }) => {
    if (loading) return;
    setDraft({ ...draft, [field]: event.target.value });
    setRefusal(withoutProblem(refusal, field));
  };
  const voices = options.agentPromptOptions.voices.filter(({ language }) => language === draft.language);
  const isUnlisted = draft.voice !== '' && !voices.some(({ name }) => name === draft.voice);
  const error = (path: string) => problemOf(refusal, path);

  async function submit() {
    const { name, description, voice, modelId, note, ...rest } = draft;
    const input = {
      ...rest,
      // Unchanged fields aren't sent, so that they don't undo somebody else's save.
      ...((!prompt || name !== first.name) && { name }),
      ...((!prompt || description !== first.description) && { description }),
      ...(prompt && { id: prompt.id, basedOn }),
      ...{ voice: voice || null, modelId: modelId || null, note: note || null },
    };
    const answer = await save({ variables: { input } }).catch(() => null);
    const result = answer?.data?.saveAgentPrompt;
    if (result && 'newest' in result) return setMeanwhile(result);
    const why = answer ? refusalIn(result) : noAnswer;
    setRefusal(why);
    if (why || !result || !('versions' in result)) return;
    unsaved.letGo();
    void notify('success', `${result.name} is saved as version ${result.versions[0]?.number}`);
    await navigate(`/writer/agent-prompts/${result.id}/`);
  }
  return (
    <div className={styles.two}>
      <form
        className={`leaf ${styles.part}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!loading) void submit();
        }}
      >
        {refusal && (
          <Notice kind="error" title="It is not saved">
            <p>{summaryOf(refusal)}</p>
          </Notice>
        )}
        {meanwhile && prompt && (
          <SavedMeanwhile
            refusal={meanwhile}
            title={`${meanwhile.savedBy ?? 'Somebody'} saved version ${meanwhile.newest} meanwhile`}
            theirs={`/writer/agent-prompts/${prompt.id}/`}
            saveYours="save yours as the version after it"
            save={saveButton}
            onSeen={() => {
              setBasedOn(meanwhile.newest);
              setMeanwhile(null);
            }}
          />
        )}
        <TextField
          label="Name"
          readOnly={loading}
          value={draft.name}
          onChange={set('name')}
          maxLength={80}
          error={error('name')}
          autoComplete="off"
        />
        <TextField
          label="What it is for"
          readOnly={loading}
          value={draft.description}
          onChange={set('description')}
          maxLength={300}
          error={error('description')}
          autoComplete="off"
        />
        <SelectField
          label="Language"
          aria-disabled={loading}
          value={draft.language}
          onChange={({ target }) => {
            if (loading) return;
            // A voice speaks one language only.
            setDraft({ ...draft, language: target.value, voice: '' });
            setRefusal(withoutProblem(withoutProblem(refusal, 'language'), 'voice'));
          }}
          error={error('language')}
          hint="Used for people who tell their stories in this language."
        >
          {options.agentPromptOptions.languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Instructions"
          readOnly={loading}
          className={`input ${styles.area}`}
          rows={14}
          value={draft.instructions}
          onChange={set('instructions')}
          error={error('instructions')}
          hint={`For language models alone. ${draft.instructions.length} of 8000 characters.`}
          spellCheck
        />
        <TextAreaField
          label="First words"
          readOnly={loading}
          rows={3}
          value={draft.firstMessage}
          onChange={set('firstMessage')}
          error={error('firstMessage')}
          hint="Said in somebody’s first conversation, by the built-in interviewer too. At most 25 words and one question; that a computer speaks is said in any case."
        />
        <ModelField
          models={options.models}
          value={draft.modelId}
          onChange={set('modelId')}
          error={error('modelId')}
          hint="Asked before all others; the others stand in for it."
        />
        {options.agentPromptOptions.dials ? (
          <SelectField
            label="Voice"
            aria-disabled={loading}
            value={draft.voice}
            onChange={set('voice')}
            error={error('voice')}
            hint="Heard on calls, unless the family chose another."
          >
            <option value="">The phone service’s usual voice</option>
            {voices.map(({ name, description }) => (
              <option key={name} value={name}>
                {description}
              </option>
            ))}
            {isUnlisted && <option value={draft.voice}>{draft.voice}, which is no longer listed</option>}
          </SelectField>
        ) : (
          <p className="note">A voice can be chosen once a phone service is set up.</p>
        )}
        <TextField
          label="Why it is changed"
          readOnly={loading}
          value={draft.note}
          onChange={set('note')}
          maxLength={300}
          error={error('note')}
          autoComplete="off"
        />
        <div className="row">
          <Button ref={saveButton} type="submit" busy={loading}>
            {prompt ? 'Save as a new version' : 'Save the agent prompt'}
          </Button>
          <Link to={prompt ? `/writer/agent-prompts/${prompt.id}/` : '/writer/agent-prompts/'}>Cancel</Link>
        </div>
      </form>
      <div className={styles.page}>
        <Preview draft={draft} />
        <Placeholders names={options.agentPromptOptions.variables} />
      </div>
    </div>
  );
}

function Preview({ draft }: { draft: { instructions: string; firstMessage: string } }) {
  const [preview, { data, loading, error }] = useMutation(WriterPreviewAgentPromptDocument);
  const result = data?.previewAgentPrompt;
  const { instructions, firstMessage } = draft;
  return (
    <FilledIn
      filled={
        result && 'opening' in result
          ? {
              parts: [
                { heading: 'First words', text: result.opening },
                { heading: 'Instructions', text: result.instructions },
              ],
              ...{ problem: result.problem, empty: result.empty },
              ...{ whole: result.whole, wholeTitle: 'Everything that a model is told' },
            }
          : null
      }
      refusal={result && refusalIn(result)?.message}
      hasFailed={error !== undefined}
      busy={loading}
      onFill={(subjectId) =>
        void preview({ variables: { input: { subjectId, instructions, firstMessage } } }).catch(() => null)
      }
    />
  );
}
