import { z } from 'zod';
import type { AuditEvent } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { type CsvCell, type CsvFile, instant } from '../csv/file.ts';
import { type Named, readNotes, readSubjects, readUsers } from './names.ts';
import { detailAsText, entriesLike } from './service.ts';

/** The rest of the filter is checked as in GraphQL. */
const AuditAsked = z.looseObject({ from: instant.optional(), until: instant.optional() });

const pageSize = 200;

/** The entries of the audit log of a filter, newest first. */
export const auditFile: CsvFile = {
  name: 'audit-log',
  columns: [...['time', 'by', 'by id', 'as', 'action', 'book', 'book id', 'to', 'to id', 'detail', 'note']],
  async *pages(admin, asked) {
    const where = entriesLike(parse(AuditAsked, Object.fromEntries(asked)));
    await audit(db, await admin(), 'audit-log.exported', {
      detail: { filteredBy: [...new Set(asked.keys())] },
    });
    for (let after: string | null = null; ; ) {
      await admin();
      const entries: AuditEvent[] = await db.auditEvent.findMany({
        where,
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: pageSize,
        ...(after && { cursor: { id: after }, skip: 1 }),
      });
      yield await linesOf(entries);
      if (entries.length < pageSize) return;
      after = entries.at(-1)?.id ?? null;
    }
  },
};

async function linesOf(entries: readonly AuditEvent[]): Promise<CsvCell[][]> {
  const idsOf = (...names: ('actorId' | 'impersonatorId' | 'targetId' | 'subjectId')[]) => [
    ...new Set(entries.flatMap((entry) => names.flatMap((name) => entry[name] ?? []))),
  ];
  const [userIds, subjectIds] = [idsOf('actorId', 'impersonatorId', 'targetId'), idsOf('subjectId')];
  const [users, subjects, notes] = await Promise.all([
    readUsers(userIds),
    readSubjects(subjectIds),
    readNotes(entries.map(({ id }) => id)),
  ]);
  const named = byId([...users, ...subjects]);
  return entries.map((entry, at) => {
    const { actorId, impersonatorId, action, subjectId, targetId, detail } = entry;
    const nameOf = (id: string | null) => (id === null ? null : (named.get(id) ?? 'an account that is gone'));
    // An impersonating admin is the one who acted; the other name is the impersonated account.
    const [byId, as] = impersonatorId ? [impersonatorId, nameOf(actorId)] : [actorId, null];
    return [
      ...[entry.at.toISOString(), byId ? nameOf(byId) : 'Evertold', byId, as, action],
      ...[subjectId && (named.get(subjectId) ?? null), subjectId],
      ...[targetId && (named.get(targetId) ?? null), targetId, detailAsText(detail), notes[at] ?? null],
    ];
  });
}

function byId(all: readonly Named[]): Map<string, string> {
  return new Map(all.flatMap((each) => (each ? [[each.id, each.name]] : [])));
}
