import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { DidNotLoad } from '../DidNotLoad.tsx';
import { AddToSet } from '../replay/AddToSet.tsx';
import styles from '../versions/versions.module.css';
import {
  WriterPlaygroundConversationDocument,
  type WriterPlaygroundConversationQuery,
} from './playground.graphql.ts';

type Page = NonNullable<WriterPlaygroundConversationQuery['conversation']>['messages'];

/** The messages of a conversation: the newest page, and earlier pages on request. */
function useEarlier(id: string, newest: Page | undefined) {
  const [earlier, setEarlier] = useState<Page[]>([]);
  const [state, setState] = useState<'idle' | 'coming' | 'failed'>('idle');
  const oldest = earlier[0] ?? newest;
  async function load() {
    if (state === 'coming' || !oldest) return;
    setState('coming');
    const { startCursor: before } = oldest.pageInfo;
    const answer = await apollo
      .query({
        ...{ query: WriterPlaygroundConversationDocument, variables: { id, before } },
        fetchPolicy: 'no-cache',
      })
      .catch(() => null);
    const page = answer?.data?.conversation?.messages;
    if (page) setEarlier((pages) => [page, ...pages]);
    setState(page ? 'idle' : 'failed');
  }
  return {
    turns: [...earlier, ...(newest ? [newest] : [])].flatMap(({ edges }) => edges.map(({ node }) => node)),
    hasEarlier: oldest?.pageInfo.hasPreviousPage ?? false,
    state,
    load: () => void load(),
  };
}

/** A recorded conversation, up to the turn that is to be answered. */
export function Recorded({
  id,
  turn,
  onTurn,
}: {
  id: string;
  turn: number | null;
  onTurn: (turn: number | null) => void;
}) {
  const { data, error, loading, refetch } = useQuery(WriterPlaygroundConversationDocument, {
    variables: { id },
  });
  const conversation = data?.conversation;
  const earlier = useEarlier(id, conversation?.messages);
  if (loading) return <p className="quiet">One moment…</p>;
  if (error && !conversation) return <DidNotLoad what="The conversation" again={refetch} />;
  if (!conversation) return <p className="quiet">There is no such conversation, or it may not be read.</p>;
  const { turns } = earlier;
  const said = turns.filter(
    ({ role, text, private: isPrivate }) => role === 'user' && text !== null && !isPrivate,
  );
  const at = turns.find(({ seq }) => seq === (turn ?? said.at(-1)?.seq));
  const before = at && turns.findLast(({ seq }) => seq < at.seq);
  return (
    <section className={`leaf ${styles.part}`} aria-label="What is answered">
      <h2>Up to here</h2>
      <p>
        {conversation.subject.fullName}, {conversation.title ?? 'an untitled conversation'}.{' '}
        <Link to="/writer/playground/">Choose something else</Link>
      </p>
      <SelectField
        label="Answers the words"
        value={turn ?? ''}
        onChange={({ target }) => onTurn(target.value === '' ? null : Number(target.value))}
        hint="A model sees this conversation up to these words, without what is private. The writer reads all of it."
      >
        <option value="">said last</option>
        {said.map(({ seq, text }) => (
          <option key={seq} value={seq}>
            {`${seq}: ${text?.slice(0, 60)}`}
          </option>
        ))}
      </SelectField>
      {earlier.hasEarlier && (
        <p className="row">
          <Button look="quiet" small busy={earlier.state === 'coming'} onClick={earlier.load}>
            {earlier.state === 'failed' ? 'Try again' : 'Load earlier words'}
          </Button>
          {earlier.state === 'failed' && <span role="alert">They did not load. Nothing is lost.</span>}
        </p>
      )}
      {before?.text && <p className="who-us">{before.text}</p>}
      {at?.text && <p className="told">{at.text}</p>}
      <AddToSet conversationId={id} turn={turn} />
    </section>
  );
}
