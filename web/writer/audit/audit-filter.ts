import type { AuditLogFilter } from '#web/app/generated/schema-types.ts';

const names = ['actorId', 'targetId', 'subjectId', 'action', 'from', 'to'] as const;
export type AddressFilter = Partial<Record<(typeof names)[number], string>>;

/** Reads the filter from the address; unknown values are left out. */
export function readAddress(params: URLSearchParams): AddressFilter {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter for the server: days are whole days in the reader's time zone, including the last one. */
export function serverFilter(filter: AddressFilter): AuditLogFilter {
  const day = (text: string | undefined, more: number) => {
    const [year = 0, month = 1, date = 1] = (text ?? '').split('-').map(Number);
    const at = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? new Date(year, month - 1, date + more) : null;
    return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
  };
  const id = (value: string | undefined) => (value && uuid.test(value) ? value : null);
  const [from, until] = [day(filter.from, 0), day(filter.to, 1)];
  return {
    actorId: id(filter.actorId),
    targetId: id(filter.targetId),
    subjectId: id(filter.subjectId),
    action: filter.action?.slice(0, 80) ?? null,
    from,
    // Ignores an end that is not after the beginning.
    until: from && until && until <= from ? null : until,
  };
}
