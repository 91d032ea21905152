import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { capital, wordsFor } from '../person-words.ts';
import { soonInWords, timeInWords, zoneInWords } from '../when.ts';
import { type NextCall_SubjectFragment, NextCall_SubjectFragmentDoc } from './NextCall.graphql.ts';
import styles from './today.module.css';
import { useBegin, useResumeCalls, useTakeUpConsent } from './use-line.ts';

/** When it rings next; or why it does not, and what can be done about that. */
export function NextCall({ subject: from }: { subject: FragmentType<NextCall_SubjectFragment> }) {
  const { data: subject } = useSuspenseFragment({ fragment: NextCall_SubjectFragmentDoc, from });
  switch (subject.status) {
    case 'DELETED':
      return null;
    case 'MEMORIAL':
      return <Memories subject={subject} />;
    case 'PAUSED':
      return <Paused subject={subject} />;
    case 'ACTIVE':
      return subject.nextCall ? (
        <Planned subject={subject} at={subject.nextCall.at} />
      ) : (
        <NoCall subject={subject} />
      );
    default:
      return <Waiting subject={subject} />;
  }
}

type Subject = NextCall_SubjectFragment;

function Planned({ subject, at }: { subject: Subject; at: string }) {
  const { timeZone, maxMinutes, abilities } = subject;
  const words = wordsFor(subject);
  const here = timeInWords(at);
  const elsewhere = here !== timeInWords(at, timeZone);
  const begin = useBegin(subject);
  return (
    <section>
      <h2 className="section-title">Next call</h2>
      <p className="lead">
        <b>{soonInWords(at, timeZone)}</b>
      </p>
      <p className="quiet">
        {elsewhere && `That is ${zoneInWords(timeZone)}, and ${here} where you are. `}
        On {words.their} phone, up to {maxMinutes} minutes
      </p>
      {abilities.includes('SCHEDULE') && (
        <div className={`row ${styles.act}`}>
          <SettingsLink subject={subject}>Change the times</SettingsLink>
          {abilities.includes('CONVERSE') && (
            <Button look="text" busy={begin.busy} onClick={() => begin.start('PHONE')}>
              Call {subject.isSelf ? 'me' : words.them} now
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function NoCall({ subject }: { subject: Subject }) {
  const { abilities } = subject;
  return (
    <section>
      <h2 className="section-title">Next call</h2>
      <p className="quiet">No call is planned. Whoever likes can talk here, in the browser, at any time.</p>
      {abilities.includes('SCHEDULE') && (
        <div className={`row ${styles.act}`}>
          {abilities.includes('CONVERSE') && <TalkHere subject={subject} />}
          <SettingsLink subject={subject} look="text">
            Choose times to call
          </SettingsLink>
        </div>
      )}
    </section>
  );
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
          ? 'Nothing is dialled, written or shared until you agree.'
          : `Nothing is dialled, written or shared until ${words.they} ${words.verb('agrees', 'agree')}. Nobody can agree for ${words.them}.`}
      </p>
      {abilities.includes('CONVERSE') && (
        <div className={`row ${styles.act}`}>
          <Button look="quiet" busy={consent.busy} onClick={consent.take}>
            Go on to consent
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
  return (
    <section>
      <h2 className="section-title">Paused</h2>
      <p className="quiet">
        Nobody calls {words.them} until this is lifted. What {words.they} told stays as it is.
      </p>
      {subject.abilities.includes('MANAGE_SUBJECT') && (
        <div className={`row ${styles.act}`}>
          <Button look="quiet" busy={resume.busy} onClick={resume.resume}>
            Go on calling
          </Button>
        </div>
      )}
    </section>
  );
}

function Memories({ subject }: { subject: Subject }) {
  const words = wordsFor(subject);
  if (!subject.abilities.includes('WRITE')) return null;
  return (
    <section>
      <h2 className="section-title">Memories</h2>
      <p className="quiet">{capital(words.their)} book stays open. Whoever remembers something can add it.</p>
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
    <Button look={look} busy={begin.busy} onClick={() => begin.start('WEB')}>
      Talk here, together
    </Button>
  );
}

function SettingsLink({
  subject,
  look = 'quiet',
  children,
}: {
  subject: Subject;
  look?: 'quiet' | 'text';
  children: string;
}) {
  return (
    <Link className={buttonClass({ look })} to={`/dashboard/${encodeURIComponent(subject.id)}/settings/`}>
      {children}
    </Link>
  );
}
