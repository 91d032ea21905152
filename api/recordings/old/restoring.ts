import { mayKeepOldRecordings } from '#api/consent/policy.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { workOnOldRecording } from './work.ts';

/**
 * Queues the sound of a conversation whose keepsake is being restored. Throws `WrongState` if the subject doesn't agree
 * to old recordings any more.
 */
export async function restoreSound(
  tx: Tx,
  { id, subjectId }: { id: string; subjectId: string },
): Promise<void> {
  if (!(await mayKeepOldRecordings(tx, subjectId)))
    throw new WrongState('Keeping the sound is no longer agreed to, so this recording can’t come back');
  await enqueue(tx, workOnOldRecording, { id }, { subjectId });
}
