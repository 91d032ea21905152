import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import styles from '../versions/versions.module.css';
import { RateRun } from './RateRun.tsx';
import type { Run } from './use-runs.ts';

export interface Column {
  id: number;
  /** "agent:" or "writer:" and the version's id; empty for the interviewer's built-in instructions. */
  version: string;
  /** Empty for the built-in interviewer. */
  modelId: string;
}

/** One version on one model, and its result. */
export function RunColumn({
  column,
  versions,
  models,
  run,
  onChange,
  onRemove,
}: {
  column: Column;
  versions: readonly { value: string; name: string }[];
  models: readonly { id: string; name: string; enabled: boolean; problem: string | null }[];
  run: Run | null;
  onChange: (column: Column) => void;
  onRemove: (() => void) | null;
}) {
  const title = `Run ${column.id + 1}`;
  return (
    <section className={`leaf ${styles.part}`} aria-label={title}>
      <SelectField
        label="Version"
        value={column.version}
        onChange={({ target }) => onChange({ ...column, version: target.value })}
      >
        {versions.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Model"
        value={column.modelId}
        onChange={({ target }) => onChange({ ...column, modelId: target.value })}
      >
        {!column.version.startsWith('writer:') && (
          <option value="">Built-in interviewer, follows no instructions</option>
        )}
        {column.version.startsWith('writer:') && <option value="">Choose a model</option>}
        {models.map(({ id, name, problem }) => (
          <option key={id} value={id}>
            {problem ? `${name} (can’t be asked)` : name}
          </option>
        ))}
      </SelectField>
      {run && <Outcome run={run} />}
      {run?.done && !run.error && run.ofVersion && <RateRun key={run.runId} runId={run.runId} />}
      {onRemove && (
        <div>
          <Button look="quiet" small onClick={onRemove}>
            Take {title.toLowerCase()} away
          </Button>
        </div>
      )}
    </section>
  );
}

function Outcome({ run }: { run: Run }) {
  const { text, done, error, verdict, firstTokenMs, latencyMs, inputTokens, outputTokens, costUsd } = run;
  const figures = [
    ['First words', firstTokenMs === null ? null : `${(firstTokenMs / 1000).toFixed(2)} s`],
    ['Whole', latencyMs === null ? null : `${(latencyMs / 1000).toFixed(2)} s`],
    ['Tokens', inputTokens === null ? null : `${inputTokens} + ${outputTokens ?? 0}`],
    ['Cost', costUsd === null ? null : `$${costUsd.toFixed(6)}`],
  ].filter(([, value]) => value !== null);
  return (
    <>
      <p className={styles.plain} aria-live="polite" aria-busy={!done}>
        {text || (done ? '' : 'It is asked…')}
      </p>
      {error && <p className="field-error">{error}.</p>}
      {verdict && <p className="note">{verdict}.</p>}
      {done && (
        <dl className={styles.met}>
          {figures.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {done && inputTokens !== null && costUsd === null && (
        <p className="note">The model’s price is not known, so the cost isn’t either.</p>
      )}
    </>
  );
}
