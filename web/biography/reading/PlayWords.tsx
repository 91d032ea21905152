import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** Plays the part of the recording in which the quoted words were said. */
export function PlayWords({ url }: { url: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  function toggle() {
    if (isPlaying) return audio.current?.pause();
    audio.current?.play().catch(() => setFailed(true));
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the words that are heard are the quote beside it */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => {
          setFailed(false);
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <Button
        look="play"
        aria-label={isPlaying ? 'Pause' : 'Hear it'}
        title="Plays about the seconds in which this was said"
        onClick={toggle}
      >
        <Icon of={isPlaying ? Pause : Play} />
      </Button>
      {hasFailed && (
        <span className="note" role="alert">
          The sound can’t be played just now.
        </span>
      )}
    </>
  );
}
