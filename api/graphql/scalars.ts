import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

builder.scalarType('DateTime', {
  description: 'RFC 3339, e.g. 2026-11-12T10:42:00Z.',
  serialize: (value) => value.toISOString(),
  parseValue(value) {
    const time = typeof value === 'string' && rfc3339.test(value) ? new Date(value) : null;
    if (!time || Number.isNaN(time.getTime()))
      throw new GraphQLError('A DateTime is RFC 3339, with its zone');
    return time;
  },
});

builder.scalarType('Edtf', {
  description:
    'A partial date in EDTF (ISO 8601-2), e.g. 1952-22 for the summer of 1952, 1950~ for about 1950.',
  serialize: (value) => value,
  // What it says is checked by the use case, which can name the field.
  parseValue: (value) => String(value),
});
