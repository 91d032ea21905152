import { db } from '#api/platform/database/database.ts';

export type Named = { id: string; name: string } | null;

/** The accounts with these ids, in their order; null for one that is gone. */
export async function readUsers(ids: string[]): Promise<Named[]> {
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const byId = new Map(users.map((user) => [user.id, user]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** The subjects with these ids, in their order; null for one that is gone. */
export async function readSubjects(ids: string[]): Promise<Named[]> {
  const subjects = await db.subject.findMany({
    where: { id: { in: ids } },
    select: { id: true, fullName: true },
  });
  const byId = new Map(subjects.map(({ id, fullName }) => [id, { id, name: fullName }]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** The notes of these entries, in their order; null for an entry without one. */
export async function readNotes(ids: string[]): Promise<(string | null)[]> {
  const notes = await db.auditNote.findMany({ where: { eventId: { in: ids } } });
  const byId = new Map(notes.map(({ eventId, text }) => [eventId, text]));
  return ids.map((id) => byId.get(id) ?? null);
}
