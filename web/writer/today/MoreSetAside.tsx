import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { State } from '#web/ui/Notice.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { WriterFailedRunsDocument, WriterSetAsideDocument } from './SetAside.graphql.ts';
import { SetAsideRow } from './SetAside.tsx';
import { workInWords } from './work-words.ts';

/** The number of jobs, or of runs, that come at once. */
const page = 20;

/** The failed jobs that follow those shown: a button that opens the next of them. */
export function MoreSetAside({
  shown,
  left,
}: {
  /** The jobs before. */
  shown: readonly { cursor: string }[];
  /** The number of failed jobs that are not shown. */
  left: number;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const last = shown.at(-1);
  if (left <= 0) return null;
  if (isOpen && last) return <NextPage after={last.cursor} left={left} />;
  const all = left.toLocaleString('en');
  return (
    <tr>
      <td>
        <State tone="warn">Work failed</State>
      </td>
      <td colSpan={2}>
        {last && shown.length === page ? (
          <Button look="text" small onClick={() => setIsOpen(true)}>
            Show {left === 1 ? 'one more piece' : `${all} more pieces`} of work
          </Button>
        ) : (
          <FailedRuns words={`${left === 1 ? 'One run' : `${all} runs`} of a schedule failed`} />
        )}
      </td>
    </tr>
  );
}

/** The number of failed runs in words, which opens their list. */
function FailedRuns({ words }: { words: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="text" small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {words}
      </Button>
      ; the next comes at its time.
      {isOpen && (
        <ul aria-label="Failed runs, the latest first">
          <PageOfRuns />
        </ul>
      )}
    </>
  );
}

/** Failed runs, from the first or after the one with this cursor. */
function PageOfRuns({ after = null }: { after?: string | null }) {
  const [showsMore, setShowsMore] = useState(false);
  const { data, error } = useQuery(WriterFailedRunsDocument, {
    variables: { after },
    fetchPolicy: 'no-cache',
  });
  if (error) return <li role="alert">The runs did not load. Close this and open it again.</li>;
  if (!data) return <li className="quiet">Loading</li>;
  const { failedRuns } = data.desk;
  const last = failedRuns.length === page ? failedRuns.at(-1) : undefined;
  return (
    <>
      {failedRuns.map(({ id, work, failure, tries, failedAt }) => (
        <li key={id}>
          <b>{workInWords(work)}</b>, {momentInWords(failedAt)}. Tried{' '}
          {tries === 1 ? 'once' : `${tries} times`}; the last error was {failure}.
        </li>
      ))}
      {last && !showsMore && (
        <li>
          <Button look="text" small onClick={() => setShowsMore(true)}>
            Show the next
          </Button>
        </li>
      )}
      {last && showsMore && <PageOfRuns after={last.cursor} />}
    </>
  );
}

function NextPage({ after, left }: { after: string; left: number }) {
  const { data, error } = useQuery(WriterSetAsideDocument, { variables: { after }, fetchPolicy: 'no-cache' });
  if (!data) {
    return (
      <tr>
        <td colSpan={3}>
          {error ? <span role="alert">The work did not load. Open the page again.</span> : 'Loading'}
        </td>
      </tr>
    );
  }
  const { setAside } = data.desk;
  return (
    <>
      {setAside.map((work) => (
        <SetAsideRow key={work.id} work={work} />
      ))}
      <MoreSetAside shown={setAside} left={left - setAside.length} />
    </>
  );
}
