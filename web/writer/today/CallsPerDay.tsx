import { Link } from '#web/app/Link.tsx';
import type { CallsPerDay_DeskFragment } from './CallsPerDay.graphql.ts';
import { ChartOfDays } from './ChartOfDays.tsx';

const inWords = (count: number) => Math.round(count).toLocaleString('en');
const states = ['HELD', 'MISSED', 'FAILED'] as const;

/** The phone calls per day, with those that were missed or failed. */
export function CallsPerDay({ desk }: { desk: CallsPerDay_DeskFragment }) {
  return (
    <ChartOfDays
      title="Calls per day"
      parts={[
        { name: 'Calls held', look: 'plain' },
        { name: 'Missed', look: 'open' },
        { name: 'Failed', look: 'striped' },
      ]}
      days={desk.callsPerDay.map(({ day, calls, missed, failed }) => ({
        day,
        values: [calls - missed - failed, missed, failed],
      }))}
      inWords={inWords}
      empty="There were no calls on these days."
      columns={({ day, values }) =>
        states.map((state, at) => (
          <Link
            key={state}
            to={`/writer/conversations/?dateFrom=${day}&dateTo=${day}&phone=1&state=${state}`}
          >
            {inWords(values[at] ?? 0)}
          </Link>
        ))
      }
    />
  );
}
