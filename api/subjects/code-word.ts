import { mustBeProven } from '#api/accounts/policy.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { notify } from '#api/notices/service.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/**
 * Chooses, changes or removes the code word of a locked subject, and tells the owners and the person by letter; the
 * same word again changes nothing. Throws `ProofNeeded` without a recent confirmation of identity: with a stolen session
 * and a new word, a thief could pass for the subject on the phone.
 */
export async function changeCodeWord(tx: Tx, viewer: Viewer, subjectId: string, codeWord: string | null) {
  const { codeWord: before } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { codeWord: true },
  });
  if (codeWord === before) return;
  mustBeProven(viewer, 'WAYS_IN');
  await tx.subject.update({
    where: { id: subjectId },
    data: { codeWord, codeWordById: viewer.userId, codeWordSince: clock.now() },
  });
  await audit(tx, viewer, 'subject.code-word', { subjectId });
  const change = codeWord ? (before ? 'CHANGED' : 'CHOSEN') : 'REMOVED';
  await tellOfCodeWord(tx, subjectId, { change, by: viewer });
}

/**
 * Removes the code words that an account chose since a time, because a thief of the account may know them, and tells
 * the owners and the person of each book by letter.
 */
export async function removeCodeWordsOf(tx: Tx, userId: string, since: Date) {
  const chosen = { codeWordById: userId, codeWordSince: { gt: since }, codeWord: { not: null } };
  const found = await tx.subject.findMany({ where: chosen, select: { id: true }, orderBy: { id: 'asc' } });
  for (const { id } of found) {
    await lockSubject(tx, id);
    const { count } = await tx.subject.updateMany({
      where: { id, ...chosen },
      data: { codeWord: null, codeWordById: null, codeWordSince: null },
    });
    if (count) await tellOfCodeWord(tx, id, { change: 'REMOVED', by: null });
  }
}

/** Tells the owners and the person by letter. `by` is who changed it; null if it was removed to secure an account. */
async function tellOfCodeWord(
  tx: Tx,
  subjectId: string,
  { change, by }: { change: 'CHOSEN' | 'CHANGED' | 'REMOVED'; by: Viewer | null },
) {
  const { preferredName } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { preferredName: true },
  });
  const recipients = await tx.user.findMany({
    where: {
      OR: [{ memberships: { some: { subjectId, role: 'OWNER' } } }, { selfSubject: { id: subjectId } }],
    },
    select: { id: true, email: true },
  });
  const changeId = newId();
  for (const { id, email } of recipients) {
    await notify(tx, {
      kind: 'code-word-changed',
      channel: 'mail',
      recipient: email,
      data: {
        subjectName: preferredName,
        change,
        byName: by?.name ?? null,
        own: by?.userId === id,
        url: `${publicUrl()}${by?.userId === id ? '/settings/' : `/dashboard/${subjectId}/settings/`}`,
      },
      dedupeKey: `code-word-changed:${subjectId}:${changeId}:${id}`,
      subjectId,
    });
  }
}
