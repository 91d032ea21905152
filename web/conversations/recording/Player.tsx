import type { FragmentType } from '@apollo/client';
import { useLazyQuery } from '@apollo/client/react';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { clock } from '../call-times.ts';
import styles from '../page/conversation.module.css';
import {
  type Player_ConversationFragment,
  Player_ConversationFragmentDoc,
  RecordingWordTimesDocument,
} from './Player.graphql.ts';
import type { Playback } from './playback.ts';

const speeds = [0.8, 1, 1.25, 1.5];
const stepSeconds = 5;

/**
 * The player of a recording: the part already played in the voice's colour, the rest pale. Space plays; arrows move
 * by 5 seconds.
 */
export function Player({
  conversation,
  playback,
  isSelf,
}: {
  conversation: FragmentType<Player_ConversationFragment>;
  playback: Playback;
  /** Whether the viewer is the subject, who hears all of it. */
  isSelf: boolean;
}) {
  const { data } = useKeptFragment({ fragment: Player_ConversationFragmentDoc, from: conversation });
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState(1);
  const { recording } = data;
  const [requestWordTimes, wordTimes] = useLazyQuery(RecordingWordTimesDocument, {
    fetchPolicy: 'no-cache',
  });

  useEffect(() => {
    const timed = wordTimes.data?.conversation?.recording?.wordTimes;
    if (timed) playback.wordTimes = new Map(timed.map(({ messageId, startsMs }) => [messageId, startsMs]));
  }, [playback, wordTimes.data]);

  useEffect(() => {
    playback.playFrom = (ms) => {
      if (!audio.current) return;
      audio.current.currentTime = ms / 1000;
      void audio.current.play();
    };
    return () => {
      playback.playFrom = null;
    };
  }, [playback]);
  // The browser tells its place four times a second, which would skip short words.
  useEffect(() => {
    if (!playing) return;
    let frame = requestAnimationFrame(function follow() {
      if (audio.current) playback.report(audio.current.currentTime * 1000);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, playback]);
  if (!recording) return null;
  const { url, durationSeconds, wordsApproximate, loudness } = recording;

  function seek(seconds: number) {
    if (audio.current) audio.current.currentTime = Math.max(0, Math.min(durationSeconds, seconds));
  }
  function toggle() {
    if (playing) audio.current?.pause();
    else void audio.current?.play();
  }
  function faster() {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  }

  return (
    <section className="player" aria-label="Recording">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is its caption, marked as it is spoken */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => {
          setPlaying(true);
          if (!wordTimes.called) void requestWordTimes({ variables: { id: data.id } });
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => {
          setAt(currentTarget.currentTime);
          playback.report(currentTarget.currentTime * 1000);
        }}
      />
      <div className="player-in">
        <Button look="play" aria-label={playing ? 'Pause' : 'Play'} onClick={toggle}>
          <Icon of={playing ? Pause : Play} />
        </Button>
        <div
          className={styles.seek}
          role="slider"
          tabIndex={0}
          aria-label="Place in the recording"
          aria-valuemin={0}
          aria-valuemax={durationSeconds}
          aria-valuenow={Math.floor(at)}
          aria-valuetext={`${clock(at)} of ${clock(durationSeconds)}`}
          onClick={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            seek(((clientX - left) / width) * durationSeconds);
          }}
          onKeyDown={(event) => {
            const steps: Record<string, () => void> = {
              ' ': toggle,
              ArrowRight: () => seek(at + stepSeconds),
              ArrowLeft: () => seek(at - stepSeconds),
              Home: () => seek(0),
              End: () => seek(durationSeconds),
            };
            const step = steps[event.key];
            if (!step) return;
            event.preventDefault();
            step();
          }}
        >
          <div className="only-desk">
            <VoiceLine amps={loudness} width={940} height={39} heard={at / durationSeconds} stretch />
          </div>
          <div className="only-phone">
            <VoiceLine
              amps={inParts(loudness, 22)}
              width={176}
              height={33}
              heard={at / durationSeconds}
              stretch
            />
          </div>
        </div>
        <div className={styles.pace}>
          <span className="num">
            <b>{clock(at)}</b> <span className="quiet">of {clock(durationSeconds)}</span>
          </span>
          <Button look="quiet" small onClick={faster} aria-label={`Speed ${speed}`}>
            {speed}×
          </Button>
        </div>
      </div>
      <p className={`note ${styles.heardNote}`}>
        {wordsApproximate && 'The words light up at about the time they are spoken. '}
        {isSelf
          ? 'For others it is silent where your words are private or not for them.'
          : 'It is silent where words are private or not for you.'}
      </p>
    </section>
  );
}

/** The loudest value of each part. */
function inParts(loudness: readonly number[], parts: number): number[] {
  const size = loudness.length / parts;
  return Array.from({ length: parts }, (_, at) =>
    Math.max(0, ...loudness.slice(Math.floor(at * size), Math.floor((at + 1) * size))),
  );
}
