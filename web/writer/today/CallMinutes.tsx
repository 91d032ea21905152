import styles from '../lists.module.css';
import type { CallMinutes_DeskFragment } from './CallMinutes.graphql.ts';
import { dollars } from './ModelUseTable.tsx';

/** The calls, minutes and cost of each month; nothing while there are no calls. */
export function CallMinutes({ desk }: { desk: CallMinutes_DeskFragment }) {
  const { callMonths } = desk;
  if (!callMonths.length) return null;
  return (
    <section className="leaf" aria-labelledby="call-minutes">
      <h2 id="call-minutes" className="section-title">
        Calls by month
      </h2>
      <table className={`table ${styles.wide}`}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className="r">
              Calls
            </th>
            <th scope="col" className="r">
              Minutes
            </th>
            <th scope="col" className="r">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {callMonths.map(({ month, calls, minutes, costUsd }) => (
            <tr key={month}>
              <td>{monthInWords(month)}</td>
              <td className="r num" data-name="Calls">
                {calls.toLocaleString('en')}
              </td>
              <td className="r num" data-name="Minutes">
                {Math.round(minutes).toLocaleString('en')}
              </td>
              <td className="r num" data-name="Cost">
                {costUsd == null ? 'not known' : dollars(costUsd)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function monthInWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
