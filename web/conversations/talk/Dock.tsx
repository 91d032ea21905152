import Mic from 'lucide-react/icons/mic';
import { type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '#web/app/connection.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { FlatLine, VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './Composer.module.css';
import type { Composer } from './use-composer.ts';
import type { Speaking } from './use-talk.ts';

const lineWidth = 430;
const loopWidth = 12;
const mostLoops = 31;
const said = speech('dictation', mostLoops, 0.9);

/** The microphone with *Type instead* beside it, and the state of what was said. */
export function Dock({
  composer,
  speaking,
  children,
}: {
  composer: Composer;
  speaking: Speaking;
  /** Further actions, after the two buttons. */
  children?: ReactNode;
}) {
  const { dictation, typing, empty, done, typeInstead, speakInstead } = composer;
  const { there, listening } = dictation;
  return (
    <div className={`${styles.dock} ${typing ? styles.typing : ''}`}>
      {!typing && (
        <Button
          className={styles.mic}
          look="lamp"
          aria-pressed={listening}
          aria-label={listening ? 'Stop listening' : 'Start listening'}
          onClick={listening ? dictation.stop : dictation.start}
        >
          <Icon of={Mic} />
        </Button>
      )}
      <div className={styles.state}>
        {typing ? <Typing speaking={speaking} /> : <Listening composer={composer} speaking={speaking} />}
        {!typing && dictation.byServer && (
          <p className="note">
            What you say is sent to a transcription service, which writes it down. No sound is kept for this.
          </p>
        )}
        {dictation.problem && <p role="alert">{dictation.problem}</p>}
      </div>
      <div className={styles.acts}>
        <Button aria-disabled={empty || undefined} onClick={done}>
          Send answer
        </Button>
        {!typing && (
          <Button look="quiet" onClick={typeInstead}>
            Type instead
          </Button>
        )}
        {typing && there && (
          <Button look="quiet" onClick={speakInstead}>
            Speak instead
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

function Listening({ composer, speaking }: { composer: Composer; speaking: Speaking }) {
  const { dictation, text } = composer;
  const seconds = useSeconds(dictation.listening);
  const kept = useKept(speaking);
  if (!dictation.listening) {
    if (dictation.pending) return <p role="status">Writing down your words…</p>;
    return (
      <p role="status">
        {kept ?? (text ? 'Paused. Continue, or send your answer.' : 'Tap and start talking.')}
      </p>
    );
  }
  const words = `${text} ${dictation.forming}`.trim().length;
  const loops = Math.min(mostLoops, Math.ceil(words / 10));
  return (
    <>
      <p>
        <b>Listening</b>{' '}
        <span className="num quiet">
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      </p>
      {loops === 0 ? (
        <FlatLine height={33} />
      ) : (
        <VoiceLine
          amps={said.slice(0, loops)}
          width={lineWidth}
          height={33}
          openEnd={lineWidth - loops * loopWidth}
        />
      )}
    </>
  );
}

function Typing({ speaking }: { speaking: Speaking }) {
  const kept = useKept(speaking);
  return (
    <p className="quiet" role="status">
      {kept ?? <span className="only-desk">Control and Enter sends it too.</span>}
    </p>
  );
}

/** Says that nothing is lost while words can't be sent. */
function useKept({ unsent }: Speaking): string | null {
  const connection = useConnection();
  if (connection === 'offline') {
    return 'You are offline. Nothing is lost: your words are kept here, and sent when the connection is back.';
  }
  return unsent.some(({ state }) => state === 'waiting')
    ? 'No answer yet. Your words are kept here, and sent again by themselves.'
    : null;
}

function useSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const begun = Date.now();
    setSeconds(0);
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return seconds;
}
