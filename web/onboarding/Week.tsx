import { hourInWords } from '#web/subjects/when.ts';
import { loops } from '#web/ui/voice-line.ts';
import styles from './Week.module.css';

/** "14:00" by weekday, 1 Monday to 7 Sunday. */
export type WeekTimes = Readonly<Record<number, string>>;

const days = [
  { weekday: 7, name: 'Sunday' },
  { weekday: 1, name: 'Monday' },
  { weekday: 2, name: 'Tuesday' },
  { weekday: 3, name: 'Wednesday' },
  { weekday: 4, name: 'Thursday' },
  { weekday: 5, name: 'Friday' },
  { weekday: 6, name: 'Saturday' },
];

const [opens, closes] = [8, 21];
const halfHours = Array.from({ length: (closes - opens) * 2 }, (_, i) => {
  const [hour, minute] = [opens + Math.floor(i / 2), (i % 2) * 30];
  const time = `${String(hour).padStart(2, '0')}:${minute ? '30' : '00'}`;
  return { time, words: hourInWords(hour, minute) };
});
const scale = [8, 10, 12, 14, 16, 18, 20];
const call = loops([0.5, 0.85, 0.6, 1, 0.55], { width: 46, height: 22, y: 24 });

function placeOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${((hour + minute / 60 - opens) / (closes - opens)) * 100}%`;
}

/** A week as on the kitchen calendar: when it may ring, day by day. */
export function Week({
  label,
  times,
  onTime,
}: {
  label: string;
  times: WeekTimes;
  onTime: (weekday: number, time: string) => void;
}) {
  return (
    <ol className={styles.week} aria-label={label}>
      <li className={styles.hours} aria-hidden="true">
        <span />
        <div>
          {scale.map((hour, i) => (
            <span
              key={hour}
              className={i % 2 ? 'only-desk' : undefined}
              style={{ left: placeOf(`${hour}:00`) }}
            >
              {hourInWords(hour)}
            </span>
          ))}
        </div>
        <span />
      </li>
      {days.map(({ weekday, name }) => (
        <Day key={weekday} name={name} time={times[weekday] ?? ''} onTime={(time) => onTime(weekday, time)} />
      ))}
    </ol>
  );
}

function Day({ name, time, onTime }: { name: string; time: string; onTime: (time: string) => void }) {
  return (
    <li>
      <span className={time ? styles.chosen : undefined}>
        <span className="only-desk">{name}</span>
        <span className="only-phone">{name.slice(0, 3)}</span>
      </span>
      <div className={styles.track} aria-hidden="true">
        {time && (
          <span style={{ left: placeOf(time) }}>
            <svg className="line" viewBox="0 0 46 27" width="46" height="27" aria-hidden="true">
              <path d={call} />
            </svg>
          </span>
        )}
      </div>
      <select
        className={styles.time}
        aria-label={`${name}: when to call`}
        value={time}
        onChange={(event) => onTime(event.target.value)}
      >
        <option value="">{time ? 'No call' : 'Add a time'}</option>
        {halfHours.map((each) => (
          <option key={each.time} value={each.time}>
            {each.words}
          </option>
        ))}
      </select>
    </li>
  );
}
