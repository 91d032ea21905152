import { ports } from '#api/adapters/ports.ts';
import { TranscriptionRefused } from '#api/adapters/transcription/port.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { mayBeTranscribedByService } from '#api/consent/policy.ts';
import type { Conversation } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { Forbidden, NotFound, WrongState } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessAt } from '#api/subjects/policy.ts';
import { NotDictated, NotSpeech } from '../errors.ts';
import { sees, speaks } from '../policy.ts';

/** The largest take: two minutes at the bitrate that browsers record speech with. */
export const mostBytesOfTake = 512 * 1024;
/** A speaker waits for the words. */
const longestMs = 30_000;

type Dictated = Pick<Conversation, 'subjectId' | 'channel' | 'status' | 'heldById'>;

/**
 * Whether the viewer may dictate in this conversation: a transcription service is configured, the viewer speaks, and
 * the subject agreed that such a service gets the sound.
 */
export async function mayDictate(
  viewer: Viewer,
  subjectAccess: SubjectAccess,
  { subjectId, channel, status, heldById }: Dictated,
): Promise<boolean> {
  if (!ports.transcription || channel !== 'WEB' || status !== 'IN_PROGRESS') return false;
  return speaks(viewer, subjectAccess, { heldById }) && mayBeTranscribedByService(db, subjectId);
}

/**
 * Returns the words of a short sound, from the speaker of a live conversation. Neither the sound nor the words are
 * stored; the speaker sends the words as a message.
 */
export async function dictate(
  viewer: Viewer,
  conversationId: string,
  content: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const conversation = await db.conversation.findUnique({ where: { id: rowId(conversationId) } });
  if (!conversation) throw new NotFound('Conversation');
  const { subjectId } = conversation;
  const subjectAccess = await subjectAccessAt(viewer, subjectId);
  if (!sees(viewer, subjectAccess, conversation)) throw new NotFound('Conversation');
  if (!speaks(viewer, subjectAccess, conversation)) throw new Forbidden();
  const { transcription } = ports;
  if (!transcription) throw new WrongState('No transcription service is set up here');
  if (!(await mayBeTranscribedByService(db, subjectId)))
    throw new ConsentMissing('AI_WRITING', 'That a transcription service gets the sound was not agreed to');
  if (!(await mayDictate(viewer, subjectAccess, conversation)))
    throw new WrongState('Words are dictated only in a live conversation in the browser');
  const mediaType = mediaTypeOf(content);
  const { language } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
  try {
    const { text } = await transcription.transcribe(
      { content, mediaType, language },
      AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    );
    return text.replace(/\s+/g, ' ').trim();
  } catch (error) {
    if (!signal.aborted) log.warn({ error }, 'a dictated take was not transcribed');
    throw new NotDictated(!(error instanceof TranscriptionRefused));
  }
}

/** The content type by the first bytes; what a browser says about its file is not relied on. */
function mediaTypeOf(content: Buffer): string {
  if (content.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) return 'audio/webm';
  if (content.subarray(4, 8).toString('latin1') === 'ftyp') return 'audio/mp4';
  throw new NotSpeech();
}
