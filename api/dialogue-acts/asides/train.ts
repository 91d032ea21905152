import { writeFileSync } from 'node:fs';
import { fitModel, modelFile, type Random, randomFrom } from '#api/language/linear-training.ts';
import { ACT_OF, type Act, type Label } from '../labels.ts';
import { authors, type Example, hashOfTemplates, loadExamples, pick } from '../train.ts';
import { aroundWords, BUCKETS, wordsOf } from './aside-features.ts';
import { shape } from './aside-finder.ts';

/** The acts of which nothing is printed. */
const BESIDE = new Set<Act>(['ASIDE', 'ASKS', 'INSTRUCTS', 'CLOSES']);

/** The number of invented tellings, and how often each is learned from. */
const TELLINGS = 18_000;
const ROUNDS = 3;
const DROPOUT = 0.3;

/** How stories report speech. What would be an aside by itself is then part of the story. */
const REPORTS = [
  'he said, "@"',
  'she said, "@"',
  'and my mother said @',
  'and my father would say, "@"',
  '"@" she\'d say',
  '"@," he used to shout',
  'she says @',
  'he shouted @',
  'they\'d holler, "@"',
  'and I said, "@"',
  'I said @',
  "and I'd say @ and he'd say nothing",
  'my grandmother would call out "@"',
  'the teacher told me @',
  "he'd go @",
  'she was always shouting @',
  'and he goes "@"',
  'she asked me @',
  'somebody yelled @',
  'and the man on the radio said @',
  "she'd put her head out of the window and call @",
  'the sign said @',
  'his last words were "@"',
];

/** A piece of a telling; `isBeside` for an aside. */
type Piece = { text: string; isBeside: boolean };

/** The sentences of one author: stories, words to somebody in the room, and everything that isn't printed. */
type Said = { stories: string[]; room: string[]; asides: string[] };

const withoutMarks = (text: string) => text.replace(/[.,!?;:]+(?=\s|$)/g, '');

function saidBy(examples: readonly Example[]): Said {
  const textsOf = (isMeant: (label: Label) => boolean) =>
    examples
      .filter(({ labels: [label, other] }) => label && !other && isMeant(label))
      .map(({ text }) => text);
  return {
    stories: examples.filter(({ labels }) => labels[0] === 'tell').map(({ text }) => text),
    room: textsOf((label) => label === 'aside-room'),
    asides: textsOf((label) => BESIDE.has(ACT_OF[label])),
  };
}

/** A few sentences of a story, often with asides between them or in the middle of one, in one of three ways of writing. */
function tellingOf(stories: readonly string[], asides: readonly string[], random: Random): Piece[] {
  const count = 1 + Math.floor(random() * 4);
  const pieces: Piece[] = Array.from({ length: count }, () => ({
    text: pick(random, stories),
    isBeside: false,
  }));
  if (random() < 0.55) {
    const several = random() < 0.35 ? 2 : 1;
    const inserted = Array.from({ length: several }, () => ({ text: pick(random, asides), isBeside: true }));
    const at = Math.floor(random() * (count + 1));
    const words = pieces[at]?.text.split(' ') ?? [];
    if (words.length > 7 && random() < 0.35) {
      const cut = 3 + Math.floor(random() * (words.length - 6));
      const before = { text: words.slice(0, cut).join(' '), isBeside: false };
      pieces.splice(at, 1, before, ...inserted, { text: words.slice(cut).join(' '), isBeside: false });
    } else pieces.splice(at, 0, ...inserted);
  }
  if (random() < 0.3) {
    const said = pick(random, REPORTS).replace('@', pick(random, asides).replace(/[.,]$/, ''));
    pieces.splice(Math.floor(random() * (pieces.length + 1)), 0, { text: `${said}.`, isBeside: false });
  }
  return written(pieces, random);
}

/** As a speech recogniser writes them: with punctuation, without any, or without it around asides only. */
function written(pieces: readonly Piece[], random: Random): Piece[] {
  const style = random();
  if (style < 0.4) return [...pieces];
  if (style < 0.75)
    return pieces.map((piece) => ({ ...piece, text: withoutMarks(piece.text).toLowerCase() }));
  return pieces.map((piece, at) => {
    const isAtEdge = piece.isBeside || pieces[at + 1]?.isBeside;
    const text = isAtEdge ? piece.text.replace(/[.,!?;:]+$/, '') : piece.text;
    const plain = piece.isBeside && random() < 0.7 ? withoutMarks(text) : text;
    const isLow = piece.isBeside && random() < 0.6;
    return { ...piece, text: isLow ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain };
  });
}

/** The training rows of a telling, one per word; none when joining the pieces changes their words. */
function rowsOf(pieces: readonly Piece[], group: string) {
  const isInside = pieces.flatMap(({ text, isBeside }) => wordsOf(text).map(() => isBeside));
  const words = wordsOf(pieces.map(({ text }) => text).join(' '));
  if (words.length !== isInside.length) return [];
  return aroundWords(words).map((features, at) => {
    const [here, before] = [isInside[at], isInside[at - 1]];
    const columns = [...(here ? [0] : []), ...(here && !before ? [1] : []), ...(before && !here ? [2] : [])];
    return { features, columns, group };
  });
}

/** The finder of asides, trained on the templates of the dialogue acts. The same templates always give the same model. */
export function trainFinder(): Buffer {
  const random = randomFrom(11);
  const byAuthor = Map.groupBy(loadExamples(authors(), random, 'en'), ({ author }) => author);
  const people = [...byAuthor.values()]
    .map(saidBy)
    .filter(({ stories, room, asides }) => stories.length > 20 && room.length > 3 && asides.length > 5);
  const everybody: Said = {
    stories: people.flatMap(({ stories }) => stories),
    room: people.flatMap(({ room }) => room),
    asides: people.flatMap(({ asides }) => asides),
  };
  const rows = Array.from({ length: TELLINGS }, (_, id) => {
    const own = pick(random, people);
    const { stories } = random() < 0.7 ? own : everybody;
    const kind = random() < 0.55 ? 'room' : 'asides';
    const asides = (random() < 0.5 ? own : everybody)[kind];
    return rowsOf(tellingOf(stories, asides, random), `${id}`);
  }).flat();
  const model = fitModel(rows, shape, random, ROUNDS, { dropout: DROPOUT, hashed: BUCKETS });
  return modelFile(model, shape, hashOfTemplates('en'));
}

if (import.meta.main) {
  const started = Date.now();
  const file = trainFinder();
  writeFileSync(new URL('./aside-model.bin', import.meta.url), file);
  console.log(`aside-model.bin: ${file.length} bytes, ${Math.round((Date.now() - started) / 1000)} s`);
}
