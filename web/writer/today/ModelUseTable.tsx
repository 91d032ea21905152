import styles from '../lists.module.css';

const tasks: Record<string, string> = { interview: 'Interviewer', write: 'Writer', tune: 'Trials' };

export const dollars = (value: number) => `$${value.toFixed(value < 1 ? 4 : 2)}`;

export interface ModelUseRow {
  /** The day or month, in words. */
  when: string;
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

/** The calls, failures, tokens and cost of models; with the mean time per call where it is known. */
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
            <td>{tasks[use.task] ?? use.task}</td>
            <td className="r num" data-name="Calls">
              {use.calls.toLocaleString('en')}
            </td>
            <td className="r num" data-name="Failed">
              {use.failed.toLocaleString('en')}
            </td>
            {isTimed && (
              <td className="r num" data-name="Time per call">
                {((use.meanLatencyMs ?? 0) / 1000).toFixed(2)} s
              </td>
            )}
            <td className="r num" data-name="Tokens">
              {(use.inputTokens + use.outputTokens).toLocaleString('en')}
            </td>
            <td className="r num" data-name="Cost">
              {use.priced === 0 ? 'not known' : dollars(use.costUsd)}
              {use.priced > 0 && use.priced < use.calls && ` of ${use.priced} calls`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
