import { useMutation } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { agreeingWords } from '#web/consent/agreeing-words.ts';
import { ConsentCode } from '#web/consent/ConsentCode.tsx';
import { GiveConsentDocument } from '#web/consent/GiveConsent.graphql.ts';
import { refusalWords } from '#web/consent/refusal-words.ts';
import { whyRefused } from '#web/consent/why-refused.ts';
import { capital, wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { ConsentNote, ConsentWords, grantsOf, type Kind, wordingsFor } from '../ConsentWords.tsx';
import { StepHeading } from '../OnboardingLayout.tsx';
import { OnboardingDocument } from '../onboarding.graphql.ts';
import { furthest, type Step } from '../steps.ts';
import type { OnboardingSubject } from '../subject.ts';
import { noProblems, type StepProblems, useAct, useSaveStep } from '../use-onboarding.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';

/**
 * The subject gives consent: on their own screen, on this one when it is handed to them, or later. What they read is in
 * their language, and what the family reads in English.
 */
export function ConsentStep({
  subject,
  saved,
}: {
  subject: OnboardingSubject;
  /** How far the onboarding had come: a visit to this step alone doesn't set it back. */
  saved: { step: Step; finishedAt: string | null };
}) {
  const { name, they, them, their, verb } = wordsFor(subject);
  const words = agreeingWords(subject.language);
  const self = subject.isSelf;
  const [here, setHere] = useState<boolean | null>(self ? true : null);
  const [ticked, setTicked] = useState<ReadonlySet<Kind>>(new Set());
  const [typedName, setTypedName] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  const { busy, problems, run } = useAct();
  const goTo = useSaveStep();
  const navigate = useNavigate();
  const [agree] = useMutation(GiveConsentDocument, { refetchQueries: [OnboardingDocument] });
  const shown = wordingsFor(subject.consentWordings, subject.phone);

  async function goOn(): Promise<StepProblems> {
    if (!saved.finishedAt) return goTo(furthest(saved.step, 'FIRST_QUESTION'));
    await navigate(`/dashboard/${encodeURIComponent(subject.id)}/`);
    return noProblems;
  }

  async function give(): Promise<StepProblems> {
    if (ticked.size === 0) return { fields: {}, whole: words.nothingTicked };
    const { notSigned, noAnswer } = refusalWords(words.language);
    if (!self && !typedName.trim()) return { fields: { inPerson: notSigned }, whole: null };
    const { data } = await agree({
      variables: {
        input: {
          subjectId: subject.id,
          grants: grantsOf(shown, ticked, subject.phone),
          ...(!self && { inPerson: { typedName } }),
          ...(code.trim() && { code }),
        },
      },
    }).catch(() => ({ data: null }));
    const answer = data?.giveConsent;
    if (!answer) return { fields: {}, whole: noAnswer };
    if (answer.__typename === 'Subject') return goOn();
    if (answer.__typename === 'PhoneCodeNeeded') setNeedsCode(true);
    const { field, message } = whyRefused(answer, { language: words.language, name });
    return field ? { fields: { [field]: message }, whole: null } : { fields: {}, whole: message };
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      if (here === null) return { fields: {}, whole: `Choose how ${name} is asked` };
      return here ? give() : goOn();
    });
  }
  function tick(kind: Kind, on: boolean): void {
    setTicked((before) => new Set(on ? [...before, kind] : [...before].filter((each) => each !== kind)));
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <StepHeading
        step="CONSENT"
        lead={
          self ? (
            <span lang={words.language}>{words.yourLife}</span>
          ) : (
            `It’s ${their} life, so the yes has to be ${their === 'their' ? 'theirs' : their === 'her' ? 'hers' : 'his'}. You can’t give it for ${them}.`
          )
        }
      >
        {self ? <span lang={words.language}>{words.youDecide}</span> : `${name} decides`}
      </StepHeading>
      {!self && (
        <div className={styles.choices} role="radiogroup" aria-label={`How ${name} is asked`}>
          <CheckField type="radio" name="how" checked={here === true} onChange={() => setHere(true)}>
            <b>
              {capital(they)} {verb('is', 'are')} here with me
            </b>
            <br />
            <span className="quiet">
              Hand over this screen. {capital(they)} {verb('reads and ticks', 'read and tick')}.
            </span>
          </CheckField>
          <CheckField type="radio" name="how" checked={here === false} onChange={() => setHere(false)}>
            <b>Later</b>
            <br />
            <span className="quiet">
              We won’t write or share anything until {they} {verb('agrees', 'agree')}.
            </span>
          </CheckField>
        </div>
      )}
      {here && (
        <div lang={words.language}>
          {!self && <h2 className={styles.small}>{words.toRead(name)}</h2>}
          <ConsentWords wordings={shown} ticked={ticked} onTick={tick} />
          {!self && (
            <div className={styles.sign}>
              <TextField
                label={words.signature}
                autoComplete="off"
                maxLength={120}
                value={typedName}
                onChange={(event) => setTypedName(event.target.value)}
                error={problems.fields.inPerson}
              />
            </div>
          )}
          {needsCode && subject.phone && (
            <ConsentCode
              subject={subject}
              phone={subject.phone}
              language={words.language}
              code={code}
              onCode={setCode}
              error={problems.fields.code}
            />
          )}
          <ConsentNote wordings={shown} />
        </div>
      )}
      <StepEnd
        step="CONSENT"
        lang={here ? words.language : undefined}
        next={here ? words.agree : saved.finishedAt ? 'Continue' : 'Continue to the first question'}
        busy={busy}
        problems={problems}
      >
        {here && (
          <Button look="quiet" lang={words.language} busy={busy} onClick={() => void run(goOn)}>
            {words.withoutAgreeing}
          </Button>
        )}
      </StepEnd>
    </form>
  );
}
