import type { FragmentType } from '@apollo/client';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { CallOrTry } from '#web/calls/CallOrTry.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { bookNameOf, wordsFor } from '../person-words.ts';
import { whyPaused } from '../why-paused.ts';
import { type HowToTalk_SubjectFragment, HowToTalk_SubjectFragmentDoc } from './HowToTalk.graphql.ts';
import styles from './today.module.css';
import { useBegin, useResumeCalls, useTakeUpConsent } from './use-line.ts';

/** The ways to tell something now, or the reason why there is none and what can be done about it. */
export function HowToTalk({ subject: from }: { subject: FragmentType<HowToTalk_SubjectFragment> }) {
  const { data: subject } = useKeptFragment({ fragment: HowToTalk_SubjectFragmentDoc, from });
  switch (subject.status) {
    case 'DELETED':
      return null;
    case 'MEMORIAL':
      return <Memories subject={subject} />;
    case 'PAUSED':
      return <Paused subject={subject} />;
    case 'ACTIVE':
      return <Open subject={subject} />;
    default:
      return <Waiting subject={subject} />;
  }
}

type Subject = HowToTalk_SubjectFragment;

function Open({ subject }: { subject: Subject }) {
  const { abilities, isSelf } = subject;
  const { name, they, verb } = wordsFor(subject);
  return (
    <section>
      <h2 className="section-title">Next conversation</h2>
      <p className="quiet">
        {isSelf
          ? 'You can talk here in the browser, at any time.'
          : `${name} can talk here in the browser at any time, whenever ${they} ${verb('likes', 'like')}.`}
      </p>
      {subject.nextCall && <p className="quiet">Next call: {dayAndTime(subject.nextCall.at)}, your time.</p>}
      {subject.nextText && (
        <p className="quiet">Next question by text: {dayAndTime(subject.nextText.at)}, your time.</p>
      )}
      {abilities.includes('CONVERSE') && (
        <div className={`row ${styles.act}`}>
          <TalkHere subject={subject} />
        </div>
      )}
      {abilities.includes('CONVERSE') && <CallOrTry subject={subject} />}
    </section>
  );
}

function dayAndTime(at: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at));
}

function Waiting({ subject }: { subject: Subject }) {
  const { abilities, isSelf } = subject;
  const words = wordsFor(subject);
  const consent = useTakeUpConsent(subject);
  return (
    <section>
      <h2 className="section-title">{isSelf ? 'Waiting for your yes' : `Waiting for ${words.name}’s yes`}</h2>
      <p className="quiet">
        {isSelf
          ? 'We won’t write or share anything until you agree.'
          : `We won’t write or share anything until ${words.they} ${words.verb('agrees', 'agree')}. Nobody can agree for ${words.them}.`}
      </p>
      {abilities.includes('CONVERSE') && (
        <div className={`row ${styles.act}`}>
          <Button busy={consent.busy} onClick={consent.take}>
            Continue to consent
          </Button>
          {!isSelf && <TalkHere subject={subject} look="text" />}
        </div>
      )}
    </section>
  );
}

function Paused({ subject }: { subject: Subject }) {
  const words = wordsFor(subject);
  const resume = useResumeCalls(subject.id);
  const why = whyPaused(subject);
  return (
    <section>
      <h2 className="section-title">Paused</h2>
      {why && <p>{why}</p>}
      <p className="quiet">What {words.they} told stays as it is.</p>
      {subject.abilities.includes('MANAGE_SUBJECT') && (
        <div className={`row ${styles.act}`}>
          <Button look="quiet" busy={resume.busy} onClick={resume.resume}>
            Resume
          </Button>
        </div>
      )}
    </section>
  );
}

function Memories({ subject }: { subject: Subject }) {
  if (!subject.abilities.includes('WRITE')) return null;
  return (
    <section>
      <h2 className="section-title">Memories</h2>
      <p className="quiet">{bookNameOf(subject)} stays open, and the family can add what they remember.</p>
      <div className={`row ${styles.act}`}>
        <Link className={buttonClass()} to={`/dashboard/${encodeURIComponent(subject.id)}/biography/`}>
          Add a memory
        </Link>
      </div>
    </section>
  );
}

function TalkHere({ subject, look = 'quiet' }: { subject: Subject; look?: 'quiet' | 'text' }) {
  const begin = useBegin(subject);
  if (subject.isSelf) {
    return (
      <Link className={buttonClass({ look })} to="/dashboard/tell-my-own-story/">
        Tell something here
      </Link>
    );
  }
  return (
    <Button look={look} busy={begin.busy} onClick={() => begin.start()}>
      Talk here, together
    </Button>
  );
}
