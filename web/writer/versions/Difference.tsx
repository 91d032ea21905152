import { diffLines } from 'diff';
import { useState } from 'react';
import { SelectField } from '#web/ui/Field.tsx';
import styles from './versions.module.css';

export interface VersionWording {
  id: string;
  name: string;
  text: string;
}

const linesInWords = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

/**
 * Two versions compared line by line, at first the newest and the one before it; removed and added lines are also marked
 * by a sign.
 */
export function Difference({ wordings }: { wordings: readonly VersionWording[] }) {
  const [fromId, setFrom] = useState<string | null>(null);
  const [toId, setTo] = useState<string | null>(null);
  const from = wordings.find(({ id }) => id === fromId) ?? wordings[1];
  const to = wordings.find(({ id }) => id === toId) ?? wordings[0];
  if (!from || !to) return null;
  const lines = diffLines(`${from.text}\n`, `${to.text}\n`).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ line, kind: added ? 'plus' : removed ? 'minus' : null })),
  );
  const count = (kind: string) => lines.filter((each) => each.kind === kind).length;
  const options = wordings.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return (
    <section className={`leaf ${styles.part}`} aria-label="What changes">
      <h2>What changes</h2>
      <div className="row">
        <SelectField label="From" value={from.id} onChange={({ target }) => setFrom(target.value)}>
          {options}
        </SelectField>
        <SelectField label="To" value={to.id} onChange={({ target }) => setTo(target.value)}>
          {options}
        </SelectField>
      </div>
      <p className="note" role="status">
        {`${linesInWords(count('plus'))} added, ${count('minus')} taken out`}
      </p>
      <div>
        {lines.map(({ line, kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other name
          <span key={at} className={`${styles.line} ${kind ? styles[kind] : ''}`}>
            {kind === 'plus' ? '+ ' : kind === 'minus' ? '− ' : '  '}
            {line}
          </span>
        ))}
      </div>
    </section>
  );
}
