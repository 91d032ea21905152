type Field = { name: string; isTime: boolean };

/** By column; there are as many as the schema has. */
const fields = new Map<string, Field>();

/** A row that a statement gave as JSON, as Prisma would give it: names in camel case, times as dates. */
export function rowFromJson<T>(row: object): T {
  const read: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const { name, isTime } = fieldOf(column);
    read[name] = isTime && typeof value === 'string' ? new Date(value) : value;
  }
  return read as T;
}

function fieldOf(column: string): Field {
  const known = fields.get(column);
  if (known) return known;
  const name = column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const field = { name, isTime: /(At|^at|Until|Expires)$/.test(name) };
  fields.set(column, field);
  return field;
}
