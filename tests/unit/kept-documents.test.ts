import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { parseDocument, validateDocument } from '#api/graphql/limits/document.ts';

const schema = buildSchema('type Query { me: String }');

function asked(text: string) {
  const document = parseDocument(text);
  return { document, faults: validateDocument(schema, document) };
}

test('A document in use is parsed once, however many invalid documents are sent', () => {
  const inUse = asked('{ me }').document;
  for (let n = 0; n < 1_000; n++) {
    const { document, faults } = asked(`# ${n} ${'of many '.repeat(1_000)}\n{ nobody }`);
    expect(faults).toHaveLength(1);
    // Asked again at once it is known as well: whoever answers a request may look at it twice.
    expect(parseDocument(document.loc?.source.body ?? '')).toBe(document);
  }

  expect(asked('{ me }').document).toBe(inUse);
});

test('The cache evicts some of a thousand valid documents', () => {
  const first = asked('{ first: me }').document;
  for (let n = 0; n < 1_000; n++) asked(`# ${'a long remark '.repeat(100)}\n{ me${n}: me }`);

  expect(asked('{ first: me }').document).not.toBe(first);
});

test('A document longer than the web app’s is not cached', () => {
  const text = `# ${'on and on '.repeat(3_000)}\n{ me }`;

  expect(asked(text).faults).toEqual([]);
  expect(parseDocument(text)).not.toBe(parseDocument(text));
});
