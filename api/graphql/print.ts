import { mkdirSync, writeFileSync } from 'node:fs';
import { isAbstractType, printSchema } from 'graphql';
import { schema } from '#api/schema.ts';

writeFileSync('schema.graphql', `${printSchema(schema)}\n`);

// Apollo drops the fields of a fragment on an interface or union unless it knows the members.
const members = Object.values(schema.getTypeMap())
  .filter(isAbstractType)
  .map((type) => [type.name, schema.getPossibleTypes(type).map((member) => member.name)]);
mkdirSync('web/app/generated', { recursive: true });
writeFileSync(
  'web/app/generated/possible-types.ts',
  `export const possibleTypes: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(members), null, 2)};\n`,
);
