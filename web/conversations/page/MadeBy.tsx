import { useQuery } from '@apollo/client/react';
import styles from './conversation.module.css';
import { ConversationMadeByDocument } from './MadeBy.graphql.ts';

/** For admins: the models and the versions of prompts that made a conversation's answers and stories. */
export default function MadeBy({ conversationId }: { conversationId: string }) {
  const { data } = useQuery(ConversationMadeByDocument, {
    ...{ variables: { id: conversationId }, fetchPolicy: 'no-cache' },
  });
  const conversation = data?.conversation;
  if (!conversation?.askedBy && !conversation?.writtenBy) return null;
  const { askedBy, writtenBy, messages, cards } = conversation;
  const makers = messages.edges.flatMap(({ node }) => node.madeBy ?? []);
  const answers = [...Map.groupBy(makers, (maker) => maker)].map(([maker, of]) => `${maker} (${of.length})`);
  return (
    <section>
      <h2 className={`section-title ${styles.asideTitle}`}>Made by</h2>
      {askedBy && <p className="note">Interviewer: {askedBy}</p>}
      {answers.length > 0 && <p className="note">Its last answers: {answers.join('; ')}</p>}
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
