import { Link } from '#web/app/Link.tsx';
import { spanInWords } from '#web/subjects/duration.ts';
import { State, type StateTone } from '#web/ui/Notice.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import type { WriterSubjectQuery } from './subject.graphql.ts';

type Conversation = NonNullable<WriterSubjectQuery['subject']>['conversations']['edges'][number]['node'];

const tones: Partial<Record<Conversation['status'], StateTone>> = {
  IN_PROGRESS: 'ok',
  RINGING: 'ok',
  MISSED: 'warn',
  FAILED: 'error',
};

/** The newest conversations, with their outcome and whether stories were written from them. */
export function ConversationsOfSubject({
  subjectId,
  conversations,
}: {
  subjectId: string;
  conversations: readonly Conversation[];
}) {
  if (conversations.length === 0) return <p className="quiet">None yet.</p>;
  return (
    <div className="table-wide">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Title</th>
            <th scope="col">By</th>
            <th scope="col">State</th>
            <th scope="col">Writing</th>
            <th scope="col">Made by</th>
            <th scope="col" className="r">
              Messages
            </th>
            <th scope="col">Try</th>
          </tr>
        </thead>
        <tbody>
          {conversations.map((conversation) => (
            <tr key={conversation.id}>
              <td className="num">{conversation.startedAt && momentInWords(conversation.startedAt)}</td>
              <td>
                <Link to={`/dashboard/${subjectId}/call-log/${conversation.id}/`}>
                  {conversation.title ?? 'Untitled'}
                </Link>
              </td>
              <td>{conversation.channel.toLowerCase()}</td>
              <td className="num">
                <State tone={tones[conversation.status] ?? 'off'}>
                  {conversation.status.toLowerCase().replace('_', ' ')}
                </State>
                {conversation.durationSeconds !== null && `, ${spanInWords(conversation.durationSeconds)}`}
              </td>
              <td>
                <Writing state={conversation.writing} />
              </td>
              <td>
                {conversation.askedBy && <p className="num">asked: {conversation.askedBy}</p>}
                {conversation.writtenBy && <p className="num">written: {conversation.writtenBy}</p>}
              </td>
              <td className="num r">{conversation.messageCount}</td>
              <td>
                <Link
                  to={`/writer/playground/?conversationId=${conversation.id}`}
                  aria-label={`Take ${conversation.title ?? 'the conversation'} to the playground`}
                >
                  Playground
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Writing({ state }: { state: Conversation['writing'] }) {
  if (state === null) return null;
  if (state === 'WRITTEN') return <State tone="ok">written</State>;
  if (state === 'WRITING_FAILED') return <State tone="error">failed, tried again</State>;
  return (
    <State tone="pencil" open>
      being written
    </State>
  );
}
