import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { State } from '#web/ui/Notice.tsx';
import { clock } from '../call-times.ts';
import styles from './Composer.module.css';
import { canRecord, recorderOf } from './recorder.ts';

/**
 * Switches the recording of a conversation on and off, and shows that it is on. Only rendered if the person agreed to
 * recording.
 */
export function RecordTalk({ conversationId }: { conversationId: string }) {
  const recorder = recorderOf(conversationId);
  const { state, problem } = useSyncExternalStore(recorder.subscribe, recorder.now);
  const seconds = useSeconds(state === 'on');
  useEffect(() => () => void recorder.stop(), [recorder]);
  if (!canRecord())
    return <p className="note">This browser can’t record sound, so only the words are kept.</p>;
  return (
    <div className={styles.record}>
      {state === 'on' ? (
        <>
          <p role="status">
            <State tone="warn">Recording</State>
          </p>
          <span className="num quiet" aria-hidden="true">
            {clock(seconds)}
          </span>
          <Button look="quiet" small onClick={() => void recorder.stop()}>
            Stop recording
          </Button>
        </>
      ) : (
        <>
          <Button look="quiet" small busy={state === 'starting'} onClick={() => void recorder.start()}>
            Record this talk
          </Button>
          <span className="note" role="status">
            {problem ?? 'Nothing is recorded now.'}
          </span>
        </>
      )}
    </div>
  );
}

function useSeconds(isOn: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const begun = Date.now();
    setSeconds(0);
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return seconds;
}
