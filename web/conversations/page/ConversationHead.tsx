import type { FragmentType } from '@apollo/client';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { capital, type PersonWords } from '#web/subjects/person-words.ts';
import { zoneInWords } from '#web/subjects/time-zone.ts';
import { timeInWords } from '#web/subjects/when.ts';
import { State } from '#web/ui/Notice.tsx';
import { callTitle, isLive } from '../call-state.ts';
import { longDay } from '../call-times.ts';
import {
  type ConversationHead_ConversationFragment,
  ConversationHead_ConversationFragmentDoc,
} from './ConversationHead.graphql.ts';
import styles from './conversation.module.css';

type Head = ConversationHead_ConversationFragment;

const ways = {
  PHONE: 'by phone',
  SMS: 'by text',
  WEB: 'in the browser',
  RECORDING: 'an old recording',
};

/** The head of a conversation: its time, channel, title and summary, and the writer's progress. */
export function ConversationHead({
  conversation,
  subject,
  words,
}: {
  conversation: FragmentType<Head>;
  subject: { id: string; timeZone: string };
  words: PersonWords;
}) {
  const { data } = useKeptFragment({
    fragment: ConversationHead_ConversationFragmentDoc,
    from: conversation,
  });
  const { channel, startedAt, summary, together, heldBy, status } = data;
  const title = callTitle(data, capital(words.they));
  const log = `/dashboard/${encodeURIComponent(subject.id)}/call-log/`;
  return (
    <header className={styles.head}>
      <DocumentTitle>{title}</DocumentTitle>
      <p className="note">
        <Link to={log}>Call log</Link>
        {startedAt &&
          (channel === 'RECORDING'
            ? `, added ${longDay(startedAt, subject.timeZone)}`
            : `, ${longDay(startedAt, subject.timeZone)}, ${hour(startedAt, subject.timeZone)}`)}
        {`, ${ways[channel]}`}
        {together && heldBy && `, with ${heldBy.name} at the side`}
      </p>
      <h1 className={data.title?.trim() ? 'told-title' : undefined}>{title}</h1>
      {summary && <p className="quiet">{summary}</p>}
      {!isLive(status) && <Writing of={data} />}
      {data.refusedSentences > 0 && (
        <p className="note">
          {data.refusedSentences} of {data.refusedSentences + data.writtenSentences} sentences{' '}
          {data.refusedSentences === 1 ? 'was' : 'were'} left out of the stories: what was said did not carry{' '}
          {data.refusedSentences === 1 ? 'it' : 'them'}.
        </p>
      )}
    </header>
  );
}

/** The time in the subject's time zone, which is named if the reader's is different. */
function hour(at: string, timeZone: string): string {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const there = timeInWords(at, timeZone);
  return timeInWords(at, here) === there ? there : `${there} ${zoneInWords(timeZone)}`;
}

function Writing({ of: { writing, status } }: { of: Head }) {
  if (status !== 'COMPLETED' || writing === null || writing === 'WRITTEN')
    return <p className="sr" role="status" />;
  return (
    <p className="note" role="status">
      {writing === 'WRITING' ? (
        <State tone="pencil" open>
          The stories are being written. They appear here by themselves.
        </State>
      ) : (
        <State tone="warn" open>
          The stories could not be written yet. Every word is safe, and the writer tries again.
        </State>
      )}
    </p>
  );
}
