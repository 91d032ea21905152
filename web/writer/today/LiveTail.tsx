import { useEffect, useRef, useState } from 'react';
import { followLive } from '#web/app/live.ts';
import { Button } from '#web/ui/Button.tsx';
import { arranged } from '../messages/list/arrange.ts';
import { WriterTailChangedDocument, WriterTailDocument, type WriterTodayQuery } from '../today.graphql.ts';
import { TailMessage } from './TailMessage.tsx';
import styles from './today.module.css';

const shown = 8;

/** The newest messages, updated live. */
export function LiveTail({ first }: { first: WriterTodayQuery['messages'] }) {
  const [edges, setEdges] = useState(first.edges);
  const [after] = useState(first.edges[0]?.cursor ?? null);
  const [live, setLive] = useState(true);
  /** The newest messages that have arrived since the reader paused; null while new ones show at once. */
  const waiting = useRef<WriterTodayQuery['messages']['edges'] | null>(null);
  /** How many have; null while new ones show at once. */
  const [missed, setMissed] = useState<number | null>(null);
  useEffect(() => {
    setLive(true);
    const leaveNew = followLive({
      document: WriterTailDocument,
      variables: after === null ? {} : { after },
      cursorOf: ({ messageAdded }) => messageAdded.cursor,
      onEvent({ messageAdded }) {
        if (waiting.current) {
          waiting.current = [messageAdded, ...waiting.current].slice(0, shown);
          setMissed((count) => (count ?? 0) + 1);
        } else setEdges((kept) => arranged([messageAdded, ...kept]).slice(0, shown));
      },
      onEnd: () => setLive(false),
    });
    // Changes are written into the cache, from which the row is rendered again.
    const leaveChanged = followLive({
      document: WriterTailChangedDocument,
      variables: {},
      cursorOf: () => null,
      onEvent: () => undefined,
    });
    return () => {
      leaveNew();
      leaveChanged();
    };
  }, [after]);

  function pauseOrGoOn() {
    const arrived = waiting.current;
    waiting.current = arrived ? null : [];
    setMissed(arrived ? null : 0);
    if (arrived) setEdges((kept) => arranged([...arrived, ...kept]).slice(0, shown));
  }

  return (
    <section className="leaf">
      <div className="row">
        <h2 className="section-title">
          As it is said{' '}
          {live && missed === null && (
            <span className={`note ${styles.live}`}>
              <span className="live-dot" /> live
            </span>
          )}
        </h2>
        {live && (
          <span className="row-end">
            <Button look="text" small onClick={pauseOrGoOn}>
              {missed === null ? 'Pause' : goOn(missed)}
            </Button>
          </span>
        )}
      </div>
      {edges.length === 0 ? (
        <p className="quiet">Nobody has said anything yet. The first words appear here.</p>
      ) : (
        <ol className={styles.tail}>
          {edges.map(({ node }) => (
            <TailMessage key={node.id} message={node} />
          ))}
        </ol>
      )}
    </section>
  );
}

function goOn(count: number): string {
  if (count === 0) return 'Continue';
  return count === 1 ? 'Show 1 new message' : `Show ${count} new messages`;
}
