import { Link } from '#web/app/Link.tsx';
import { callsPath } from '../models/calls/calls-filter.ts';
import { ChartOfDays, dayInWords, digitsOf } from './ChartOfDays.tsx';
import type { ModelUse_DeskFragment } from './ModelUse.graphql.ts';
import { dollars, ModelUseTable } from './ModelUseTable.tsx';
import styles from './today.module.css';

export const seconds = (ms: number, step = 10) =>
  `${(ms / 1000).toFixed(Math.max(2, digitsOf(step / 1000)))} s`;

/** A number that opens the calls of its day. */
function ofDay(day: string, words: string) {
  return <Link to={callsPath({ dateFrom: day, dateTo: day })}>{words}</Link>;
}

/** The cost of models and their mean time per day, and the calls, failures and mean time of each model. */
export function ModelUse({ desk, days }: { desk: ModelUse_DeskFragment; days: readonly string[] }) {
  const { modelUse } = desk;
  const costOn = (day: string) =>
    modelUse.filter((use) => use.day === day).reduce((sum, { costUsd }) => sum + costUsd, 0);
  const meanTimeOn = (day: string) => {
    const uses = modelUse.filter((use) => use.day === day);
    const calls = uses.reduce((sum, use) => sum + use.calls, 0);
    return calls === 0 ? null : uses.reduce((sum, use) => sum + use.meanLatencyMs * use.calls, 0) / calls;
  };
  const isPriced = (day: string) => modelUse.some((use) => use.day === day && use.priced > 0);
  return (
    <div id="models" className={styles.models}>
      <ChartOfDays
        title="Cost of models per day"
        parts={[{ name: 'Cost', look: 'plain' }]}
        days={days.map((day) => ({ day, values: [isPriced(day) ? costOn(day) : null] }))}
        inWords={dollars}
        empty={
          modelUse.length
            ? 'No cost is known, because the models have no prices.'
            : 'No model was called on these days.'
        }
        columns={({ day, values: [cost] }) => [cost == null ? '–' : ofDay(day, dollars(cost))]}
      />
      {modelUse.length > 0 && (
        <ChartOfDays
          title="Time of models per call"
          parts={[{ name: 'Mean time', look: 'plain' }]}
          days={days.map((day) => ({ day, values: [meanTimeOn(day)] }))}
          inWords={seconds}
          empty="No model was called on these days."
          columns={({ day, values: [time] }) => [time == null ? '–' : ofDay(day, seconds(time))]}
        />
      )}
      {modelUse.length > 0 && (
        <section className="leaf" aria-label="Models by day">
          <ModelUseTable
            period="Day"
            uses={modelUse.map((use) => ({
              ...{ ...use, when: dayInWords(use.day) },
              opens: { dateFrom: use.day, dateTo: use.day },
            }))}
          />
        </section>
      )}
    </div>
  );
}
