import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { log } from '#api/platform/log.ts';
import { handleRecordingReport } from './reporting.ts';

/** The report about a whole recording usually comes within seconds after the call. */
const lateMs = 5 * 60_000;
/** The number that is asked about in one run; the next one continues. */
const atATime = 200;

/**
 * Asks the phone service about recordings whose report did not come, because no server could be reached. Without this,
 * they would never be stored here, and never be removed there.
 */
export async function askForLostReports(): Promise<void> {
  const before = new Date(clock.now().getTime() - lateMs);
  const waiting = await db.callRecording.findMany({
    where: { status: 'RECORDING', providerId: { not: null }, conversation: { endedAt: { lt: before } } },
    orderBy: { createdAt: 'asc' },
    take: atATime,
  });
  for (const { conversationId, providerId } of waiting) {
    if (!providerId) continue;
    try {
      const state = await ports.telephony.recordingState(providerId);
      if (state && !state.isComplete) continue;
      const status = state ? 'completed' : 'absent';
      const durationSeconds = state?.durationSeconds ?? null;
      await handleRecordingReport(conversationId, { providerId, status, durationSeconds });
    } catch (error) {
      log.warn({ error, conversationId }, 'the phone service did not say what became of a recording');
    }
  }
}
