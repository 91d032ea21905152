const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join(' ');

/** Each fragment spreads the next one twice: a short document that expands exponentially. */
const bomb = (type: string, count: number) =>
  `${times(count, (n) => `fragment F${n} on ${type} { ...F${n + 1} ...F${n + 1} }`)} fragment F${count} on ${type} { __typename }`;

/** Documents that are too expensive, each in its own way, with a description. */
export const documents: readonly (readonly [what: string, document: string])[] = [
  ['fragments that spread fragments twice, at the root', `{ ...F0 } ${bomb('Query', 150)}`],
  ['fragments that spread fragments twice, further in', `{ me { ...F0 } } ${bomb('User', 150)}`],
  ['fragments that spread fragments twice, of no use to it', `{ me { id } } ${bomb('User', 150)}`],
  ['fragments in a circle', `{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }`],
  ['a fragment in a circle of its own', `{ me { ...A } } fragment A on User { ...A }`],
  ['many fragments at once', `{ me { ${times(150, () => '...A')} } } fragment A on User { id name image }`],
  ['fields that differ under one name', `{ ${times(15, (n) => `me { same: ${n % 2 ? 'id' : 'name'} }`)} }`],
  [
    'fields nested in inline fragments',
    `{ ${'... on Query { '.repeat(450)} __typename ${'} '.repeat(450)} }`,
  ],
  ['lists nested in an argument', `{ desk(timeZone: ${'['.repeat(900)}${']'.repeat(900)}) { failedJobs } }`],
  [
    'objects nested in an argument',
    `mutation { createSubject(input: ${'{a:'.repeat(400)}1${'}'.repeat(400)}) { __typename } }`,
  ],
  ['the same directive again and again', `{ me { id ${'@include(if: true) '.repeat(40)} } }`],
  ['directives that nobody knows', `{ me { id ${times(40, (n) => `@nobody${n}`)} } }`],
  ['parts that would come later', '{ me { id ... @defer { name } } subjects { edges @stream { cursor } } }'],
  ['a name without end', `{ ${'x'.repeat(90_000)} }`],
  ['words without end', `{ subject(id: "${'x'.repeat(300_000)}") { id } }`],
  ['notes without end', `{ me { id } } # ${'x'.repeat(300_000)}`],
  [
    'the schema, deeper than it is',
    `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} } '.repeat(4)} } } }`,
  ],
  ['the schema, often', `{ ${times(15, (n) => `a${n}: __schema { types { fields { name } } }`)} }`],
  [
    'the schema, in fragments',
    `{ ${times(15, () => '...A')} } fragment A on Query { ${times(5, (n) => `a${n}: __schema { types { name } }`)} }`,
  ],
  [
    'a type, often',
    `{ ${times(19, (n) => `a${n}: __type(name: "Subject") { fields { type { fields { name } } } }`)} ...A } fragment A on Query { ${times(9, (n) => `b${n}: __type(name: "Card") { name }`)} }`,
  ],
];
