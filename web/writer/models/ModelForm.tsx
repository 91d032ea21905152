import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type ChangeRefusal, noAnswer, problemOf, refusalIn, summaryOf } from '../refusal.ts';
import { type ModelRowFragment, WriterModelsDocument, WriterSaveModelDocument } from './models.graphql.ts';
import styles from './models.module.css';

const tasks = [
  { task: 'interview', name: 'Conversations' },
  { task: 'write', name: 'Stories' },
];

/** The settings of a model. */
export function ModelForm({
  model,
  keys,
  onSaved,
}: {
  model: ModelRowFragment | null;
  keys: readonly string[];
  onSaved: () => void;
}) {
  const [provider, setProvider] = useState(model?.provider ?? 'openai-compatible');
  const [isDirty, setDirty] = useState(false);
  /** The fields changed since they were refused. */
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  useUnsavedChanges(isDirty);
  const [saveModel] = useMutation(WriterSaveModelDocument, {
    refetchQueries: [WriterModelsDocument],
    awaitRefetchQueries: true,
  });
  const { state, pending, onSubmit } = useFormAction<ChangeRefusal | null>(async (form) => {
    setCorrected([]);
    const input = {
      ...(model && { id: model.id, revision: model.revision }),
      provider,
      ...{ name: textOf(form, 'name'), modelName: textOf(form, 'modelName') },
      ...{ baseUrl: textOf(form, 'baseUrl') || null, apiKeyEnv: textOf(form, 'apiKeyEnv') || null },
      enabled: form.has('enabled'),
      tasks: form.getAll('tasks').map(String),
      defaultFor: form.getAll('defaultFor').map(String),
      ...{ temperature: numberOf(form, 'temperature'), maxOutputTokens: numberOf(form, 'maxOutputTokens') },
      timeoutMs: inMs(numberOf(form, 'timeout')),
      inputPricePerMillion: numberOf(form, 'inputPricePerMillion'),
      outputPricePerMillion: numberOf(form, 'outputPricePerMillion'),
    };
    const answer = await saveModel({ variables: { input } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.saveModel) : noAnswer;
    if (why) return why;
    setDirty(false);
    void notify('success', `${input.name} is saved`);
    onSaved();
    return null;
  }, null);
  const error = (path: string) => (corrected.includes(path) ? undefined : problemOf(state, path));
  const isCorrected = state?.issues?.length && state.issues.every(({ path }) => corrected.includes(path));
  return (
    <form
      className={styles.form}
      onSubmit={onSubmit}
      onChange={({ target }) => {
        setDirty(true);
        const { name } = target as unknown as HTMLInputElement;
        setCorrected([...corrected, name === 'timeout' ? 'timeoutMs' : name]);
      }}
      noValidate
    >
      {state && !isCorrected && (
        <Notice kind="error" title="It is not saved">
          <p>{summaryOf(state)}</p>
        </Notice>
      )}
      <TextField
        label="Name"
        name="name"
        defaultValue={model?.name}
        maxLength={60}
        error={error('name')}
        hint="By which the team knows it."
        autoComplete="off"
      />
      <SelectField
        label="Provider"
        name="provider"
        value={provider}
        onChange={({ target }) => setProvider(target.value)}
        error={error('provider')}
      >
        <option value="openai-compatible">OpenAI-compatible</option>
        <option value="anthropic">Anthropic</option>
        <option value="google">Google</option>
      </SelectField>
      <TextField
        label="Model"
        name="modelName"
        defaultValue={model?.modelName}
        maxLength={200}
        error={error('modelName')}
        hint="By which its server knows it."
        autoComplete="off"
      />
      <TextField
        label="Address"
        name="baseUrl"
        defaultValue={model?.baseUrl}
        maxLength={500}
        error={error('baseUrl')}
        hint={
          provider === 'openai-compatible'
            ? 'Up to and with its version, such as https://…/v1.'
            : 'May be left empty.'
        }
        autoComplete="off"
        inputMode="url"
      />
      <SelectField
        label="Key"
        name="apiKeyEnv"
        defaultValue={model?.apiKeyEnv ?? ''}
        error={error('apiKeyEnv')}
        hint="Keys stand in the server’s environment as MODEL_KEY_…; here only their names are known."
      >
        <option value="">No key</option>
        {[...new Set([...keys, ...(model?.apiKeyEnv ? [model.apiKeyEnv] : [])])].map((key) => (
          <option key={key}>{key}</option>
        ))}
      </SelectField>
      <CheckField name="enabled" defaultChecked={model?.enabled ?? true}>
        On
      </CheckField>
      <fieldset className="stack">
        <legend>What it is asked for</legend>
        {tasks.map(({ task, name }) => (
          <CheckField key={task} name="tasks" value={task} defaultChecked={model?.tasks.includes(task)}>
            {name}
          </CheckField>
        ))}
      </fieldset>
      <fieldset className="stack">
        <legend>Where it is asked before all others</legend>
        {tasks.map(({ task, name }) => (
          <CheckField
            key={task}
            name="defaultFor"
            value={task}
            defaultChecked={model?.defaultFor.includes(task)}
          >
            {name}, first
          </CheckField>
        ))}
      </fieldset>
      <div className={styles.pair}>
        <TextField
          label="Temperature"
          name="temperature"
          type="number"
          min={0}
          max={2}
          step={0.1}
          defaultValue={model?.temperature ?? ''}
          error={error('temperature')}
          hint="0 to 2; empty: its own."
        />
        <TextField
          label="Seconds for an answer"
          name="timeout"
          type="number"
          min={1}
          max={600}
          defaultValue={model?.timeoutMs ? model.timeoutMs / 1000 : ''}
          error={error('timeoutMs')}
          hint="Empty: 12 in a conversation, 120 for a story."
        />
        <TextField
          label="Tokens of an answer"
          name="maxOutputTokens"
          type="number"
          min={16}
          defaultValue={model?.maxOutputTokens ?? ''}
          error={error('maxOutputTokens')}
          hint="At most; empty: its own limit."
        />
        <TextField
          label="Price in"
          name="inputPricePerMillion"
          type="number"
          min={0}
          step="any"
          defaultValue={model?.inputPricePerMillion ?? ''}
          error={error('inputPricePerMillion')}
          hint="Dollars for a million tokens."
        />
        <TextField
          label="Price out"
          name="outputPricePerMillion"
          type="number"
          min={0}
          step="any"
          defaultValue={model?.outputPricePerMillion ?? ''}
          error={error('outputPricePerMillion')}
          hint="Dollars for a million tokens."
        />
      </div>
      <div>
        <Button type="submit" busy={pending}>
          Save the model
        </Button>
      </div>
    </form>
  );
}

function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name).trim();
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
}

function inMs(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000);
}
