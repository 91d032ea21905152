import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { type Job, job } from '#api/platform/jobs.ts';
import { startCallRecording } from './calls/agreeing.ts';
import { keepCallRecording } from './calls/keeping.ts';
import { askForLostReports } from './calls/lost-reports.ts';
import { removeCallRecording } from './calls/removing.ts';
import { eraseSilenced } from './erasing.ts';
import { joinRecording } from './joining.ts';
import { removeSound } from './old/removing.ts';
import { workOnOldRecording } from './old/work.ts';
import { tailMs } from './receiving.ts';
import { silenceErasedWords } from './silencing.ts';
import { timeWords } from './words/time-words.ts';

/** The number handled in one run; the next one continues. */
const atATime = 200;

/** Erases the pieces of joined recordings, once no more pieces can arrive. */
export async function erasePieces(): Promise<void> {
  const before = new Date(clock.now().getTime() - 2 * tailMs);
  const takes = await db.recordingTake.findMany({
    where: {
      pieces: { isEmpty: false },
      recording: { storageKey: { not: null }, conversation: { endedAt: { lt: before } } },
    },
    take: atATime,
  });
  for (const { id, pieces } of takes) {
    for (const key of pieces) await ports.storage.remove(key);
    await db.recordingTake.update({ where: { id }, data: { pieces: [] } });
  }
}

export const recordingJobs = [
  joinRecording,
  eraseSilenced,
  silenceErasedWords,
  startCallRecording,
  keepCallRecording,
  removeCallRecording,
  workOnOldRecording,
  removeSound,
  timeWords,
  job({
    name: 'recordings.askForLost',
    input: z.object({}),
    cron: '*/5 * * * *',
    retries: 0,
    run: askForLostReports,
  }),
  job({
    name: 'recordings.erasePieces',
    input: z.object({}),
    cron: '23 * * * *',
    timeoutSeconds: 1800,
    run: erasePieces,
  }),
] satisfies readonly Job[];
