import { useState } from 'react';
import {
  clockInWords,
  firstTimeWithin,
  type Hours,
  isWithin,
  lastTimeOf,
} from '#web/subjects/hours/hours.ts';
import { weekdays } from '#web/subjects/weekdays.ts';
import { hourInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './Week.module.css';

/** A day, counted from 1 (Monday), and a time like 14:00. */
export interface WeekTime {
  weekday: number;
  time: string;
}

/** A week as on a kitchen calendar, drawn from the first to the last hour of calls, in which each day can have times. */
export function Week({
  times,
  hours,
  onChange,
}: {
  times: readonly WeekTime[];
  hours: Hours;
  onChange: (times: WeekTime[]) => void;
}) {
  const [open, setOpen] = useState<number | null>(null);
  const [opens, closes] = [hoursOf(hours.hoursFrom), hoursOf(hours.hoursUntil)];
  const marks = [opens, ...[12, 15, 18].filter((hour) => hour > opens && hour < closes), closes];
  // While the hours are being chosen, they may be equal.
  const placeOf = (hour: number) => ((hour - opens) / Math.max(closes - opens, 1)) * 100;
  const firstTime = firstTimeWithin(hours);
  function setDay(weekday: number, ofDay: readonly string[]) {
    const others = times.filter((time) => time.weekday !== weekday);
    const changed = [...new Set(ofDay)].map((time) => ({ weekday, time }));
    onChange([...others, ...changed].toSorted((a, b) => rank(a).localeCompare(rank(b))));
  }
  return (
    <ul className={styles.week}>
      <li className={styles.hours} aria-hidden="true">
        {[...new Set(marks)].map((hour) => (
          <span
            key={hour}
            className={hour === opens || hour === closes ? undefined : 'only-desk'}
            style={{ insetInlineStart: `${placeOf(hour)}%` }}
          >
            {hourInWords(Math.floor(hour), Math.round((hour % 1) * 60))}
          </span>
        ))}
      </li>
      {weekdays.map((day, at) => {
        const weekday = at + 1;
        const ofDay = times.filter((time) => time.weekday === weekday).map(({ time }) => time);
        return (
          <li key={day} className={ofDay.length > 0 ? styles.chosen : undefined}>
            <span className={styles.day}>
              <span className="only-desk">{day}</span>
              <span className="only-phone" aria-hidden="true">
                {day.slice(0, 3)}
              </span>
            </span>
            <div className={styles.track} aria-hidden="true">
              {ofDay
                .filter((time) => isWithin(hours, time))
                .map((time) => (
                  <span key={time} style={{ insetInlineStart: `${placeOf(hoursOf(time))}%` }}>
                    <VoiceLine fine amps={speech(`${day} ${time}`, 5)} width={40} height={26} />
                  </span>
                ))}
            </div>
            <Button
              look="text"
              aria-expanded={open === weekday}
              aria-label={
                ofDay.length > 0
                  ? `${day}, ${ofDay.map(clockInWords).join(' and ')}: change`
                  : `${day}: add a time`
              }
              onClick={() => {
                if (open !== weekday && ofDay.length === 0) setDay(weekday, [firstTime]);
                setOpen(open === weekday ? null : weekday);
              }}
            >
              {ofDay.length > 0 ? ofDay.map(clockInWords).join(', ') : 'Add a time'}
            </Button>
            {open === weekday && (
              <ul className={styles.times}>
                {ofDay.map((time, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: A time has no name but its place.
                  <li key={n}>
                    <TextField
                      label={`${day} at`}
                      type="time"
                      min={hours.hoursFrom}
                      max={lastTimeOf(hours)}
                      value={time}
                      onChange={({ target }) => {
                        if (target.value) setDay(weekday, ofDay.with(n, target.value));
                      }}
                    />
                    <Button
                      look="quiet"
                      small
                      aria-label={`Remove ${day} at ${clockInWords(time)}`}
                      onClick={() => {
                        const left = ofDay.toSpliced(n, 1);
                        setDay(weekday, left);
                        if (left.length === 0) setOpen(null);
                      }}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function rank({ weekday, time }: WeekTime): string {
  return `${weekday} ${time}`;
}

function hoursOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour + minute / 60;
}
