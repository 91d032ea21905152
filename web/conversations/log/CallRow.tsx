import type { FragmentType } from '@apollo/client';
import CassetteTape from 'lucide-react/icons/cassette-tape';
import Laptop from 'lucide-react/icons/laptop';
import MessageSquare from 'lucide-react/icons/message-square';
import Phone from 'lucide-react/icons/phone';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { capital, type PersonWords } from '#web/subjects/person-words.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { callState, callSummary, callTitle, channelNames, isLive } from '../call-state.ts';
import { callDay, happenedAt, lengthInWords } from '../call-times.ts';
import { CallLine } from './CallLine.tsx';
import { type CallRow_ConversationFragment, CallRow_ConversationFragmentDoc } from './CallRow.graphql.ts';
import styles from './call-log.module.css';

const icons = { PHONE: Phone, SMS: MessageSquare, WEB: Laptop, RECORDING: CassetteTape };
const nowWords = {
  PHONE: 'On the phone now',
  SMS: 'Texting now',
  WEB: 'Telling here now',
  RECORDING: 'Old recording',
};

/** One conversation in the list: its time, title, length, channel and stories. */
export function CallRow({
  conversation,
  subjectId,
  timeZone,
  words,
  sameDay,
}: {
  conversation: FragmentType<CallRow_ConversationFragment>;
  subjectId: string;
  timeZone: string;
  words: PersonWords;
  /** Whether the row above is from the same day. */
  sameDay: boolean;
}) {
  const { data } = useKeptFragment({ fragment: CallRow_ConversationFragmentDoc, from: conversation });
  const { id, status, channel, title, durationSeconds, startedAt } = data;
  const live = isLive(status);
  const told = Boolean(title?.trim()) && !live;
  const missed = ['MISSED', 'FAILED', 'CANCELLED'].includes(status);
  const seconds = elapsed(live, startedAt) ?? durationSeconds ?? 0;
  const kind = live ? 'open' : missed ? 'missed' : channel === 'SMS' ? 'written' : 'spoken';
  const length = !missed && channel !== 'SMS' && (live || seconds > 0) ? `, ${lengthInWords(seconds)}` : '';

  return (
    <li className={live ? 'lamp' : missed ? styles.missed : undefined}>
      <Link to={`/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(id)}/`}>
        <Day at={happenedAt(data)} timeZone={timeZone} sameDay={sameDay} />
        <div className={styles.what}>
          <h3 className={told ? 'told-title' : undefined}>
            {live && <span className={`live-dot ${styles.dot}`} />}
            {callTitle(data, capital(words.they))}
          </h3>
          <p>{live ? nowWords[channel] : callSummary(data)}</p>
        </div>
        <div className={styles.len}>
          <CallLine id={id} kind={kind} seconds={seconds} />
        </div>
        <p className={styles.meta}>
          <Icon of={icons[channel]} />
          <span>
            {channelNames[channel]}
            <span className="num">{length}</span>
            <br />
            <b>{callState(data)}</b>
          </span>
        </p>
      </Link>
    </li>
  );
}

function Day({ at, timeZone, sameDay }: { at: string; timeZone: string; sameDay: boolean }) {
  const { day, weekday } = callDay(at, timeZone);
  return (
    <time dateTime={at} className={sameDay ? styles.again : undefined}>
      <b className="num">{day}</b>
      <span>{weekday}</span>
    </time>
  );
}

/** The minutes that a live call had lasted when the list was rendered; only the call's own page counts on. */
function elapsed(live: boolean, startedAt: string | null): number | null {
  return live && startedAt ? Math.max(0, (Date.now() - Date.parse(startedAt)) / 1000) : null;
}
