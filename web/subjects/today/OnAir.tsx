import type { FragmentType } from '@apollo/client';
import { type CSSProperties, useEffect, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { isLive } from '#web/conversations/call-state.ts';
import { EndIt } from '#web/conversations/page/EndIt.tsx';
import { useGrowingReply, useLiveMessages } from '#web/conversations/talk/use-talk.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import { spanInWords } from '../duration.ts';
import { wordsFor } from '../person-words.ts';
import { type OnAir_SubjectFragment, OnAir_SubjectFragmentDoc } from './OnAir.graphql.ts';
import styles from './OnAir.module.css';
import { sentencesOf } from './sentences.ts';

/** The distance between loops, and the length of the line beyond them on the widest screen. */
const step = 13.4;
const widest = 4000;

type Live = NonNullable<OnAir_SubjectFragment['liveConversation']>;

/** The words of a live conversation as they come; nothing at other times. */
export function OnAir({ subject }: { subject: FragmentType<OnAir_SubjectFragment> }) {
  const { data } = useKeptFragment({
    fragment: OnAir_SubjectFragmentDoc,
    fragmentName: 'OnAir_subject',
    from: subject,
  });
  const { liveConversation } = data;
  if (!liveConversation || !isLive(liveConversation.status)) return null;
  return <Band key={liveConversation.id} live={liveConversation} subject={data} />;
}

function Band({ live, subject }: { live: Live; subject: OnAir_SubjectFragment }) {
  const { id: subjectId, isSelf, abilities } = subject;
  const words = wordsFor(subject);
  const who = isSelf ? 'You are' : `${words.name} is`;
  const { id, channel, status, startedAt, heldBy, messages: first } = live;
  const mayHangUp = channel === 'PHONE' && (isSelf || (!heldBy && abilities.includes('SCHEDULE')));
  const { messages } = useLiveMessages(
    id,
    first.edges.map(({ node }) => node),
    first.edges.at(-1)?.cursor ?? null,
  );
  const reply = useGrowingReply(id, messages, true);
  const shown = messages.findLast(({ text }) => text !== null);
  const theirs = messages.findLast(({ role, text }) => role === 'user' && text !== null);
  const isHidden = theirs?.inDistress ?? false;
  const spoken = reply?.text ?? (shown?.role === 'assistant' ? shown.text : null);
  const asked = isHidden ? null : spoken;
  const letters = messages.reduce((n, { role, text }) => n + (role === 'user' ? (text?.length ?? 0) : 0), 0);
  const loops = Math.min(96, Math.ceil(letters / 12));
  const told = Math.max(1, loops) * step;
  const doing = status === 'RINGING' ? 'The phone is ringing' : `${who} ${onWhat[channel]}`;

  return (
    <section className={`lamp ${styles.band}`} aria-label="Call in progress">
      <div className={`wrap ${styles.in}`}>
        <div>
          <p className={`row ${styles.head}`}>
            <span className="live-dot" />
            <b>{doing}</b>
            {startedAt && <Elapsed since={startedAt} />}
          </p>
          {isHidden && (
            <p className="quiet">Something hard was said just now. We don’t show those words here.</p>
          )}
          {theirs?.text && !isHidden && <Told text={theirs.text} />}
          {/* Always reserves room for the question, so that the page below does not move. */}
          <p className={theirs ? styles.asked : styles.words} aria-hidden="true">
            {asked ?? '\u00a0'}
          </p>
          <p className="sr" aria-live="polite">
            {isHidden ? null : shown?.text}
          </p>
        </div>
        <div className={`row ${styles.act}`}>
          <Link
            className={buttonClass({ look: 'ink', phoneWide: true })}
            to={
              isSelf && channel === 'WEB'
                ? '/dashboard/tell-my-own-story/'
                : `/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(id)}/`
            }
          >
            {isSelf && channel === 'WEB' ? 'Continue the conversation' : 'Read along'}
          </Link>
          {mayHangUp && <EndIt conversation={live} words={words} isSelf={isSelf} look="text" />}
        </div>
      </div>
      <div className={styles.line} style={{ '--told': `${told}px` } as CSSProperties}>
        <VoiceLine
          amps={loops ? speech(id, 100).slice(100 - loops) : [0, 0]}
          width={told + widest}
          height={53}
          openEnd={widest}
        />
      </div>
    </section>
  );
}

const onWhat = {
  PHONE: 'on the phone now',
  SMS: 'texting now',
  WEB: 'telling here now',
  RECORDING: 'on an old recording',
} as const;

/** The latest words. The last sentence stands out; the earlier ones stay visible. */
function Told({ text }: { text: string }) {
  const sentences = sentencesOf(text);
  const before = sentences.slice(-3, -1).join('');
  return (
    <p className={`told-title ${styles.words}`} aria-hidden="true">
      <span>
        {before && <span className={styles.said}>{before}</span>}
        {sentences.at(-1)}
      </span>
    </p>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return <span className="num quiet">{spanInWords(seconds)}</span>;
}
