import type { FragmentType } from '@apollo/client';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { momentInWords } from '../messages/list/moment.ts';
import { type TailMessage_MessageFragment, TailMessage_MessageFragmentDoc } from './TailMessage.graphql.ts';

/** A message in one line: time, speaker and the beginning of its text. */
export function TailMessage({ message }: { message: FragmentType<TailMessage_MessageFragment> }) {
  const { data } = useKeptFragment({ fragment: TailMessage_MessageFragmentDoc, from: message });
  const { id, createdAt, subject, conversation, role, text, private: isPrivate, kept } = data;
  return (
    <li>
      <time className="num" dateTime={createdAt}>
        {momentInWords(createdAt)}
      </time>
      <Link to={`/dashboard/${subject.id}/call-log/${conversation.id}/#message-${id}`}>
        {subject.fullName}
      </Link>
      <p className={role === 'user' && text !== null ? undefined : 'who-us'}>
        {text ?? (isPrivate ? 'Private' : kept ? 'Kept for others' : 'Not shared')}
      </p>
    </li>
  );
}
