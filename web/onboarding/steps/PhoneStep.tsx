import type { FormEvent } from 'react';
import { HoursFields } from '#web/subjects/hours/HoursFields.tsx';
import { problemsOfHours } from '#web/subjects/hours/hours.ts';
import { capital, wordsFor } from '#web/subjects/person-words.ts';
import { zoneInWords } from '#web/subjects/time-zone.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useAnswers } from '../answers.ts';
import { StepHeading } from '../OnboardingLayout.tsx';
import { e164Of, PhoneField, phoneInWords } from '../PhoneField.tsx';
import type { OnboardingSubject } from '../subject.ts';
import { noProblems, type StepProblems, useAct, useSaveStep } from '../use-onboarding.ts';
import { useSaveTimes } from '../use-save-times.ts';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';
import { Week, type WeekTime } from './Week.tsx';

const lengths = [15, 20, 30, 45, 60];

/**
 * The subject's phone number, time zone and maximum call length, and the days and times of the calls where a phone
 * service is set up. The number and the times are optional.
 */
export function PhoneStep({ subject, calls }: { subject: OnboardingSubject; calls: boolean }) {
  const words = wordsFor(subject);
  const { name, their, they } = words;
  const self = subject.isSelf;
  const { answers, set, forget } = useAnswers(`phone:${subject.id}`, {
    phone: subject.phone ? phoneInWords(subject.phone) : '',
    maxMinutes: String(subject.maxMinutes),
    timeZone: subject.timeZone,
    hoursFrom: subject.hoursFrom,
    hoursUntil: subject.hoursUntil,
    callTimes: JSON.stringify(subject.callTimes.map(({ weekday, time }) => ({ weekday, time }))),
  });
  const times = JSON.parse(answers.callTimes) as WeekTime[];
  const { busy, problems, run } = useAct();
  const goTo = useSaveStep();
  const saveTimes = useSaveTimes(subject.id);
  const zones = zonesWith(answers.timeZone);

  async function goOn(phone: string | null): Promise<StepProblems> {
    const problem = await saveTimes({
      phone,
      timeZone: answers.timeZone,
      maxMinutes: Number(answers.maxMinutes),
      ...(calls && { callTimes: times, hoursFrom: answers.hoursFrom, hoursUntil: answers.hoursUntil }),
    });
    if (problem !== noProblems) return problem;
    const left = await goTo('CONSENT');
    if (left === noProblems) forget();
    return left;
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      const fields = calls ? problemsOfHours(answers, times) : {};
      if (Object.keys(fields).length > 0) return { fields, whole: null };
      const phone = e164Of(answers.phone);
      if (phone) return goOn(phone);
      const problem =
        phone === null
          ? 'Enter a number, or continue without one'
          : 'Check this number. It looks like 508 555 0142 or +44 20 7946 0958';
      return { fields: { phone: problem }, whole: null };
    });
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <StepHeading
        step="PHONE"
        lead={
          calls
            ? `Choose the number ${they} ${words.verb('picks', 'pick')} up and the times ${they} ${words.verb('likes', 'like')}. Nobody is called before ${self ? 'you agree' : `${they} ${words.verb('agrees', 'agree')}`} to it in the next step.`
            : `We text a code to it when ${self ? 'you sign in or confirm' : `${they} ${words.verb('confirms', 'confirm')}`} that the book is ${self ? 'yours' : `about ${words.them}`}.`
        }
      >
        {calls ? `When may we call ${self ? 'you' : name}?` : self ? 'Your phone' : `${name}’s phone`}
      </StepHeading>
      <div className={styles.two}>
        <PhoneField
          label={self ? 'Your number' : `${name}’s number`}
          value={answers.phone}
          onValue={(typed) => set('phone', typed)}
          hint="You can add it later."
          error={problems.fields.phone}
        />
        <SelectField
          label="A conversation takes at most"
          hint={`${self ? 'You' : name} can stop sooner, any time.`}
          value={answers.maxMinutes}
          onChange={(event) => set('maxMinutes', event.target.value)}
          error={problems.fields.maxMinutes}
        >
          {[...new Set([...lengths, subject.maxMinutes])]
            .sort((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} minutes
              </option>
            ))}
        </SelectField>
      </div>
      <div className={styles.zone}>
        <SelectField
          label={`${self ? 'Your' : capital(their)} time zone`}
          hint="Days and times of the conversations are shown in it."
          value={answers.timeZone}
          onChange={(event) => set('timeZone', event.target.value)}
          error={problems.fields.timeZone}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneLabel(zone)}
            </option>
          ))}
        </SelectField>
      </div>
      {calls && (
        <section className={styles.weekly} aria-labelledby="week">
          <h2 id="week" className={styles.small}>
            {capital(their)} week
          </h2>
          <HoursFields hours={answers} whom={self ? null : name} problems={problems.fields} onChange={set} />
          <Week
            times={times}
            hours={answers}
            onChange={(changed) => set('callTimes', JSON.stringify(changed))}
          />
          <p className="note">By the clock in {zoneInWords(answers.timeZone)}.</p>
          {problems.fields.callTimes && <Notice kind="error" title={problems.fields.callTimes} />}
        </section>
      )}
      <StepEnd step="PHONE" next="Continue to consent" busy={busy} problems={problems}>
        <Button look="quiet" busy={busy} onClick={() => void run(() => goOn(null))}>
          Continue without a phone
        </Button>
      </StepEnd>
    </form>
  );
}

const common = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage'],
  ...['Pacific/Honolulu', 'Europe/London', 'Europe/Lisbon', 'Europe/Berlin'],
];

function zonesWith(chosen: string): string[] {
  return [...new Set([chosen, ...common, ...Intl.supportedValuesOf('timeZone')])];
}

function zoneLabel(zone: string): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ');
  return common.includes(zone) ? `${zoneInWords(zone)} (${place})` : zone.replaceAll('_', ' ');
}
