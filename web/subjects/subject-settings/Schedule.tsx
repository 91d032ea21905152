import type { FragmentType } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { HoursFields } from '../hours/HoursFields.tsx';
import { firstTimeWithin, lastTimeOf, problemsOfHours } from '../hours/hours.ts';
import { wordsFor } from '../person-words.ts';
import { zoneInWords } from '../time-zone.ts';
import { weekdays } from '../weekdays.ts';
import { dayInWords, soonInWords } from '../when.ts';
import { whyPaused } from '../why-paused.ts';
import { dayBegins } from './day-begins.ts';
import {
  PauseUntilDocument,
  type Schedule_SubjectFragment,
  Schedule_SubjectFragmentDoc,
  SkipNextDocument,
} from './Schedule.graphql.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import { type Change, type Problems, useSection } from './use-section.ts';

/** Tuesday. */
const usualDay = 2;
/** The largest number of times per week. */
const mostTimes = 21;

/** The settings of when Evertold calls or asks by text, if at least one of these is possible. */
export function Schedule({ subject: from }: { subject: FragmentType<Schedule_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Schedule_SubjectFragmentDoc, from });
  const { whyNoCalls, whyNoTexts } = data;
  const why = whyPaused(data);
  if (whyNoCalls && whyNoTexts) {
    return (
      <div className="quiet">
        {why && <p>{why}</p>}
        <p>{whyNoCalls}.</p>
        {whyNoTexts !== whyNoCalls && <p>{whyNoTexts}.</p>}
      </div>
    );
  }
  return (
    <div className={styles.form}>
      {why && <p>{why}</p>}
      <Times subject={data} />
      <Next subject={data} />
      <Pause subject={data} />
    </div>
  );
}

type Subject = Schedule_SubjectFragment;

function Times({ subject }: { subject: Subject }) {
  const { isSelf, timeZone, whyNoCalls, whyNoTexts } = subject;
  const words = wordsFor(subject);
  const kept = {
    scheduledBy: subject.scheduledBy,
    hoursFrom: subject.hoursFrom,
    hoursUntil: subject.hoursUntil,
    callTimes: subject.callTimes.map(({ weekday, time }) => ({ weekday, time })),
  };
  const section = useSection(subject.id, kept, (answers, changed): Change | Problems => {
    const { hoursFrom, hoursUntil } = answers;
    const fields = problemsOfHours(answers, answers.callTimes);
    if (Object.keys(fields).length > 0) return { fields, whole: null };
    return {
      ...(changed.has('hoursFrom') && { hoursFrom }),
      ...(changed.has('hoursUntil') && { hoursUntil }),
      ...(changed.has('scheduledBy') && { scheduledBy: answers.scheduledBy }),
      ...(changed.has('callTimes') && { callTimes: answers.callTimes }),
    };
  });
  const { answers, set, problems } = section;
  const times = answers.callTimes;
  const whom = isSelf ? 'you' : words.name;
  const isImpossible = answers.scheduledBy === 'SMS' ? whyNoTexts : whyNoCalls;
  const change = (at: number, changed: Partial<(typeof times)[number]>) =>
    set(
      'callTimes',
      times.map((time, n) => (n === at ? { ...time, ...changed } : time)),
    );
  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <SelectField
        label={`How we reach ${whom}`}
        hint={hintOn(whyNoCalls, whyNoTexts) ?? undefined}
        error={problems.fields.scheduledBy}
        value={answers.scheduledBy}
        onChange={({ target }) => set('scheduledBy', target.value as Subject['scheduledBy'])}
      >
        <option value="PHONE" disabled={whyNoCalls !== null}>
          By phone call
        </option>
        <option value="SMS" disabled={whyNoTexts !== null}>
          By text message
        </option>
      </SelectField>
      {isImpossible && <p className="quiet">{isImpossible}. Until then, nothing is sent.</p>}
      <HoursFields
        hours={answers}
        whom={isSelf ? null : words.name}
        problems={problems.fields}
        onChange={set}
      />
      <div>
        <p className="label">Days and times</p>
        <p className="note">
          By the clock where {isSelf ? 'you live' : `${words.name} lives`}: {zoneInWords(timeZone)}.
        </p>
        <ul className={`${styles.rows} ${styles.times}`}>
          {times.map(({ weekday, time }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: A row has no name but its place.
            <li key={at}>
              <div className={styles.two}>
                <SelectField
                  label={`Day ${at + 1}`}
                  value={weekday}
                  onChange={({ target }) => change(at, { weekday: Number(target.value) })}
                >
                  {weekdays.map((day, n) => (
                    <option key={day} value={n + 1}>
                      {day}
                    </option>
                  ))}
                </SelectField>
                <TextField
                  label={`Time ${at + 1}`}
                  type="time"
                  min={answers.hoursFrom}
                  max={lastTimeOf(answers)}
                  value={time}
                  onChange={({ target }) => change(at, { time: target.value })}
                />
              </div>
              <Button
                look="quiet"
                small
                aria-label={`Remove time ${at + 1}`}
                onClick={() =>
                  set(
                    'callTimes',
                    times.filter((_, n) => n !== at),
                  )
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
        {problems.fields.callTimes && <Notice kind="error" title={problems.fields.callTimes} />}
        {times.length < mostTimes && (
          <Button
            look="text"
            onClick={() =>
              set('callTimes', [...times, { weekday: usualDay, time: firstTimeWithin(answers) }])
            }
          >
            Add a time
          </Button>
        )}
      </div>
      <SectionEnd section={section} what="the times" />
    </form>
  );
}

function hintOn(whyNoCalls: string | null, whyNoTexts: string | null): string | null {
  if (whyNoCalls) return `No calls: ${lower(whyNoCalls)}.`;
  if (whyNoTexts) return `No texts: ${lower(whyNoTexts)}.`;
  return null;
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The next call or question, with a way to skip it. */
function Next({ subject }: { subject: Subject }) {
  const { id, timeZone, nextCall, nextText, skippedCallAt } = subject;
  const [skip, { loading }] = useMutation(SkipNextDocument);
  const what = subject.scheduledBy === 'SMS' ? 'question by text' : 'call';
  const next = nextText ?? nextCall;
  async function leaveOut(left: boolean) {
    const { data } = await skip({ variables: { subjectId: id, skip: left } }).catch(() => ({ data: null }));
    const answer = data?.skipNextCall;
    if (answer?.__typename === 'Subject') {
      return notify('success', left ? `The next ${what} is skipped` : `The next ${what} isn’t skipped`);
    }
    return notify('error', answer?.message ?? 'The connection broke. Try again.');
  }
  return (
    <>
      {skippedCallAt && (
        <div>
          <p>
            Skipped: {soonInWords(skippedCallAt, timeZone)}.{' '}
            <Button look="text" busy={loading} onClick={() => void leaveOut(false)}>
              Don’t skip it
            </Button>
          </p>
        </div>
      )}
      {next && (
        <div>
          <p>
            Next {what}: {soonInWords(next.at, timeZone)}.
          </p>
          {!skippedCallAt && (
            <Button look="quiet" small busy={loading} onClick={() => void leaveOut(true)}>
              Skip the next {what}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Pauses calls and questions until a day. */
function Pause({ subject }: { subject: Subject }) {
  const { id, timeZone, callsPausedUntil } = subject;
  const [pause, { loading }] = useMutation(PauseUntilDocument);
  const [now] = useState(() => Date.now());
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();
  const field = useId();
  const isPaused = callsPausedUntil !== null && Date.parse(callsPausedUntil) > now;
  async function change(until: Date | null) {
    const variables = { subjectId: id, until: until?.toISOString() ?? null };
    const { data } = await pause({ variables }).catch(() => ({ data: null }));
    const answer = data?.pauseCalls;
    if (answer?.__typename === 'Subject') {
      setDay('');
      return notify('success', until ? `Paused until ${dayInWords(until, new Date(), timeZone)}` : 'Resumed');
    }
    return setError(answer ? 'Choose a day within the next year' : 'The connection broke. Try again.');
  }
  if (isPaused) {
    return (
      <div>
        <p>Paused until {dayInWords(callsPausedUntil, new Date(), timeZone)}.</p>
        <Button look="quiet" small busy={loading} onClick={() => void change(null)}>
          Resume now
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.pause}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const until = dayBegins(day, timeZone);
        if (!until || until.getTime() <= Date.now()) return setError('Choose a day that is still to come');
        void change(until);
      }}
    >
      <TextField
        id={field}
        label="Pause until"
        hint="There are no calls or texts before this day."
        type="date"
        value={day}
        error={error}
        onChange={({ target }) => {
          setDay(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" look="quiet" busy={loading}>
        Pause
      </Button>
    </form>
  );
}
