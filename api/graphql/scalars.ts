import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';

const rfc3339 = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** JavaScript reads 30 February as 2 March, so the day is checked separately. */
function timeOf(value: unknown): Date | null {
  const [, day] = (typeof value === 'string' && rfc3339.exec(value)) || [];
  if (!day || new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) !== day) return null;
  const time = new Date(String(value));
  return Number.isNaN(time.getTime()) ? null : time;
}

builder.scalarType('DateTime', {
  description: 'RFC 3339, e.g. 2026-11-12T10:42:00Z.',
  serialize: (value) => value.toISOString(),
  parseValue(value) {
    const time = timeOf(value);
    if (!time) throw new GraphQLError('A DateTime is RFC 3339, with its zone');
    return time;
  },
});

builder.scalarType('Date', {
  description: 'A day, e.g. 2026-11-12.',
  serialize: (value) => value,
  // What it says is checked by the use case, which can name the field.
  parseValue: (value) => String(value),
});

builder.scalarType('Edtf', {
  description:
    'A partial date in EDTF (ISO 8601-2), e.g. 1952-22 for the summer of 1952, 1950~ for about 1950.',
  serialize: (value) => value,
  // What it says is checked by the use case, which can name the field.
  parseValue: (value) => String(value),
});
