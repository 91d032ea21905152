import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './call-log.module.css';

const widest = 296;
const height = 27;

/** A line as long as the call: loops for a conversation, three dashes for a missed call. */
export function CallLine({
  id,
  kind,
  seconds,
}: {
  id: string;
  kind: 'spoken' | 'open' | 'written' | 'missed';
  seconds: number;
}) {
  if (kind === 'missed' || kind === 'written') {
    return (
      <svg className={`line line-flat ${styles.line}`} width="60" height={height} aria-hidden="true">
        <path
          d={kind === 'missed' ? 'M0 24H20' : 'M0 24H36'}
          strokeDasharray={kind === 'missed' ? '2 7' : undefined}
        />
      </svg>
    );
  }
  const width = Math.max(30, Math.min(widest, (seconds / 60) * 9.2));
  const open = kind === 'open' ? 26 : 0;
  const amps = speech(id, Math.max(3, Math.round(width / 9)));
  return (
    <VoiceLine
      className={styles.line ?? ''}
      amps={amps}
      width={width + open}
      height={height}
      openEnd={open}
    />
  );
}
