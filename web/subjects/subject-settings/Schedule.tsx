import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import Plus from 'lucide-react/icons/plus';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { wordsFor } from '../person-words.ts';
import { hourInWords, zoneInWords } from '../when.ts';
import { type Schedule_SubjectFragment, Schedule_SubjectFragmentDoc } from './Schedule.graphql.ts';
import { SectionEnd } from './SectionEnd.tsx';
import styles from './settings.module.css';
import { useSection } from './use-section.ts';

type Time = Schedule_SubjectFragment['callTimes'][number];

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const mostTimes = 21;
const halfHours = Array.from({ length: 26 }, (_, i) => {
  const [hour, minute] = [8 + Math.floor(i / 2), (i % 2) * 30];
  return `${String(hour).padStart(2, '0')}:${minute ? '30' : '00'}`;
});

/** When it rings, week by week, in the hours of whoever picks up. */
export function Schedule({ subject: from }: { subject: FragmentType<Schedule_SubjectFragment> }) {
  const { data } = useSuspenseFragment({ fragment: Schedule_SubjectFragmentDoc, from });
  const words = wordsFor(data);
  const kept = { callTimes: data.callTimes.map(({ weekday, time }) => ({ weekday, time })) };
  const section = useSection(data.id, kept, ({ callTimes }) => ({ callTimes }));
  const { callTimes } = section.answers;
  const put = (times: Omit<Time, '__typename'>[]) => section.set('callTimes', times);

  return (
    <form className={styles.form} onSubmit={section.onSubmit} noValidate>
      <p className="quiet">
        In {words.their} own time, {zoneInWords(data.timeZone)}.
        {callTimes.length === 0 && ` Nothing is planned: whoever likes can talk in the browser, at any time.`}
      </p>
      {callTimes.length > 0 && (
        <ul className={styles.times} aria-label="Times to call">
          {callTimes.map((time, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same while they are changed
            <li key={i}>
              <TimeRow
                time={time}
                onChange={(next) => put(callTimes.map((other, j) => (j === i ? next : other)))}
                onRemove={() => put(callTimes.filter((_, j) => j !== i))}
              />
            </li>
          ))}
        </ul>
      )}
      {section.problems.fields.callTimes && (
        <p className="field-error" role="alert">
          {section.problems.fields.callTimes}
        </p>
      )}
      {callTimes.length < mostTimes && (
        <div className="row">
          <Button look="quiet" onClick={() => put([...callTimes, nextTime(callTimes)])}>
            <Icon of={Plus} /> Add a time
          </Button>
        </div>
      )}
      <SectionEnd section={section} what="the times" />
    </form>
  );
}

function TimeRow({
  time: { weekday, time },
  onChange,
  onRemove,
}: {
  time: Omit<Time, '__typename'>;
  onChange: (time: { weekday: number; time: string }) => void;
  onRemove: () => void;
}) {
  const times = halfHours.includes(time) ? halfHours : [...halfHours, time].sort();
  const words = `${weekdays[weekday - 1]} at ${timeWords(time)}`;
  return (
    <>
      <select
        className="input"
        aria-label="Day"
        value={weekday}
        onChange={(event) => onChange({ weekday: Number(event.target.value), time })}
      >
        {weekdays.map((name, i) => (
          <option key={name} value={i + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Time"
        value={time}
        onChange={(event) => onChange({ weekday, time: event.target.value })}
      >
        {times.map((each) => (
          <option key={each} value={each}>
            {timeWords(each)}
          </option>
        ))}
      </select>
      <Button look="text" small aria-label={`Remove ${words}`} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
}

/** A day that has no call yet, at the hour of the last one. */
function nextTime(times: readonly Omit<Time, '__typename'>[]): { weekday: number; time: string } {
  const free = [2, 4, 6, 7, 1, 3, 5].find((weekday) => !times.some((time) => time.weekday === weekday));
  return { weekday: free ?? 1, time: times.at(-1)?.time ?? '10:00' };
}

function timeWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hourInWords(hour, minute);
}
