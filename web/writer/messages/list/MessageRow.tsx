import type { FragmentType } from '@apollo/client';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { phoneInWords } from '#web/consent/consent-words.ts';
import { Clamped } from './Clamped.tsx';
import styles from './MessageList.module.css';
import { type MessageRow_MessageFragment, MessageRow_MessageFragmentDoc } from './MessageRow.graphql.ts';
import { momentInWords } from './moment.ts';
import { PrivateWords } from './PrivateWords.tsx';

const ways = { PHONE: 'phone', SMS: 'text', WEB: 'browser', RECORDING: 'recording' };

/** The path of a message on the page with its whole conversation. */
export function conversationPath(message: MessageRow_MessageFragment): string {
  const { id, subject, conversation } = message;
  const call = `${encodeURIComponent(subject.id)}/call-log/${encodeURIComponent(conversation.id)}`;
  return `/dashboard/${call}/#message-${encodeURIComponent(id)}`;
}

/** The cells of one message. */
export function MessageRow({ message }: { message: FragmentType<MessageRow_MessageFragment> }) {
  const { data } = useKeptFragment({ fragment: MessageRow_MessageFragmentDoc, from: message });
  const { role, createdAt, subject, phone, conversation } = data;
  return (
    <>
      <td className="num">
        <time dateTime={createdAt}>{momentInWords(createdAt)}</time>
      </td>
      <td className={styles.who}>
        <Link tabIndex={-1} to={conversationPath(data)}>
          {subject.fullName}
        </Link>
      </td>
      <td className={`num ${styles.phone}`}>{phone && phoneInWords(phone)}</td>
      <td>{ways[conversation.channel]}</td>
      <td className={role === 'user' ? 'who-them' : 'who-us'}>{role}</td>
      <td className={styles.words}>
        <Words message={data} />
      </td>
    </>
  );
}

function Words({ message }: { message: MessageRow_MessageFragment }) {
  const { madeBy } = message;
  return (
    <>
      <SaidWords message={message} />
      {madeBy !== null && <span className="note">by {madeBy}</span>}
    </>
  );
}

function SaidWords({ message }: { message: MessageRow_MessageFragment }) {
  const { text, private: isPrivate, kept, role, originalText } = message;
  if (isPrivate || kept) return <PrivateWords message={message} />;
  if (text === null) return <span className={styles.masked}>Not shared: there is no consent to it</span>;
  if (role === 'assistant') return <Clamped className="who-us">{text}</Clamped>;
  return (
    <>
      <Clamped className="told">{text}</Clamped>
      {originalText !== null && <Clamped className={styles.first}>first heard: {originalText}</Clamped>}
    </>
  );
}
