import { hasConsent, mayBeTranscribedByService, mayKeepOldRecordings } from '#api/consent/policy.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** The largest file that can be put into the book: it is in memory while it is cut. */
export const mostBytes = 100 * 1024 * 1024;

/**
 * The consents that an old recording needs and that the subject has not given. The consent to sharing is not needed when
 * the subject (`self`) adds it.
 */
export async function missingConsents(
  tx: Tx,
  subjectId: string,
  { self }: { self: boolean },
): Promise<ConsentKind[]> {
  const given: [ConsentKind, boolean][] = [
    ['RECORDING', await mayKeepOldRecordings(tx, subjectId)],
    ['AI_WRITING', await hasConsent(tx, subjectId, 'AI_WRITING')],
    ['SHARING', self || (await hasConsent(tx, subjectId, 'SHARING'))],
  ];
  return given.flatMap(([kind, isGiven]) => (isGiven ? [] : [kind]));
}

/** How the sentence “Alma hasn’t agreed …” ends, for each consent. */
const agreementOf: Record<ConsentKind, string> = {
  RECORDING: 'to keep old recordings of their voice',
  AI_WRITING: 'to have stories written',
  SHARING: 'to share what they tell',
  CALLS: 'to calls',
  SMS: 'to texts',
};

export function refusalFor(kind: ConsentKind, preferredName: string): string {
  return `${preferredName} hasn’t agreed ${agreementOf[kind]}, so this recording can’t be put into the book`;
}

/** Why the transcription service can’t get a subject's recordings, in words for who asks; null when it can. */
export async function whyNotTranscribed(
  tx: Tx,
  { id, preferredName }: { id: string; preferredName: string },
): Promise<string | null> {
  if (await mayBeTranscribedByService(tx, id)) return null;
  return `${preferredName} hasn’t agreed that a transcription service gets recordings of their voice, so none can write it down`;
}

type Keepsake = {
  contentType: string;
  bytes: number;
  isLimited: boolean;
};

/** Why a keepsake can't be put into the book, apart from missing consents; null when it can. */
export function whyNotSound({ contentType, bytes, isLimited }: Keepsake): string | null {
  if (!contentType.startsWith('audio/')) return 'This is no recording of a voice';
  if (contentType === 'audio/flac') return 'A FLAC can’t be put into the book: save it as MP3, M4A or WAV';
  if (bytes > mostBytes && contentType !== 'audio/wav')
    return `A recording of more than ${mostBytes / 1024 / 1024} MB can’t be put into the book: save it in several parts`;
  if (isLimited)
    return 'Only some may hear this recording, and the call log is for everybody who reads it: open the recording to everybody first';
  return null;
}

/** Whether somebody may write down a recording: they may write in the book and read transcripts. */
export function mayWriteDown({ can }: SubjectAccess): boolean {
  return can('WRITE') && can('READ_TRANSCRIPTS');
}
