import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import styles from './conversation.module.css';
import { ConversationMadeByDocument } from './MadeBy.graphql.ts';

/**
 * For admins: the models and the versions of prompts that made a conversation's answers and stories. Passes the maker
 * of each answer on, by its `seq`; `newest` is that of the newest message, with which it asks again.
 */
export default function MadeBy({
  conversationId,
  newest,
  onMakers,
}: {
  conversationId: string;
  newest: number;
  onMakers: (makers: ReadonlyMap<number, string>) => void;
}) {
  const { data, refetch } = useQuery(ConversationMadeByDocument, {
    ...{ variables: { id: conversationId }, fetchPolicy: 'no-cache' },
  });
  const conversation = data?.conversation;
  const makers = conversation?.answerMakers;
  useEffect(() => {
    if (makers)
      onMakers(new Map(makers.flatMap(({ madeBy, seqs }) => seqs.map((seq) => [seq, madeBy] as const))));
  }, [makers, onMakers]);
  const isBehind = !!data && !!conversation && conversation.messageCount < newest;
  useEffect(() => {
    if (isBehind && newest) void refetch().catch(() => undefined);
  }, [isBehind, newest, refetch]);
  if (!conversation?.askedBy && !conversation?.writtenBy) return null;
  const { askedBy, writtenBy, answerMakers, cards } = conversation;
  const answers = answerMakers.map(({ madeBy, seqs }) => `${madeBy} (${seqs.length})`);
  return (
    <section>
      <h2 className={`section-title ${styles.asideTitle}`}>Made by</h2>
      {askedBy && <p className="note">Interviewer: {askedBy}</p>}
      {answers.length > 0 && <p className="note">Its answers: {answers.join('; ')}</p>}
      {writtenBy && <p className="note">Writer: {writtenBy}</p>}
      {cards.map(
        (card) =>
          card.writtenBy && (
            <p className="note" key={card.id}>
              “{card.title}”: {card.writtenBy}
            </p>
          ),
      )}
    </section>
  );
}
