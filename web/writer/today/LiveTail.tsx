import { useEffect, useState } from 'react';
import { followLive } from '#web/app/live.ts';
import { arranged } from '../messages/list/arrange.ts';
import { WriterTailDocument, type WriterTodayQuery } from '../today.graphql.ts';
import { TailMessage } from './TailMessage.tsx';
import styles from './today.module.css';

const shown = 8;

/** The newest messages, updated live. */
export function LiveTail({ first }: { first: WriterTodayQuery['messages'] }) {
  const [edges, setEdges] = useState(first.edges);
  const [after] = useState(first.edges[0]?.cursor ?? null);
  const [live, setLive] = useState(true);
  useEffect(() => {
    setLive(true);
    return followLive({
      document: WriterTailDocument,
      variables: after === null ? {} : { after },
      cursorOf: ({ messageAdded }) => messageAdded.cursor,
      onEvent: ({ messageAdded }) => setEdges((kept) => arranged([messageAdded, ...kept]).slice(0, shown)),
      onEnd: () => setLive(false),
    });
  }, [after]);

  return (
    <section className="leaf">
      <h2 className="section-title">
        As it is said{' '}
        {live && (
          <span className={`note ${styles.live}`}>
            <span className="live-dot" /> live
          </span>
        )}
      </h2>
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
