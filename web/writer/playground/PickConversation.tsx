import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { DidNotLoad } from '../DidNotLoad.tsx';
import { More } from '../More.tsx';
import { SubjectPicker } from '../messages/filter/SubjectPicker.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { useMore } from '../use-more.ts';
import styles from '../versions/versions.module.css';
import {
  WriterPlaygroundConversationsDocument,
  type WriterPlaygroundConversationsQuery,
} from './playground.graphql.ts';

/** Finds a recorded conversation: a subject, then one of their conversations. */
export function PickConversation() {
  const [subjectId, setSubjectId] = useState('');
  return (
    <section className={`leaf ${styles.part}`} aria-label="Recorded conversation">
      <h2>Or take a recorded conversation</h2>
      <SubjectPicker subjectId={subjectId} onPick={setSubjectId} none="choose one" />
      {subjectId && <ConversationsOf key={subjectId} subjectId={subjectId} />}
    </section>
  );
}

type Conversations = NonNullable<WriterPlaygroundConversationsQuery['subject']>['conversations'];

function ConversationsOf({ subjectId }: { subjectId: string }) {
  const { data, error, refetch } = useQuery(WriterPlaygroundConversationsDocument, {
    ...{ variables: { subjectId, after: null }, fetchPolicy: 'network-only' },
  });
  const first = data?.subject?.conversations;
  if (error) return <DidNotLoad what="The conversations" again={refetch} />;
  if (!data) return <p className="quiet">One moment…</p>;
  if (!first?.edges.length) return <p className="quiet">There is no conversation that you may read.</p>;
  return <ConversationList subjectId={subjectId} first={first} />;
}

const noPage: Conversations = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };

function ConversationList({ subjectId, first }: { subjectId: string; first: Conversations }) {
  const list = useMore({
    first,
    document: WriterPlaygroundConversationsDocument,
    variables: { subjectId },
    pageOf: (data: WriterPlaygroundConversationsQuery) => data.subject?.conversations ?? noPage,
  });
  return (
    <>
      <ul>
        {list.edges.map(({ node: { id, title, channel, startedAt, messageCount } }) => (
          <li key={id}>
            <Link to={`/writer/playground/?conversationId=${id}`}>{title ?? 'Untitled'}</Link>{' '}
            <span className="quiet num">
              {[startedAt && momentInWords(startedAt), channel.toLowerCase(), `${messageCount} messages`]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <More list={list} what="conversations" />
    </>
  );
}
