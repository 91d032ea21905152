import type { FormEvent } from 'react';
import { wordsFor } from '#web/subjects/person-words.ts';
import { zoneInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { useAnswers } from '../answers.ts';
import { StepHeading } from '../OnboardingLayout.tsx';
import { e164Of, PhoneField, phoneInWords } from '../PhoneField.tsx';
import type { OnboardingSubject } from '../subject.ts';
import { noProblems, type Problems, useAct, useSaveStep } from '../use-onboarding.ts';
import { useSaveTimes } from '../use-save-times.ts';
import { Week, type WeekTimes } from '../Week.tsx';
import { StepEnd } from './StepEnd.tsx';
import styles from './steps.module.css';

const lengths = [15, 20, 30, 45, 60];

/** The number they pick up, and their week. Who rather talks in the browser goes on without. */
export function PhoneStep({ subject }: { subject: OnboardingSubject }) {
  const words = wordsFor(subject);
  const { name, their, they } = words;
  const self = subject.isSelf;
  const { answers, set, forget } = useAnswers(`phone:${subject.id}`, {
    phone: subject.phone ? phoneInWords(subject.phone) : '',
    maxMinutes: String(subject.maxMinutes),
    timeZone: subject.timeZone,
    times: JSON.stringify(Object.fromEntries(subject.callTimes.map(({ weekday, time }) => [weekday, time]))),
  });
  const times = JSON.parse(answers.times) as WeekTimes;
  const { busy, problems, run } = useAct();
  const goTo = useSaveStep();
  const saveTimes = useSaveTimes(subject.id);
  const zones = zonesWith(answers.timeZone);

  async function goOn(phone: string | null): Promise<Problems> {
    const callTimes = Object.entries(times)
      .filter(([, time]) => time)
      .map(([weekday, time]) => ({ weekday: Number(weekday), time }));
    const problem = await saveTimes({
      phone,
      timeZone: answers.timeZone,
      maxMinutes: Number(answers.maxMinutes),
      callTimes: phone ? callTimes : [],
    });
    if (problem !== noProblems) return problem;
    const left = await goTo('CONSENT');
    if (left === noProblems) forget();
    return left;
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      const phone = e164Of(answers.phone);
      if (phone) return goOn(phone);
      const problem =
        phone === null ? 'Enter a number, or go on without one' : 'This is not a number we can call';
      return { fields: { phone: problem }, whole: null };
    });
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <StepHeading
        step="PHONE"
        lead={
          self
            ? 'Pick the number you pick up and the hours you like. You can change both by saying so on the phone.'
            : `Pick the number ${they} ${words.verb('picks', 'pick')} up and the hours ${they} ${words.verb('likes', 'like')}. ${name} can change both by telling us on the phone.`
        }
      >
        When may we call {self ? 'you' : name}?
      </StepHeading>
      <div className={styles.two}>
        <PhoneField
          label={self ? 'Your phone' : `${name}’s phone`}
          value={answers.phone}
          onValue={(typed) => set('phone', typed)}
          hint="A landline is fine."
          error={problems.fields.phone}
        />
        <SelectField
          label="How long at most"
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
      <h2 className={styles.small}>{self ? 'Your week' : `${name}’s week`}</h2>
      <Week
        label={`The week of ${self ? 'your calls' : `${name}’s calls`}`}
        times={times}
        onTime={(weekday, time) => set('times', JSON.stringify({ ...times, [weekday]: time }))}
      />
      {problems.fields.callTimes && <p className="field-error">{problems.fields.callTimes}</p>}
      <div className={styles.zone}>
        <SelectField
          label={self ? 'Your time zone' : `The time zone in ${their} kitchen`}
          hint="We never call before 8 am or after 9 pm there."
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
      <StepEnd step="PHONE" next="Go on to consent" busy={busy} problems={problems}>
        <Button look="quiet" busy={busy} onClick={() => void run(() => goOn(null))}>
          Without a phone for now
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
