import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef, useState } from 'react';
import { clock } from '#web/conversations/call-times.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import styles from './listen.module.css';
import type { HeardStory } from './listen.route.tsx';
import { listenWords } from './listen-words.ts';

/** Plays the sound of a story: play and pause, and a line on which one moves. */
export function StoryPlayer({
  story,
  soundUrl,
  onGone,
}: {
  story: HeardStory;
  soundUrl: string;
  /** The sound does not load: it may have been switched off since the page was opened. */
  onGone: () => Promise<void>;
}) {
  const words = listenWords(story.language);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState(false);
  const [at, setAt] = useState(0);
  const [seconds, setSeconds] = useState(story.seconds);

  function toggle() {
    if (isPlaying) return audio.current?.pause();
    setProblem(false);
    setWaiting(true);
    // The error event says why it doesn't play.
    audio.current?.play().catch(() => setWaiting(false));
  }
  function seek(to: number) {
    setAt(to);
    if (audio.current) audio.current.currentTime = to;
  }

  return (
    <section className={styles.player} aria-label={words.hear(story.name)}>
      {/* biome-ignore lint/a11y/useMediaCaption: the words are below it */}
      <audio
        ref={audio}
        src={soundUrl}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPlaying={() => setWaiting(false)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) =>
          Number.isFinite(duration) && setSeconds(duration)
        }
        onError={() => {
          setPlaying(false);
          setWaiting(false);
          setProblem(true);
          void onGone();
        }}
      />
      <div className={styles.line}>
        <VoiceLine
          amps={inParts(story.loudness, 30)}
          width={420}
          height={56}
          heard={at / Math.max(1, seconds)}
          stretch
        />
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.round(seconds))}
          step={1}
          value={Math.min(Math.round(at), Math.max(1, Math.round(seconds)))}
          aria-label={words.place}
          aria-valuetext={words.placeOf(clock(at), clock(seconds))}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </div>
      <div className={styles.deck}>
        <Button look="play" aria-label={isPlaying ? words.pause : words.play} onClick={toggle}>
          <Icon of={isPlaying ? Pause : Play} />
        </Button>
        <span className="num">
          <b>{clock(at)}</b>{' '}
          <span className="quiet">
            {words.of} {clock(seconds)}
          </span>
        </span>
        <span className="note" role="status">
          {isWaiting ? words.wait : problem ? words.problem : ''}
        </span>
      </div>
    </section>
  );
}

/** The loudest value of each part. */
function inParts(loudness: readonly number[], parts: number): number[] {
  const size = loudness.length / parts;
  return Array.from({ length: parts }, (_, at) =>
    Math.max(0.15, ...loudness.slice(Math.floor(at * size), Math.floor((at + 1) * size))),
  );
}
