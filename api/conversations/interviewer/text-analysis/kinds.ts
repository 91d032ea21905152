import { similarityOf, vectorOf } from '#api/language/word-vectors.ts';
import { HEADS, isPerson, type TopicKind } from './lexicon.ts';
import { singularOf } from './tagging.ts';

/** This many first words of a kind are its examples. */
const EXAMPLES = 12;
/** The least similarity of a word to the three nearest examples of a kind. */
const ALIKE = 0.48;
/** How much more similar it must be than to any other kind. */
const LIKER = 0.05;
/** Kinds that are also found by similarity. Relatives are not: only the listed words name them. */
const BY_MEANING = [
  'ACQUAINTANCE',
  'ROOM',
  'PLACE',
  'WEATHER',
  'CELEBRATION',
  'JOURNEY',
  'VEHICLE',
  'THING',
  'FOOD',
  'ANIMAL',
  'ILLNESS',
  'GROUP',
] as const;
/**
 * Words near to a kind that don't belong to it: abstract things, parts of a building, materials, and
 * unspecified people.
 */
const NO_KIND = [
  'idea reason trouble chance problem truth feeling success decision government policy history century market business percent issue',
  'door window wall roof floor stairs gate fence chimney ceiling',
  'coal petrol diesel oil gas wood iron water dust sand stone brick cloth',
  'man woman child baby boy girl kid lady people',
  'tree flower leaf grass nut chestnut oak rose',
  'spoon fork sheet towel cup plate glass bowl pot pan',
];

type Example = { kind: TopicKind | null; vectors: Float32Array[] };
let examples: Example[] | null = null;

function examplesOfKinds(): Example[] {
  const vectors = (list: readonly string[]) => list.flatMap((word) => vectorOf(word) ?? []);
  examples ??= [
    ...BY_MEANING.map((kind) => ({ kind, vectors: vectors([...HEADS[kind]].slice(0, EXAMPLES)) })),
    ...NO_KIND.map((list) => ({ kind: null, vectors: vectors(list.split(' ')) })),
  ];
  return examples;
}

/**
 * The kind of thing that a noun names: from the word lists, else from the most similar words; null if
 * neither decides it.
 */
export function kindOfHead(head: string): TopicKind | null {
  const listed = listedKind(head);
  if (listed) return listed;
  const one = singularOf(head);
  const kind = one === head ? null : listedKind(one);
  if (kind) return isPerson(kind) ? 'PEOPLE' : kind;
  return kindByMeaning(head) ?? (one === head ? null : kindByMeaning(one));
}

function listedKind(head: string): TopicKind | null {
  for (const [kind, heads] of Object.entries(HEADS)) if (heads.has(head)) return kind as TopicKind;
  return null;
}

function kindByMeaning(word: string): TopicKind | null {
  const vector = vectorOf(word);
  if (!vector) return null;
  const [first, second] = examplesOfKinds()
    .map(({ kind, vectors }) => ({ kind, near: nearness(vector, vectors) }))
    .sort((a, b) => b.near - a.near);
  if (!first || !second || first.near < ALIKE || first.near - second.near < LIKER) return null;
  return first.kind;
}

/** The mean similarity of a word to the three nearest words of a list. */
export function nearness(vector: Float32Array, vectors: readonly Float32Array[]): number {
  const nearest = vectors.map((other) => similarityOf(vector, other)).sort((a, b) => b - a);
  return nearest.slice(0, 3).reduce((sum, value) => sum + value, 0) / 3;
}

const FEELINGS =
  'lonely shy proud happy sad angry jealous afraid ashamed homesick nervous miserable excited grateful furious anxious frightened bored'.split(
    ' ',
  );
let feelings: Float32Array[] | null = null;

/** Whether an adjective names a feeling that something must have caused. */
export function isStrongFeeling(word: string): boolean {
  return /^(?:cross|upset|sad)$/.test(word) || FEELINGS.includes(word);
}

/** Whether an adjective names a feeling. */
export function isFeeling(word: string): boolean {
  if (FEELINGS.includes(word)) return true;
  const vector = vectorOf(word);
  feelings ??= FEELINGS.flatMap((each) => vectorOf(each) ?? []);
  return vector !== null && nearness(vector, feelings) > 0.62;
}
