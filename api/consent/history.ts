import type { ConsentKind, ConsentStatus, ConsentVia } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { type VoiceYes, voiceYesOf } from '#api/recordings/calls/voice-yes.ts';
import { entriesOf } from './ledger.ts';
import type { Wording } from './wording.ts';
import { languageOfWording } from './wordings.ts';

/** A ledger entry with its wording at the time, and the evidence that has not been erased. */
export type HistoryEntry = {
  id: string;
  subjectId: string;
  kind: ConsentKind;
  phone: string | null;
  status: ConsentStatus;
  at: Date;
  via: ConsentVia;
  wording: Wording;
  /** The name of the account that entered it. */
  by: string | null;
  /** The name of the account on whose device the subject agreed. */
  helpedBy: string | null;
  typedName: string | null;
  messageId: string | null;
  /** Where the person said yes once more while a call was recorded, if they did. */
  voice: VoiceYes | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** Whether it was said at another Evertold, before the book came here; it gives no consent here. */
  brought: boolean;
};

/** The number of newest entries that are returned; nobody normally has more. */
const most = 200;

/**
 * The consents and withdrawals of a subject, newest first, all or of one kind, including those of its phone since the
 * book has that phone, and after them those that came with the book. The origin of a phone's own entries is not returned, because the phone in a book proves
 * nothing.
 */
export async function consentHistory(subjectId: string, kind?: ConsentKind | null): Promise<HistoryEntry[]> {
  const own = await db.$queryRaw<{ id: string }[]>(entriesOf(subjectId));
  const entries = await db.consentEntry.findMany({
    where: { id: { in: own.map(({ id }) => id) }, ...(kind && { kind }) },
    orderBy: { position: 'desc' },
    take: most,
    include: { wording: true, identity: true },
  });
  const brought = await db.broughtConsent.findMany({
    where: { subjectId, ...(kind && { kind }) },
    orderBy: { position: 'desc' },
    take: most - entries.length,
  });
  const voices = await voiceYesOf(
    subjectId,
    entries.map(({ id }) => id),
  );
  const names = await namesOf(entries.flatMap(({ identity }) => [identity?.actorId, identity?.helperId]));
  const here = entries.map(({ identity, subjectId: bound, ...entry }) => ({
    ...entry,
    wording: { ...entry.wording, language: languageOf(entry.wording.language) },
    brought: false,
    subjectId,
    phone: identity?.phone ?? null,
    by: names.get(identity?.actorId ?? '') ?? null,
    helpedBy: names.get(identity?.helperId ?? '') ?? null,
    typedName: identity?.typedName ?? null,
    messageId: identity?.messageId ?? null,
    voice: voices.get(entry.id) ?? null,
    ipAddress: (bound && identity?.ipAddress) ?? null,
    userAgent: (bound && identity?.userAgent) ?? null,
  }));
  const unknown = { by: null, helpedBy: null, typedName: null, messageId: null, voice: null };
  return [
    ...here,
    ...brought.map(({ wording: text, wordingVersion: version, ...entry }) => ({
      ...{ ...entry, ...unknown, phone: null, ipAddress: null, userAgent: null, brought: true },
      wording: { kind: entry.kind, version, text, language: languageOfWording(entry.kind, version) },
    })),
  ];
}

async function namesOf(ids: (string | null | undefined)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const users = await db.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}
