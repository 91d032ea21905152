import type { FragmentType } from '@apollo/client';
import { useState } from 'react';
import type { ConsentKind } from '#web/app/generated/schema-types.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { State } from '#web/ui/Notice.tsx';
import { AgreeToNewWording } from './AgreeToNewWording.tsx';
import { ConsentHistory } from './ConsentHistory.tsx';
import { type ConsentRows_SubjectFragment, ConsentRows_SubjectFragmentDoc } from './ConsentRows.graphql.ts';
import styles from './ConsentRows.module.css';
import type { WordingFragment as Wording } from './Consents.graphql.ts';
import { consentKinds, consentTitles, consentWays, dayOfConsent, phoneInWords } from './consent-words.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

type Consent = ConsentRows_SubjectFragment['consents'][number];

/** The subject's consents: the state of each, its wording, and a way to withdraw it. */
export function ConsentRows({ subject: from }: { subject: FragmentType<ConsentRows_SubjectFragment> }) {
  const { data: subject } = useKeptFragment({
    fragment: ConsentRows_SubjectFragmentDoc,
    fragmentName: 'ConsentRows_subject',
    from,
  });
  const given = subject.consents.some(({ status }) => status === 'GRANTED');
  const may = subject.abilities.includes('WITHDRAW_CONSENT');
  const words = wordsFor(subject);
  return (
    <div>
      <ul className={styles.rows}>
        {consentKinds.flatMap((kind) => {
          const entries = subject.consents.filter((consent) => consent.kind === kind);
          const rows: (Consent | null)[] = entries.length ? entries : [null];
          return rows.map((consent) => (
            <ConsentRow
              key={kind + (consent?.phone ?? '')}
              kind={kind}
              subject={subject}
              mayAgree={subject.isSelf && subject.abilities.includes('GIVE_CONSENT')}
              consent={consent}
              isBrought={subject.consentHistory.some((entry) => entry.brought && entry.kind === kind)}
              wording={subject.consentWordings.find((wording) => wording.kind === kind)}
            />
          ));
        })}
      </ul>
      {given && may && (
        <WithdrawDialog
          subject={subject}
          trigger={
            <Button look="danger">
              {subject.isSelf ? 'Take back a consent' : `Take back a consent for ${words.them}`}
            </Button>
          }
        />
      )}
    </div>
  );
}

function ConsentRow({
  kind,
  subject,
  mayAgree,
  consent,
  isBrought,
  wording,
}: {
  kind: ConsentKind;
  subject: { id: string; preferredName: string };
  mayAgree: boolean;
  consent: Consent | null;
  /** Whether an entry of another Evertold's ledger came with the book. */
  isBrought: boolean;
  wording: Wording | undefined;
}) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div>
        <b>{consentTitles[kind]}</b>
        <p className="note">{consent ? standingInWords(consent) : 'not agreed to so far'}</p>
        {(consent || isBrought) && (
          <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>
              History<span className="sr"> of {consentTitles[kind]}</span>
            </summary>
            {open && <ConsentHistory subjectId={subject.id} kind={kind} phone={consent?.phone ?? null} />}
          </details>
        )}
        {wording && consent?.wordingVersion !== wording.version && (
          <details>
            <summary>{wordingTitle(consent, wording)}</summary>
            <p className={styles.wording} lang={wording.language}>
              {wording.text}
            </p>
          </details>
        )}
        {mayAgree && wording && consent?.status === 'GRANTED' && consent.wordingVersion < wording.version && (
          <AgreeToNewWording subject={subject} phone={consent.phone} wording={wording} />
        )}
      </div>
      <Standing consent={consent} />
    </li>
  );
}

function Standing({ consent }: { consent: Consent | null }) {
  if (consent?.status === 'GRANTED') return <State tone="ok">Yes</State>;
  return (
    <State tone={consent ? 'warn' : 'off'} open>
      {consent ? 'Taken back' : 'No'}
    </State>
  );
}

function standingInWords({ phone, status, at, via }: Consent): string {
  const since = status === 'GRANTED' ? 'since' : 'on';
  const where = phone && `to ${phoneInWords(phone)}`;
  return [where, `${since} ${dayOfConsent(at)}, ${consentWays[via]}`].filter(Boolean).join(', ');
}

/** The wording in force; a consent to an older wording says so. */
function wordingTitle(consent: Consent | null, wording: Wording): string {
  if (!consent || consent.wordingVersion === wording.version)
    return `Read the wording, version ${wording.version}`;
  return `Agreed to version ${consent.wordingVersion}. Read version ${wording.version}, now in force`;
}
