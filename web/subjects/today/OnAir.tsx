import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useGrowingReply, useLiveMessages } from '#web/conversations/talk/use-talk.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import { spanInWords } from '../when.ts';
import { type OnAir_SubjectFragment, OnAir_SubjectFragmentDoc } from './OnAir.graphql.ts';
import styles from './OnAir.module.css';
import { sentencesOf } from './sentences.ts';

type Live = NonNullable<OnAir_SubjectFragment['liveConversation']>;

/** While somebody is on the line: the words as they come. Nothing at any other time. */
export function OnAir({ subject }: { subject: FragmentType<OnAir_SubjectFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OnAir_SubjectFragmentDoc, from: subject });
  const { id, preferredName, isSelf, liveConversation } = data;
  if (!liveConversation) return null;
  const who = isSelf ? 'You are' : `${preferredName} is`;
  return <Band key={liveConversation.id} live={liveConversation} who={who} subjectId={id} isSelf={isSelf} />;
}

function Band({
  live,
  who,
  subjectId,
  isSelf,
}: {
  live: Live;
  who: string;
  subjectId: string;
  isSelf: boolean;
}) {
  const { id, channel, status, startedAt, messages: first } = live;
  const { messages } = useLiveMessages(
    id,
    first.edges.map(({ node }) => node),
    first.edges.at(-1)?.cursor ?? null,
  );
  const reply = useGrowingReply(id, messages, true);
  const shown = messages.findLast(({ text }) => text !== null);
  const told = messages.reduce((n, { role, text }) => n + (role === 'user' ? (text?.length ?? 0) : 0), 0);
  const loops = Math.min(96, Math.ceil(told / 12));
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
          {reply && <p className={styles.words}>{reply.text}</p>}
          {!reply && shown?.text && <Words text={shown.text} theirs={shown.role === 'user'} />}
          <p className="sr" aria-live="polite">
            {shown?.text}
          </p>
        </div>
        <div className={styles.act}>
          <Link
            className={buttonClass({ look: 'ink', phoneWide: true })}
            to={
              isSelf && channel === 'WEB'
                ? '/dashboard/tell-my-own-story/'
                : `/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(id)}/`
            }
          >
            {isSelf && channel === 'WEB' ? 'Go on telling' : 'Read along'}
          </Link>
        </div>
      </div>
      <div className={styles.line}>
        <VoiceLine
          amps={loops ? speech(id, 100).slice(100 - loops) : [0, 0]}
          width={1440}
          height={53}
          openEnd={Math.max(150, 1440 - loops * 13.4)}
          stretch
        />
      </div>
    </section>
  );
}

const onWhat = { PHONE: 'on the phone now', SMS: 'texting now', WEB: 'telling here now' } as const;

/** The last sentence stands out; what came before it is still there. */
function Words({ text, theirs }: { text: string; theirs: boolean }) {
  if (!theirs) return <p className={styles.words}>{text}</p>;
  const sentences = sentencesOf(text);
  const before = sentences.slice(-3, -1).join('');
  return (
    <p className={`told-title ${styles.words}`} aria-hidden="true">
      {before && <span className={styles.said}>{before}</span>}
      {sentences.at(-1)}
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
