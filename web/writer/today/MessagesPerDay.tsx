import { Link } from '#web/app/Link.tsx';
import { ChartOfDays } from './ChartOfDays.tsx';
import type { MessagesPerDay_DeskFragment } from './MessagesPerDay.graphql.ts';

const inWords = (count: number) => Math.round(count).toLocaleString('en');

/** The number of messages per day. */
export function MessagesPerDay({ desk }: { desk: MessagesPerDay_DeskFragment }) {
  return (
    <ChartOfDays
      title="Messages per day"
      parts={[{ name: 'Messages', look: 'plain' }]}
      days={desk.messagesPerDay.map(({ day, count }) => ({ day, values: [count] }))}
      inWords={inWords}
      empty="There were no messages on these days."
      columns={({ day, values: [count] }) => [
        <Link key="messages" to={`/writer/messages/?dateFrom=${day}&dateTo=${day}`}>
          {inWords(count ?? 0)}
        </Link>,
      ]}
    />
  );
}
