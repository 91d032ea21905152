import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { WriterQueuedJobsDocument } from './JobsOfKind.graphql.ts';

/** The number of jobs that come at once. */
const most = 50;

/**
 * The jobs of a kind in the queue, of all subjects or of one, from the first or after the one with this cursor.
 */
export function JobsOfKind({
  work,
  subjectId,
  after = null,
}: {
  work: string;
  subjectId?: string | undefined;
  after?: string | null;
}) {
  const [showsMore, setShowsMore] = useState(false);
  const { data, error } = useQuery(WriterQueuedJobsDocument, {
    variables: { work, after, subjectId },
    fetchPolicy: 'network-only',
  });
  if (error) return <p role="alert">The jobs did not load. Close this and open it again.</p>;
  if (!data) return <p className="quiet">Loading</p>;
  const { queuedJobs } = data;
  if (queuedJobs.length === 0) {
    return <p className="quiet">{after === null ? 'They are done by now.' : 'These were all.'}</p>;
  }
  const last = queuedJobs.length === most ? queuedJobs.at(-1) : undefined;
  return (
    <>
      <ul>
        {queuedJobs.map(({ id, running, dueAt, tries, subject }) => (
          <li key={id}>
            <span className="num">{running ? 'running' : momentInWords(dueAt)}</span>
            {subject && subject.id !== subjectId && (
              <>
                , <Link to={`/writer/subjects/${subject.id}/`}>{subject.fullName}</Link>
              </>
            )}
            {tries > 0 && `, tried ${tries === 1 ? 'once' : `${tries} times`} before`}
          </li>
        ))}
      </ul>
      {last && !showsMore && (
        <Button look="text" small onClick={() => setShowsMore(true)}>
          Show the next
        </Button>
      )}
      {last && showsMore && <JobsOfKind work={work} subjectId={subjectId} after={last.cursor} />}
    </>
  );
}
