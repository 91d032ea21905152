import { ChartOfDays, dayInWords } from './ChartOfDays.tsx';
import type { ModelUse_DeskFragment } from './ModelUse.graphql.ts';
import { dollars, ModelUseTable } from './ModelUseTable.tsx';
import styles from './today.module.css';

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
          <ModelUseTable period="Day" uses={modelUse.map((use) => ({ ...use, when: dayInWords(use.day) }))} />
        </section>
      )}
    </div>
  );
}
