import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import styles from '../versions/versions.module.css';
import {
  WriterReplaySetDocument,
  type WriterReplaySetQuery,
  WriterStartReplayDocument,
} from './replay.graphql.ts';
import { versionsFor } from './replay-words.ts';

/** Starts a run over the set with a chosen version and model. */
export function StartReplay({
  set,
  data,
  onStarted,
}: {
  set: NonNullable<WriterReplaySetQuery['replaySet']>;
  data: WriterReplaySetQuery;
  onStarted: (runId: string) => void;
}) {
  const isWriting = set.kind === 'WRITE';
  const callable = data.models.find(({ enabled, problem }) => enabled && !problem)?.id ?? '';
  const [versionId, setVersionId] = useState('');
  const [modelId, setModelId] = useState(callable);
  const [problem, setProblem] = useState<string>();
  const [start, starting] = useMutation(WriterStartReplayDocument, {
    refetchQueries: [WriterReplaySetDocument],
    awaitRefetchQueries: true,
  });
  async function submit() {
    if (isWriting && !modelId)
      return setProblem('Choose a model: the built-in writer follows no instructions');
    setProblem(undefined);
    const runId = crypto.randomUUID();
    const version = isWriting ? { promptVersionId: versionId } : { agentPromptVersionId: versionId };
    const input = { runId, setId: set.id, ...(versionId && version), ...(modelId && { modelId }) };
    const answer = await start({ variables: { input } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.startReplay) : noAnswer;
    if (why) tell(why);
    else onStarted(runId);
  }
  return (
    <form
      className={`leaf ${styles.part}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!starting.loading) void submit();
      }}
    >
      <h2>Replay the set</h2>
      <div className={styles.runs}>
        <SelectField
          label="Version"
          value={versionId}
          onChange={({ target }) => setVersionId(target.value)}
          hint={isWriting ? 'The other tasks use their live versions.' : undefined}
        >
          <option value="">{isWriting ? 'Live versions' : 'Built-in instructions'}</option>
          {versionsFor(set.kind, data).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Model"
          value={modelId}
          onChange={({ target }) => setModelId(target.value)}
          error={problem}
        >
          <option value="">
            {isWriting ? 'Choose a model' : 'Built-in interviewer, follows no instructions'}
          </option>
          {data.models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.problem ? `${model.name} (can’t be asked)` : model.name}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <Button type="submit" busy={starting.loading}>
          Run over {set.turns.length === 1 ? 'one turn' : `${set.turns.length} turns`}
        </Button>
      </div>
    </form>
  );
}
