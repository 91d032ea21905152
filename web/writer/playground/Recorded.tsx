import { useQuery } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { AddToSet } from '../replay/AddToSet.tsx';
import styles from '../versions/versions.module.css';
import { WriterPlaygroundConversationDocument } from './playground.graphql.ts';

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
  const { data, loading } = useQuery(WriterPlaygroundConversationDocument, { variables: { id } });
  const conversation = data?.conversation;
  if (loading) return <p className="quiet">One moment…</p>;
  if (!conversation) return <p className="quiet">There is no such conversation, or it may not be read.</p>;
  const turns = conversation.messages.edges.map(({ node }) => node);
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
        <Link to="/writer/playground/">Write something instead</Link>
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
      {before?.text && <p className="who-us">{before.text}</p>}
      {at?.text && <p className="told">{at.text}</p>}
      <AddToSet conversationId={id} turn={turn} />
    </section>
  );
}
