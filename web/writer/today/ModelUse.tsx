import listStyles from '../lists.module.css';
import { ChartOfDays, dayInWords } from './ChartOfDays.tsx';
import type { ModelUse_DeskFragment } from './ModelUse.graphql.ts';
import styles from './today.module.css';

const tasks: Record<string, string> = { interview: 'Interviewer', write: 'Writer', tune: 'Trials' };
const dollars = (value: number) => `$${value.toFixed(value < 1 ? 4 : 2)}`;

/** The cost of models per day, and the calls, failures and mean time of each model. */
export function ModelUse({ desk, days }: { desk: ModelUse_DeskFragment; days: readonly string[] }) {
  const { modelUse } = desk;
  const costOn = (day: string) =>
    modelUse.filter((use) => use.day === day).reduce((sum, { costUsd }) => sum + costUsd, 0);
  const isPriced = (day: string) => modelUse.some((use) => use.day === day && use.priced > 0);
  return (
    <div id="models" className={styles.models}>
      <ChartOfDays
        title="Cost of models per day"
        parts={[{ name: 'Cost', look: 'plain' }]}
        days={days.map((day) => ({ day, values: [costOn(day)] }))}
        inWords={dollars}
        empty={
          modelUse.length
            ? 'No cost is known, because the models have no prices.'
            : 'No model was called on these days.'
        }
        columns={({ day, values: [cost = 0] }) => [isPriced(day) ? dollars(cost) : '–']}
      />
      {modelUse.length > 0 && (
        <section className={`leaf ${styles.uses}`} aria-label="Models by day">
          <table className={`table ${listStyles.wide}`}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Model</th>
                <th scope="col">For</th>
                <th scope="col" className="r">
                  Calls
                </th>
                <th scope="col" className="r">
                  Failed
                </th>
                <th scope="col" className="r">
                  Time per call
                </th>
                <th scope="col" className="r">
                  Tokens
                </th>
                <th scope="col" className="r">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {modelUse.map((use) => (
                <tr key={`${use.day} ${use.task} ${use.model}`}>
                  <td>{dayInWords(use.day)}</td>
                  <td>{use.model}</td>
                  <td>{tasks[use.task] ?? use.task}</td>
                  <td className="r num">{use.calls.toLocaleString('en')}</td>
                  <td className="r num">{use.failed.toLocaleString('en')}</td>
                  <td className="r num">{(use.meanLatencyMs / 1000).toFixed(2)} s</td>
                  <td className="r num">{(use.inputTokens + use.outputTokens).toLocaleString('en')}</td>
                  <td className="r num">
                    {use.priced === 0 ? 'not known' : dollars(use.costUsd)}
                    {use.priced > 0 && use.priced < use.calls && ` of ${use.priced} calls`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
