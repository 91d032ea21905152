import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { PathIcon } from '#web/ui/PathIcon.tsx';
import styles from './home.module.css';
import { samplePage } from './home-sample.ts';
import type { RunningLine } from './RunningLine.tsx';
import { sampleLength, useReading } from './reading.ts';

const play = 'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z';
const pause = 'M6 4h4v16H6zM14 4h4v16h-4z';

const words = {
  unknown: { title: 'Hear a sample page', how: 'from an invented book' },
  aloud: { title: 'Hear a sample page', how: 'from an invented book, spoken by your browser' },
  silent: { title: 'Read a sample page', how: 'from an invented book, word by word' },
} as const;

/** The claim on the left, the sample page on the right, and the line between them. */
export function Sample({ head, children }: { head: ReactNode; children: ReactNode }) {
  const cover = useRef<HTMLDivElement>(null);
  const { way, playing, place, toggle } = useReading();
  const { title, how } = words[way];
  const Line = useRunningLine();
  return (
    <div className={`cloth ${styles.cover}`} ref={cover}>
      {head}
      <main className={`wrap ${styles.in}`} id="main" tabIndex={-1}>
        <div>
          {children}
          <div className={styles.sample} data-from>
            <Button look="play" aria-label={playing ? 'Stop' : `${title}, ${how}`} onClick={toggle}>
              <PathIcon d={playing ? pause : play} />
            </Button>
            <p>
              <b>{title}</b>
              <br />
              <span className="quiet">{how}</span>
            </p>
          </div>
        </div>
        <Page place={place} />
      </main>
      {Line && <Line cover={cover} heard={place ? place.start / sampleLength : null} />}
    </div>
  );
}

/** Loads the line's code after the rest of the page: its end points must be in their final place. */
function useRunningLine(): ComponentType<ComponentProps<typeof RunningLine>> | null {
  const [Line, setLine] = useState<ComponentType<ComponentProps<typeof RunningLine>> | null>(null);
  useEffect(() => {
    let isMounted = true;
    import('./RunningLine.tsx').then(
      ({ RunningLine }) => isMounted && setLine(() => RunningLine),
      () => undefined, // without the line's code, the page is complete except for the line
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return Line;
}

interface Place {
  start: number;
  end: number;
}

function Page({ place }: { place: Place | null }) {
  let offset = 0;
  return (
    <article className={`leaf ${styles.leaf}`} aria-label="A sample page from an invented book">
      <p className={`note ${styles.folio}`}>
        <span>Number, please</span>
        <span className="num">41</span>
      </p>
      <div className="told">
        {samplePage.map((sentences) => (
          <p key={sentences[0]?.text}>
            {sentences.map(({ text, called, underlined }) => {
              const from = offset;
              offset += text.length;
              const inside = <Words text={text} from={from} place={place} />;
              if (called) return <i key={text}>{inside}</i>;
              return (
                <span key={text} {...(underlined ? { className: styles.underlined, 'data-to': true } : {})}>
                  {inside}
                </span>
              );
            })}
          </p>
        ))}
      </div>
    </article>
  );
}

/** A piece of the page's text; marks the word at `place` if it is in this piece. */
function Words({ text, from, place }: { text: string; from: number; place: Place | null }) {
  if (!place || place.start < from || place.start >= from + text.length) return text;
  const [start, end] = [place.start - from, place.end - from];
  return (
    <>
      {text.slice(0, start)}
      <span className="word-on" aria-current="true">
        {text.slice(start, end)}
      </span>
      {text.slice(end)}
    </>
  );
}
