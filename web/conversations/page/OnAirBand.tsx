import type { FragmentType } from '@apollo/client';
import { useEffect, useState } from 'react';
import { useConnection } from '#web/app/connection.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { spanInWords } from '#web/subjects/duration.ts';
import { capital, type PersonWords } from '#web/subjects/person-words.ts';
import { isLive } from '../call-state.ts';
import styles from './conversation.module.css';
import { EndIt } from './EndIt.tsx';
import {
  type OnAirBand_ConversationFragment,
  OnAirBand_ConversationFragmentDoc,
} from './OnAirBand.graphql.ts';

/** The band across the page during a live conversation: who is talking, for how long, and a button to end it. */
export function OnAirBand({
  conversation,
  words,
  isSelf,
  mine,
  mayEnd,
}: {
  conversation: FragmentType<OnAirBand_ConversationFragment>;
  words: PersonWords;
  isSelf: boolean;
  /** Whether the viewer holds the conversation. */
  mine: boolean;
  mayEnd: boolean;
}) {
  const { data } = useKeptFragment({ fragment: OnAirBand_ConversationFragmentDoc, from: conversation });
  const offline = useConnection() === 'offline';
  if (!isLive(data.status)) return null;
  return (
    <section className={`lamp ${styles.air}`} aria-label="The line is open">
      <div className={`wrap ${styles.airIn}`}>
        <span className="live-dot" />
        <p>
          <b>{whoIsOn(data, words, isSelf, mine)}</b> {data.startedAt && <Elapsed since={data.startedAt} />}
        </p>
        <p className={`quiet ${offline ? '' : 'only-desk'} ${styles.airNote}`} role="status">
          {offline
            ? 'You are offline. What is said now is kept, and comes when you are back.'
            : !mine &&
              `You read along. ${capital(words.they)} ${words.verb('knows', 'know')}, and can ask you not to.`}
        </p>
        {mayEnd && <EndIt conversation={data} words={words} isSelf={isSelf} />}
      </div>
    </section>
  );
}

function whoIsOn(
  { status, channel, together, heldBy }: OnAirBand_ConversationFragment,
  { name }: PersonWords,
  isSelf: boolean,
  mine: boolean,
): string {
  const who = isSelf ? 'You are' : `${name} is`;
  if (status === 'RINGING') return isSelf ? 'Your phone is ringing' : `${name}’s phone is ringing`;
  if (channel === 'PHONE') return `${who} on the phone`;
  if (channel === 'SMS') return `${who} writing by text`;
  return together && heldBy && !isSelf
    ? `${name} is telling, with ${mine ? 'you' : heldBy.name} at the side`
    : `${who} telling here`;
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="num" role="timer" aria-live="off">
      {spanInWords(Math.max(0, Math.floor((now - Date.parse(since)) / 1000)))}
    </span>
  );
}
