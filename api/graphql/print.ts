import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbstractType, lexicographicSortSchema, printSchema } from 'graphql';
import { schema as unsorted } from '#api/schema.ts';
import { referenceOf, referenceTypes } from './partner-reference.ts';
import { partnerSdl } from './partner-schema.ts';

const schema = lexicographicSortSchema(unsorted);

writeFileSync('schema.graphql', `${printSchema(schema)}\n`);

const documents = globSync('web/**/*.graphql').map((file) => readFileSync(file, 'utf8'));

// Apollo drops the fields of a fragment on an interface or union unless it knows the members.
const members = Object.values(schema.getTypeMap())
  .filter(isAbstractType)
  .filter(({ name }) => documents.some((text) => new RegExp(`\\bon ${name}\\b`).test(text)))
  .map((type) => [type.name, schema.getPossibleTypes(type).map((member) => member.name)]);
mkdirSync('web/app/generated', { recursive: true });
writeFileSync(
  'web/app/generated/possible-types.ts',
  `export const possibleTypes: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(members), null, 2)};\n`,
);

// The page that documents the API for partners renders these types.
const reference = JSON.stringify(referenceOf(partnerSdl(unsorted)));
writeFileSync(
  'web/app/generated/reference.ts',
  `${referenceTypes}\nexport const reference: ReferenceType[] = ${reference};\n`,
);

// Only these operation names appear in logs and metrics, because clients can send any name.
const names = documents.flatMap((text) =>
  [...text.matchAll(/^(?:query|mutation|subscription)\s+(\w+)/gm)].map(([, name]) => name),
);
mkdirSync('api/generated', { recursive: true });
writeFileSync(
  'api/generated/operation-names.ts',
  `export const operationNames: ReadonlySet<string> = new Set(${JSON.stringify(names.sort(), null, 2)});\n`,
);
