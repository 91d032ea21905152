import { useQuery } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { WriterQueuedJobsDocument } from './JobsOfKind.graphql.ts';

const most = 50;

/** The first jobs of a kind in the queue. */
export function JobsOfKind({ work }: { work: string }) {
  const { data, error } = useQuery(WriterQueuedJobsDocument, {
    variables: { work },
    fetchPolicy: 'network-only',
  });
  if (error) return <p role="alert">The jobs did not load. Close this and open it again.</p>;
  if (!data) return <p className="quiet">Loading</p>;
  const { queuedJobs } = data;
  if (queuedJobs.length === 0) return <p className="quiet">They are done by now.</p>;
  return (
    <>
      <ul>
        {queuedJobs.map(({ id, running, dueAt, tries, subject }) => (
          <li key={id}>
            <span className="num">{running ? 'running' : momentInWords(dueAt)}</span>
            {subject && (
              <>
                , <Link to={`/writer/subjects/${subject.id}/`}>{subject.fullName}</Link>
              </>
            )}
            {tries > 0 && `, tried ${tries === 1 ? 'once' : `${tries} times`} before`}
          </li>
        ))}
      </ul>
      {queuedJobs.length === most && <p className="note">These are the first {most}.</p>}
    </>
  );
}
