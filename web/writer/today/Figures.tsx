import type { Figures_DeskFragment } from './Figures.graphql.ts';
import styles from './today.module.css';

/** Today's numbers. */
export function Figures({ desk }: { desk: Figures_DeskFragment }) {
  const { liveConversations, conversationsToday, failedToday, waitingJobs, failedJobs } = desk;
  return (
    <dl className={`num ${styles.figures}`}>
      <Figure title="Conversations today" count={conversationsToday} />
      <Figure title="Going on now" count={liveConversations} live={liveConversations > 0} />
      <Figure title="Failed today" count={failedToday} bad={failedToday > 0} />
      <Figure title="Work waiting" count={waitingJobs} />
      <Figure title="Work failed" count={failedJobs} bad={failedJobs > 0} />
    </dl>
  );
}

function Figure({
  title,
  count,
  live,
  bad,
}: {
  title: string;
  count: number;
  live?: boolean;
  bad?: boolean;
}) {
  return (
    <div className={bad ? styles.bad : undefined}>
      <dt>{title}</dt>
      <dd>
        {live && <span className="live-dot" />}
        {count.toLocaleString('en')}
      </dd>
    </div>
  );
}
