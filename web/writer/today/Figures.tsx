import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import type { Figures_DeskFragment } from './Figures.graphql.ts';
import { ageInWords } from './Queue.tsx';
import styles from './today.module.css';

/** Today's numbers. Each one links to what it counts. */
export function Figures({ desk, today }: { desk: Figures_DeskFragment; today: string }) {
  const { liveConversations, conversationsToday, failedToday, waitingJobs, failedJobs, unseenNotes } = desk;
  const oldest = desk.queue.flatMap(({ dueSince }) => dueSince ?? []).sort()[0];
  const spent = desk.modelUse.filter(({ day, priced }) => day === today && priced > 0);
  const day = `dateFrom=${today}&dateTo=${today}`;
  return (
    <dl className={`num ${styles.figures}`}>
      <Figure title="Conversations today" to={`/writer/conversations/?${day}`}>
        {counted(conversationsToday)}
      </Figure>
      <Figure title="Going on now" to="/writer/conversations/?state=LIVE">
        {liveConversations > 0 && <span className="live-dot" />}
        {counted(liveConversations)}
      </Figure>
      <Figure
        title="Failed today"
        to={`/writer/conversations/?${day}&state=FAILED_OR_NOT_WRITTEN`}
        bad={failedToday > 0}
      >
        {counted(failedToday)}
      </Figure>
      <Figure title="Work waiting" href="#queue" aside={oldest && `oldest ${ageInWords(oldest)}`}>
        {counted(waitingJobs)}
      </Figure>
      <Figure title="Work failed" href="#needs" bad={failedJobs > 0}>
        {counted(failedJobs)}
      </Figure>
      <Figure title="Notes to see" href="#needs" bad={unseenNotes > 0}>
        {counted(unseenNotes)}
      </Figure>
      <Figure
        title="Models today"
        to={`/writer/models/calls/?${day}`}
        aside={spent.length === 0 && 'no cost known'}
      >
        {spent.length > 0 ? `$${spent.reduce((sum, { costUsd }) => sum + costUsd, 0).toFixed(2)}` : '–'}
      </Figure>
    </dl>
  );
}

const counted = (count: number) => count.toLocaleString('en');

function Figure({
  title,
  to,
  href,
  bad,
  aside,
  children,
}: {
  title: string;
  to?: string;
  /** A place on this page. */
  href?: string;
  bad?: boolean;
  aside?: string | false | undefined;
  children: ReactNode;
}) {
  return (
    <div className={bad ? styles.bad : undefined}>
      <dt>{title}</dt>
      <dd>
        {to ? <Link to={to}>{children}</Link> : <a href={href}>{children}</a>}
        {aside && <small className="note">{aside}</small>}
      </dd>
    </div>
  );
}
