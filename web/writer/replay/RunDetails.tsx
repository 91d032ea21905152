import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DidNotLoad } from '../DidNotLoad.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import styles from '../versions/versions.module.css';
import {
  WriterCancelReplayDocument,
  WriterReplayRunDocument,
  type WriterReplayRunQuery,
  WriterReplaySetDocument,
} from './replay.graphql.ts';
import { measuresInWords, statusNames } from './replay-words.ts';

const pollMs = 1_000;

type Run = NonNullable<WriterReplayRunQuery['replayRun']>;

/** A run: its progress, its measures beside those of the live version, and its answers by turn. */
export function RunDetails({ id, setId, title }: { id: string; setId: string; title: string }) {
  const { data, error, client, refetch, startPolling, stopPolling } = useQuery(WriterReplayRunDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const run = data?.replayRun;
  const isGoing = run?.status === 'QUEUED' || run?.status === 'RUNNING';
  useEffect(() => {
    if (!isGoing) return;
    startPolling(pollMs);
    return () => {
      stopPolling();
      // The list of runs shows the result of the last poll.
      void client.query({
        query: WriterReplaySetDocument,
        variables: { id: setId },
        fetchPolicy: 'network-only',
      });
    };
  }, [isGoing, startPolling, stopPolling, client, setId]);
  if (!run) {
    if (error) return <DidNotLoad what="The run" again={refetch} />;
    return <p className="quiet">{data ? 'There is no such run any more.' : 'One moment…'}</p>;
  }
  return (
    <section className={`leaf ${styles.part}`} aria-label={`Run of ${title}`}>
      <h2>
        {title}, {run.modelName ?? 'built-in interviewer'}
      </h2>
      <Progress run={run} isGoing={isGoing} />
      {run.problem && <p className="field-error">{run.problem}.</p>}
      <Measures run={run} />
      <Worse run={run} />
      <h3>Turn by turn</h3>
      {run.results.length === 0 && <p className="quiet">No turns have been answered yet.</p>}
      {run.results.map((result) => (
        <Result key={`${result.conversationId} ${result.turn}`} result={result} />
      ))}
    </section>
  );
}

function Progress({ run: { id, status, progress }, isGoing }: { run: Run; isGoing: boolean }) {
  const [cancel, cancelling] = useMutation(WriterCancelReplayDocument, {
    refetchQueries: [WriterReplayRunDocument],
    awaitRefetchQueries: true,
  });
  async function stop() {
    const answer = await cancel({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.cancelReplay) : noAnswer;
    if (why) tell(why);
  }
  return (
    <div className="row">
      {isGoing && <progress value={progress.done} max={progress.total} aria-label="Turns answered" />}
      <p className="note num" role="status">
        {progress.done} of {progress.total} turns, {statusNames[status]}
      </p>
      {isGoing && (
        <Button look="quiet" small busy={cancelling.loading} onClick={() => void stop()}>
          Stop the run
        </Button>
      )}
    </div>
  );
}

function Measures({ run: { measures, comparison } }: { run: Run }) {
  const rows = measuresInWords(measures);
  const both = comparison && measuresInWords(comparison.version);
  const live = comparison && measuresInWords(comparison.live);
  return (
    <div className="table-wide">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col" className="r">
              All turns
            </th>
            {comparison && (
              <>
                <th scope="col" className="r">
                  Turns in common
                </th>
                <th scope="col" className="r">
                  Live
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value], at) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="r num">{value}</td>
              {both && live && (
                <>
                  <td className="r num">{both[at]?.[1]}</td>
                  <td className="r num">{live[at]?.[1]}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Worse({ run: { status, comparison } }: { run: Run }) {
  if (status !== 'DONE') return null;
  if (!comparison)
    return (
      <p className="note">
        There is nothing to compare: this is the live version, or the live version has not answered the same
        turns with this model.
      </p>
    );
  if (!comparison.worse.length)
    return <p className="note">It is not worse than the live version in any measure.</p>;
  return (
    <Notice kind="warn" title="Worse than the live version">
      <ul>
        {comparison.worse.map(({ measure, version, live }) => (
          <li key={measure}>
            {measure}: {version}, live {live}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Result({ result }: { result: Run['results'][number] }) {
  const { conversationId, subjectId, turn, text, verdict, error, withheld, live } = result;
  const isSame = live && !live.withheld && live.text !== '' && live.text.trim() === text.trim();
  return (
    <article>
      <p className="note">
        <Link to={`/dashboard/${subjectId}/call-log/${conversationId}/`}>
          {turn === null ? 'The whole conversation' : `Turn ${turn}`}
        </Link>
        {isSame && ', the same as live'}
      </p>
      {error && <p className="field-error">{error}.</p>}
      {withheld ? (
        <p className="quiet">These words may no longer be read.</p>
      ) : (
        <p className={styles.plain}>{text}</p>
      )}
      {verdict && <p className="note">{verdict}.</p>}
      {live && !isSame && (
        <>
          <p className="note">Live</p>
          <p className={styles.plain}>
            {live.withheld ? 'These words may no longer be read.' : live.text || 'The text has been erased.'}
          </p>
        </>
      )}
    </article>
  );
}
