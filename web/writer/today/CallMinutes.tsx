import { Link } from '#web/app/Link.tsx';
import styles from '../lists.module.css';
import type { CallMinutes_DeskFragment } from './CallMinutes.graphql.ts';
import { dollars } from './ModelUseTable.tsx';

/** The calls, minutes and cost of each month, which open their list; nothing while there are no calls. */
export function CallMinutes({ desk }: { desk: CallMinutes_DeskFragment }) {
  const { callMonths } = desk;
  if (!callMonths.length) return null;
  return (
    <section className="leaf" aria-labelledby="call-minutes">
      <h2 id="call-minutes" className="section-title">
        Calls by month
      </h2>
      <CallMonthsTable months={callMonths} />
    </section>
  );
}

/** The calls, minutes and cost of months, for all subjects or one. Each number opens the list of its calls. */
export function CallMonthsTable({
  months,
  subjectId,
}: {
  months: CallMinutes_DeskFragment['callMonths'];
  subjectId?: string;
}) {
  return (
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
        {months.map(({ month, calls, minutes, costUsd }) => (
          <tr key={month}>
            <td>{monthInWords(month)}</td>
            <td className="r num" data-name="Calls">
              <Link to={answeredIn(month, subjectId)}>{calls.toLocaleString('en')}</Link>
            </td>
            <td className="r num" data-name="Minutes">
              <Link to={answeredIn(month, subjectId)}>{Math.round(minutes).toLocaleString('en')}</Link>
            </td>
            <td className="r num" data-name="Cost">
              <Link to={answeredIn(month, subjectId)}>
                {costUsd == null ? 'not known' : dollars(costUsd)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The list of the answered calls of a month. */
function answeredIn(month: string, subjectId?: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const whose = subjectId ? `&subjectId=${subjectId}` : '';
  return `/writer/conversations/?dateFrom=${month}-01&dateTo=${month}-${lastDay}&state=ANSWERED${whose}`;
}

function monthInWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
