import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice, State } from '#web/ui/Notice.tsx';
import { noAnswer, refusalIn } from '../refusal.ts';
import {
  type ModelRowFragment,
  WriterModelsDocument,
  WriterSaveModelDocument,
  WriterTestModelDocument,
} from './models.graphql.ts';
import styles from './models.module.css';

const providers: Record<string, string> = {
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
  google: 'Google',
};
const tasks: Record<string, string> = { interview: 'conversations', write: 'stories' };

/** A model: whether it responds, and its position in the order. */
export function ModelCard({
  model,
  busy,
  onEdit,
  onUp,
  onDown,
}: {
  model: ModelRowFragment;
  busy: boolean;
  onEdit: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}) {
  const { id, name, provider, modelName, baseUrl, apiKeyEnv, enabled, problem } = model;
  const [tested, setTested] = useState<{ ok: boolean; message: string } | null>(null);
  const [testModel, testing] = useMutation(WriterTestModelDocument);
  const [saveModel, saving] = useMutation(WriterSaveModelDocument, {
    refetchQueries: [WriterModelsDocument],
  });
  async function test() {
    setTested(null);
    const answer = await testModel({ variables: { id } }).catch(() => null);
    const result = answer?.data?.testModel;
    const why = answer ? refusalIn(result) : noAnswer;
    if (why) setTested({ ok: false, message: why.message });
    else if (result && 'ok' in result) setTested(result);
  }
  async function turn() {
    const input = { id, revision: model.revision, enabled: !enabled };
    const answer = await saveModel({ variables: { input } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.saveModel) : noAnswer;
    if (why) setTested({ ok: false, message: why.message });
  }
  const names = [
    ['Model', modelName],
    ['Address', baseUrl],
    ['Key', apiKeyEnv],
  ].filter(([, value]) => value);
  const { temperature, maxOutputTokens, timeoutMs } = model;
  const facts = [
    ['Provider', providers[provider] ?? provider],
    ...(apiKeyEnv ? [] : [['Key', 'none']]),
    ['For', model.tasks.map((task) => tasks[task]).join(', ') || 'the playground alone'],
    ['Asked first for', model.defaultFor.map((task) => tasks[task]).join(', ')],
    ['Temperature', temperature?.toString()],
    ['Tokens of an answer', maxOutputTokens && `at most ${maxOutputTokens.toLocaleString()}`],
    ['Time for an answer', timeoutMs && `${timeoutMs / 1000} s`],
    ['Price for a million tokens', priceOf(model)],
  ].filter(([, value]) => value);
  return (
    <section className={`leaf ${styles.card}`} aria-label={name}>
      <div className="row">
        <h2>{name}</h2>
        {!enabled ? (
          <State tone="off">off</State>
        ) : problem ? (
          <State tone="error">not asked: {problem}</State>
        ) : (
          <State tone="ok">on</State>
        )}
      </div>
      <dl className={styles.facts}>
        {names.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <Button small busy={testing.loading} onClick={() => void test()} aria-label={`Test ${name}`}>
          Test
        </Button>
        <Button look="quiet" small onClick={onEdit} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Button
          look="quiet"
          small
          busy={saving.loading}
          onClick={() => void turn()}
          aria-label={`Turn ${enabled ? 'off' : 'on'} ${name}`}
        >
          {enabled ? 'Turn off' : 'Turn on'}
        </Button>
        {onUp && (
          <Button look="quiet" small busy={busy} onClick={onUp} aria-label={`Move ${name} up`}>
            Up
          </Button>
        )}
        {onDown && (
          <Button look="quiet" small busy={busy} onClick={onDown} aria-label={`Move ${name} down`}>
            Down
          </Button>
        )}
      </div>
      {testing.loading && <p className="quiet">It is asked for one word…</p>}
      {tested && (
        <Notice kind={tested.ok ? 'ok' : 'error'} title={tested.ok ? 'It answers' : 'It does not answer'}>
          <p>{tested.message}.</p>
        </Notice>
      )}
    </section>
  );
}

function priceOf({ inputPricePerMillion: input, outputPricePerMillion: output }: ModelRowFragment): string {
  return input === null || output === null ? 'not known' : `$${input} in, $${output} out`;
}
