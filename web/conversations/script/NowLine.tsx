import { FlatLine, VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from '../page/conversation.module.css';
import type { Entry } from './transcript.ts';

const step = 7.2;
const height = 37;

/** The line under the newest words: loops in proportion to what was just said, flat while nobody speaks. */
export function NowLine({ entries }: { entries: readonly Entry[] }) {
  const last = entries.at(-1)?.node;
  const loops = last?.role === 'user' ? Math.min(70, Math.ceil((last.text?.length ?? 40) / 3)) : 0;
  return (
    <div className={styles.now}>
      {loops === 0 ? (
        <FlatLine height={height} />
      ) : (
        <VoiceLine
          amps={speech(last?.id ?? '', loops)}
          width={loops * step + 60}
          height={height}
          openEnd={60}
        />
      )}
    </div>
  );
}
