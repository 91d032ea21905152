import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { State } from '#web/ui/Notice.tsx';
import { WriterSetAsideDocument } from './SetAside.graphql.ts';
import { SetAsideRow } from './SetAside.tsx';

/** The number of jobs that come at once. */
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
          `${left === 1 ? 'One run' : `${all} runs`} of a schedule failed; the next comes at its time. The server’s log says why.`
        )}
      </td>
    </tr>
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
