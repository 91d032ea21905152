import { Link } from '#web/app/Link.tsx';
import { actorInWords } from '../audit/actor.ts';
import { momentInWords } from '../messages/list/moment.ts';
import type { WriterSubjectQuery } from './subject.graphql.ts';

type Entry = WriterSubjectQuery['auditLog']['edges'][number]['node'];

/** The newest entries of the audit log in this book, and the way to all of them. */
export function AuditOfSubject({ subjectId, entries }: { subjectId: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className="quiet">Nothing yet.</p>;
  return (
    <div>
      <ol className="list list-open">
        {entries.map(({ id, at, action, note, ...who }) => (
          <li key={id}>
            <time className="num quiet" dateTime={at}>
              {momentInWords(at)}
            </time>{' '}
            <Who {...actorInWords(who)} />: {action}
            {note && (
              <>
                {' '}
                <q>{note}</q>
              </>
            )}
          </li>
        ))}
      </ol>
      <p>
        <Link to={`/writer/audit/?subjectId=${subjectId}`}>All entries</Link>
      </p>
    </div>
  );
}

function Who({ name, as }: { name: string; as: string | null }) {
  return (
    <>
      <b>{name}</b>
      {as && ` as ${as}`}
    </>
  );
}
