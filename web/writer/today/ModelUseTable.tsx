import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import styles from '../lists.module.css';
import { type CallsInAddress, callsPath, taskNames } from '../models/calls/calls-filter.ts';
import { digitsOf } from './ChartOfDays.tsx';

/** A price, with the digits that this step needs, or four after the point where it is less than a dollar. */
export function dollars(value: number, step?: number): string {
  const usual = value > 0 && value < 1 ? 4 : 2;
  const digits = step === undefined ? usual : Math.max(2, digitsOf(step));
  return `$${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

export interface ModelUseRow {
  /** The day or month, in words. */
  when: string;
  /** Which single calls to open, besides the task and the model; null when they are erased already. */
  opens: CallsInAddress | null;
  task: string;
  model: string;
  calls: number;
  failed: number;
  meanLatencyMs?: number;
  inputTokens: number;
  outputTokens: number;
  priced: number;
  costUsd: number;
}

/**
 * The calls, failures, tokens and cost of models; with the mean time per call where it is known. Each number opens the
 * list of its calls.
 */
export function ModelUseTable({ period, uses }: { period: 'Day' | 'Month'; uses: readonly ModelUseRow[] }) {
  const isTimed = uses.some(({ meanLatencyMs }) => meanLatencyMs !== undefined);
  return (
    <table className={`table ${styles.wide}`}>
      <thead>
        <tr>
          <th scope="col">{period}</th>
          <th scope="col">Model</th>
          <th scope="col">For</th>
          <th scope="col" className="r">
            Calls
          </th>
          <th scope="col" className="r">
            Failed
          </th>
          {isTimed && (
            <th scope="col" className="r">
              Time per call
            </th>
          )}
          <th scope="col" className="r">
            Tokens
          </th>
          <th scope="col" className="r">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {uses.map((use) => (
          <tr key={`${use.when} ${use.task} ${use.model}`}>
            <td>{use.when}</td>
            <td>{use.model}</td>
            <td>{taskNames[use.task] ?? use.task}</td>
            <Amount name="Calls" use={use}>
              {use.calls.toLocaleString('en')}
            </Amount>
            <Amount name="Failed" use={use} filter={{ failed: '1' }}>
              {use.failed.toLocaleString('en')}
            </Amount>
            {isTimed && (
              <Amount name="Time per call" use={use}>
                {((use.meanLatencyMs ?? 0) / 1000).toFixed(2)} s
              </Amount>
            )}
            <Amount name="Tokens" use={use}>
              {(use.inputTokens + use.outputTokens).toLocaleString('en')}
            </Amount>
            <Amount name="Cost" use={use}>
              {use.priced === 0 ? 'not known' : dollars(use.costUsd)}
              {use.priced > 0 && use.priced < use.calls && ` of ${use.priced} calls`}
            </Amount>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amount({
  name,
  use: { opens, task, model },
  filter,
  children,
}: {
  name: string;
  use: ModelUseRow;
  filter?: CallsInAddress;
  children: ReactNode;
}) {
  return (
    <td className="r num" data-name={name}>
      {opens ? <Link to={callsPath({ ...opens, task, model, ...filter })}>{children}</Link> : children}
    </td>
  );
}
