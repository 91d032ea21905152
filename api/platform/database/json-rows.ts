import { getDatamodel } from '#api/generated/pothos-types.ts';

/** The models whose rows are read as JSON, by their names in the schema. */
type Model = 'CallTime' | 'Card' | 'Chapter' | 'Conversation' | 'QuestionRequest' | 'Subject' | 'User';

type Field = { name: string; isTime: boolean };
type Models = Record<string, { fields: { name: string; type: string }[] }>;

/** The DateTime fields of each model, and its columns that were read so far. */
const times = new Map<Model, ReadonlySet<string>>();
const fields = new Map<Model, Map<string, Field>>();

/** Converts a JSON row to Prisma's form: camel case names, and dates for DateTime fields. */
export function rowFromJson<T>(model: Model, row: object): T {
  const read: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const { name, isTime } = fieldOf(model, column);
    read[name] = isTime && typeof value === 'string' ? new Date(value) : value;
  }
  return read as T;
}

function fieldOf(model: Model, column: string): Field {
  const known = fields.get(model) ?? new Map<string, Field>();
  fields.set(model, known);
  const before = known.get(column);
  if (before) return before;
  const name = column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const field = { name, isTime: timesOf(model).has(name) };
  known.set(column, field);
  return field;
}

function timesOf(model: Model): ReadonlySet<string> {
  const known = times.get(model);
  if (known) return known;
  const { models } = getDatamodel().datamodel as unknown as { models: Models };
  const ofType = (models[model]?.fields ?? []).filter(({ type }) => type === 'DateTime');
  const found = new Set(ofType.map(({ name }) => name));
  times.set(model, found);
  return found;
}
