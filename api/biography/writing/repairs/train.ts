import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { toldBy } from '#api/biography/pipeline/load.ts';
import { expandTemplate } from '#api/dialogue-acts/train.ts';
import {
  fitModel,
  type LabelledFeatures,
  modelFile,
  type Random,
  randomFrom,
} from '#api/language/linear-training.ts';
import { type PairFeatures, weighPairs } from './evidence.ts';
import { type CorrectableSentence, featuresOfPair, featuresOfRemark, type Pair, pairsOf } from './pairs.ts';
import { SHAPE } from './remark-model.ts';
import { partAtStops } from './run-ons.ts';
import { readSentences } from './said-sentences.ts';
import { repairSentence } from './self-repairs.ts';
import { surroundings } from './settle.ts';

const folder = new URL('./remarks/', import.meta.url);
const read = (file: string) => readFileSync(new URL(`${file}.txt`, folder), 'utf8');
/** The file with the stories before the remarks. The other files hold remarks, one file for each author. */
const TOLD = 'told';
/** The stories that the chapter model and the act model are trained on. */
const TELLINGS = new URL('../chapters/tellings/', import.meta.url);
const TEMPLATES = new URL('../../../dialogue-acts/templates/', import.meta.url);
const TURNS_OF_TELLING = 4;
const STORIES_FOR_TWO = 1;
const ROUNDS = 6;
const ASKED = 'What happened then?';
const TELLINGS_FOR_ONE = 14;
/** Words at the start or the end of a remark, or of a sentence that resembles one. */
const OPENINGS = ['By the way, ', 'Oh, ', 'Well, ', 'And ', 'Now, ', 'But ', 'Listen, ', 'Ah, '];
const ENDINGS = [
  ', because the war was over by then',
  ', because my brother was already walking',
  ', I was too small to remember',
  ', and she was particular about that',
  ', and he never let us forget it',
  ', with a hat like a bucket',
  ', I believe',
  ', that I do know',
  ', I think',
  ', the one with the limp',
  ', and we stayed until the autumn',
  ', and I remember the smell of it',
];

const VALUES: Record<string, string[]> = {
  year: '1931 1936 1938 1941 1944 1947 1949 1952 1953 1955 1957 1960 1961 1964 1966 1968 1972 1974 1979'.split(
    ' ',
  ),
  number:
    'three four five six seven eight nine eleven twelve fourteen sixteen twenty thirty forty sixty'.split(
      ' ',
    ),
  name: 'Halloran Petrov Rosario Miriam Dawson Lucinda Horvath Bertrand Agnes Kowalski Teodoro Wilhelmina Larkin Nadia Pemberton Ansel'.split(
    ' ',
  ),
  place:
    'Rotterdam Galway Lisbon Durban Salonika Lyon Leeds Kingston Odessa Tampico Dundee Bergen Lahore Trieste Halifax Cardiff'.split(
      ' ',
    ),
  kin: 'aunt,uncle,great-aunt,cousin,half-brother,stepfather,godmother,grandmother,great-uncle,sister,brother'.split(
    ',',
  ),
  thing:
    'bicycle moped donkey mule piano organ violin accordion carpenter plumber basket bucket wardrobe dresser rifle knife'.split(
      ' ',
    ),
  date: 'third fourth fifth sixth ninth tenth eleventh twelfth'.split(' '),
  day: 'Monday Tuesday Saturday Sunday March April October November June February'.split(' '),
};
const DIGITS = ['one', 'two', 'four', 'five', 'six', 'eight', 'nine'];
type Kind = keyof typeof VALUES;

/** A remark, or a sentence that resembles one; for one kind of value, or for any. */
type Pattern = {
  heading: 'right' | 'near' | 'answer' | 'after';
  kind: Kind | null;
  text: string;
  author: string;
};

/** The authors of the remarks. Each has one file. */
export function authors(): string[] {
  return readdirSync(folder)
    .flatMap((file) => file.match(/^(.+)\.txt$/)?.[1] ?? [])
    .filter((author) => author !== TOLD)
    .sort();
}

/** The SHA-256 of the remarks of these authors, as hexadecimal digits. */
export function hashOfRemarks(of: readonly string[] = authors()): string {
  const hash = createHash('sha256');
  for (const author of [TOLD, ...of]) hash.update(`${author}\n`).update(read(author));
  hash.update(JSON.stringify(storiesBesides()));
  return hash.digest('hex');
}

/** The lines of a file, each with its heading. */
function linesOf(file: string): { heading: string; line: string }[] {
  let heading = '';
  return read(file)
    .split('\n')
    .flatMap((line) => {
      const found = line.match(/^\[(.+)\]$/)?.[1];
      if (found) heading = found;
      return found || !line.trim() || line.startsWith('#') ? [] : [{ heading, line: line.trim() }];
    });
}

function patternsOf(author: string): Pattern[] {
  return linesOf(author).map(({ heading, line }) => {
    const [name, kind = null] = heading.split(' ');
    if (name !== 'right' && name !== 'near' && name !== 'answer' && name !== 'after')
      throw new Error(`${author}.txt: no such heading: ${heading}`);
    return { heading: name, kind: kind as Kind | null, text: line, author };
  });
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Stories without corrections: a list of sentences for each. */
function storiesBesides(): string[][] {
  const chapters = readdirSync(TELLINGS)
    .filter((file) => file.endsWith('.txt'))
    .sort();
  const authors = readdirSync(TEMPLATES, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && readdirSync(new URL(`${entry.name}/`, TEMPLATES)).includes('stories.txt'),
    )
    .map(({ name }) => `${name}/stories.txt`)
    .sort();
  const files = [
    ...chapters.map((file) => new URL(file, TELLINGS)),
    ...authors.map((file) => new URL(file, TEMPLATES)),
  ];
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^\[.+\]$/m)
      .map((part) => part.split('\n').filter((line) => line.trim() && !line.startsWith('#')))
      .filter((lines) => lines.length > 1),
  );
}

/** Examples of conversations in which somebody only goes on telling and no value replaces another. */
function examplesOfTelling(random: Random): LabelledFeatures[] {
  return storiesBesides().flatMap((lines) =>
    Array.from({ length: Math.ceil(lines.length / 2) * STORIES_FOR_TWO }, () => {
      const told: CorrectableSentence[] = [];
      const found: LabelledFeatures[] = [];
      for (let turn = 0; turn < TURNS_OF_TELLING; turn += 1) {
        const text = [pick(random, lines), ...(random() < 0.5 ? [pick(random, lines)] : [])]
          .map((line) => expandTemplate(line, random, 1)[0] ?? line)
          .join(' ');
        const said = adorned(text, random);
        const sentences = readSentences(
          { id: `m${turn}`, role: 'user', text: said, private: false },
          turn,
          ASKED,
        );
        for (const [at, by] of sentences.entries()) {
          const around = { before: sentences[at - 1] ?? null, after: sentences[at + 1] ?? null };
          for (const pair of pairsOf(by, told))
            found.push({ features: featuresOfPair(pair, around, told), columns: [] });
          told.push({ ...by, settled: [] });
        }
      }
      return found;
    }).flat(),
  );
}

/** The training examples from the remarks of these authors. The same files always give the same examples. */
export function examplesOf(of: readonly string[], random: Random): LabelledFeatures[] {
  const lines = linesOf(TOLD);
  const tails = lines.filter(({ heading }) => heading === 'tail').map(({ line }) => line);
  const tellings = lines.flatMap(({ heading, line }) => {
    const [text = '', about = ''] = line.split(' | ');
    return heading === 'tail' ? [] : [{ kind: heading.split(' ')[1] as Kind, text, about }];
  });
  const patterns = of.flatMap(patternsOf);
  const afterwords = patterns.filter(({ heading }) => heading === 'after');
  return patterns
    .filter(({ heading }) => heading !== 'after')
    .flatMap((pattern) => {
      const fitting = tellings.filter(({ kind }) => pattern.kind === null || kind === pattern.kind);
      return Array.from({ length: TELLINGS_FOR_ONE }, () => {
        const telling = pick(random, fitting);
        return examplesOfOne(pattern, telling, { tellings, tails, afterwords }, random);
      }).flat();
    });
}

type Telling = { kind: Kind; text: string; about: string };
type Others = { tellings: readonly Telling[]; tails: readonly string[]; afterwords: readonly Pattern[] };

/** A conversation of some turns with one remark in it, and the examples from its pairs of values. */
function examplesOfOne(
  pattern: Pattern,
  { kind, text, about }: Telling,
  { tellings, tails, afterwords }: Others,
  random: Random,
): LabelledFeatures[] {
  const values = VALUES[kind] ?? [];
  const isSpelled = kind === 'year' && random() < 0.25;
  const wrong = isSpelled ? `fifty-${pick(random, DIGITS)}` : pick(random, values);
  const isMisheard = /^(?:name|place)$/.test(kind) && random() < 0.3;
  const right = isSpelled
    ? `fifty-${pick(
        random,
        DIGITS.filter((digit) => !wrong.endsWith(digit)),
      )}`
    : isMisheard
      ? misheard(wrong, random)
      : pick(
          random,
          values.filter((value) => value !== wrong),
        );
  const first = isSpelled ? `nineteen ${wrong}` : wrong;
  const fill = (said: string, w = wrong, r = right) =>
    (expandTemplate(said, random, 1)[0] ?? said)
      .replaceAll('@S', text.replace(/,[^@]*$/, '.').replaceAll('@W', '@R'))
      .replaceAll('@W', w)
      .replaceAll('@R', r)
      .replaceAll('@T', about)
      .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
      .replace(/([.!?] )(\p{Ll})/gu, (_, stop, letter) => stop + letter.toUpperCase());
  const other = () => {
    const one = pick(random, tellings);
    return fill(one.text, pick(random, VALUES[one.kind] ?? []));
  };
  const isRight = pattern.heading === 'right';
  const [question, said] = pattern.heading === 'answer' ? pattern.text.split(' | ') : [ASKED, pattern.text];
  const second = isRight && random() < 0.15 ? secondOf(kind, tellings, random) : null;
  const only = adorned(fill(said ?? ''), random);
  const remark = second && only.endsWith('.') ? `${only.slice(0, -1)}${second.remark}` : only;
  const afterword = isRight && random() < 0.3 ? fill(pick(random, afterwords).text) : '';
  const lead = pattern.heading !== 'answer' && random() < 0.25 ? pick(random, tails) : '';
  const tail = random() < 0.8 ? pick(random, tails) : '';
  const told = [
    ...(second && random() < 0.5 ? [second.told] : []),
    ...(random() < 0.4 ? [other()] : []),
    [fill(text, first), ...(random() < 0.3 ? [] : [random() < 0.3 ? other() : pick(random, tails)])].join(
      ' ',
    ),
    ...(random() < 0.2 ? [pick(random, tails)] : []),
  ];
  if (second && told[0] !== second.told) told[told.length - 1] += ` ${second.told}`;
  const isSameTurn = random() < 0.3;
  const turns = [...told, [lead, remark, afterword, tail].filter(Boolean).join(' ')];
  if (isSameTurn) turns.splice(-2, 2, turns.slice(-2).join(' '));
  const sentences = turns.flatMap((said, turn) =>
    readSentences(
      { id: `m${turn}`, role: 'user', text: said, private: false },
      turn,
      turn === turns.length - 1 ? question : ASKED,
    ),
  );
  const isIn = (part: string, at: (typeof sentences)[number]) => part.includes(at.text) && at.text !== '';
  const found: LabelledFeatures[] = [];
  const earlier: CorrectableSentence[] = [];
  for (const [at, by] of sentences.entries()) {
    const isOf = (near: (typeof sentences)[number] | undefined) =>
      near && near.turn === by.turn ? near : null;
    const [before, after] = [isOf(sentences[at - 1]), isOf(sentences[at + 1])];
    for (const pair of pairsOf(by, earlier)) {
      const isPair =
        isRight &&
        isIn(remark, by) &&
        ((matches(pair.old.text, first) && matches(pair.right.text, right)) ||
          (second !== null &&
            remark !== only &&
            matches(pair.old.text, second.wrong) &&
            matches(pair.right.text, second.right)));
      const features = featuresOfPair(pair, { before, after }, earlier);
      found.push({ features, columns: isPair ? [0] : [] });
      if (!isPair) continue;
      for (const near of sentences.slice(Math.max(0, at - 2), at + 3)) {
        if (near.turn !== by.turn) continue;
        const only = isIn(remark, near) || isIn(afterword, near);
        found.push({ features: featuresOfRemark(near, pair), columns: only ? [1] : [] });
      }
    }
    if (!isRight || !isIn(remark, by)) earlier.push({ ...by, settled: [] });
  }
  return found;
}

/** Endings that correct a second thing together with the first. */
const SECONDS = [
  ', and it was @R.',
  ', and @R.',
  ', and @R, not @W.',
  ", and it'd be @R.",
  ', and it was @R and not @W.',
  ', and that was @R too.',
];

/** A second correction of another kind, to go with the first. */
function secondOf(kind: Kind, tellings: readonly Telling[], random: Random) {
  const telling = pick(
    random,
    tellings.filter((one) => one.kind !== kind),
  );
  const values = VALUES[telling.kind] ?? [];
  const wrong = pick(random, values);
  const right = pick(
    random,
    values.filter((value) => value !== wrong),
  );
  const remark = pick(random, SECONDS).replace('@R', right).replace('@W', wrong);
  return { wrong, right, told: telling.text.replaceAll('@W', wrong), remark };
}

/** A similar name with one letter changed. */
function misheard(name: string, random: Random): string {
  const at = random() < 0.2 ? 0 : 2 + Math.floor(random() * Math.max(1, name.length - 3));
  const letter = pick(
    random,
    [...'nmrltdk'].filter((one) => one !== name[at]?.toLowerCase()),
  );
  return name.slice(0, at) + (at === 0 ? letter.toUpperCase() : letter) + name.slice(at + 1);
}

/** A remark with phrases that people say before and after it. */
function adorned(remark: string, random: Random): string {
  const opening = random() < 0.2 ? pick(random, OPENINGS) : '';
  const begun =
    opening && /^[A-Z][a-z]/.test(remark)
      ? opening +
        (/^(?:It|That|The|There|We|Not|He|She|My|You|Was|Did|What)\b/.test(remark)
          ? remark.charAt(0).toLowerCase() + remark.slice(1)
          : remark)
      : remark;
  return random() < 0.25 && begun.endsWith('.') ? `${begun.slice(0, -1)}${pick(random, ENDINGS)}.` : begun;
}

function matches(found: string, value: string): boolean {
  return found.toLowerCase().replace(/^the /, '') === value.toLowerCase() || found.includes(value);
}

/** The model trained on these authors. The same remarks always give the same model. */
export function trainFrom(of: readonly string[]): Buffer {
  const random = randomFrom(11);
  return modelFile(
    fitModel([...examplesOf(of, random), ...examplesOfTelling(random)], SHAPE, random, ROUNDS),
    SHAPE,
    hashOfRemarks(of),
  );
}

/** Whole conversations with corrections, and others that only sound like it. */
const CASES = ['open', 'third', 'fifth', 'sixth', 'seventh', 'eighth', 'tenth'].map(
  (half) => new URL(`../../../../tests/figures/cases/corrections.${half}.json`, import.meta.url),
);
/** Short conversations in which the two values are marked, one file for each sort of speaker. */
const TALKS = new URL('./talks/', import.meta.url);
type Turns = { question: string; said: string }[];
type Case = { turns: Turns; expect: { inBook: string[]; notInBook: string[] } };
type Weighed = { evidence: PairFeatures; corrects: boolean; weight: number };
type IsRight = (pair: Pair<CorrectableSentence>) => boolean;

/** How much a pair counts that only sounds like a correction. */
const WEIGHT_OF_NEAR_MISS = 3;

/** The pairs of a conversation, each with whether one value is to replace the other. */
function weighedPairs(turns: Turns, isRight: IsRight, weight: number): Weighed[] {
  const found: Weighed[] = [];
  const told: CorrectableSentence[] = [];
  for (const [turn, { question, said }] of turns.entries()) {
    const message = {
      id: `m${turn}`,
      role: 'user' as const,
      private: false,
      question: null,
      ...toldBy(said),
    };
    const sentences = readSentences(message, turn, question).flatMap((one) =>
      repairSentence(one).length > 0 ? [one] : partAtStops(one),
    );
    for (const [at, by] of sentences.entries()) {
      const around = surroundings(sentences, at, message.corrections);
      const pairs = weighPairs(pairsOf(by, told), around, told).map(({ pair, evidence }) => ({
        pair,
        evidence,
        corrects: isRight(pair),
      }));
      const right = pairs.filter(({ corrects }) => corrects);
      for (const { pair, evidence, corrects } of pairs) {
        // The same wrong value told twice is one correction.
        const isAnother =
          !corrects &&
          right.some((one) => one.pair.right === pair.right && one.pair.old.key === pair.old.key);
        if (!isAnother) found.push({ evidence, corrects, weight });
      }
      for (const { pair } of right) pair.told.settled.push(pair.old);
      if (right.length === 0) told.push({ ...by, settled: [] });
    }
  }
  return found;
}

function weighedCases(): Weighed[] {
  const isIn = (parts: readonly string[], value: string) =>
    parts.some((part) => new RegExp(`(?<![\\p{L}\\d])${value}(?![\\p{L}\\d])`, 'iu').test(part));
  return CASES.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Case[]).flatMap(
    ({ turns, expect: { inBook, notInBook } }) =>
      weighedPairs(
        turns,
        ({ old, right }) =>
          isIn(inBook, right.text) &&
          !isIn(notInBook, right.text) &&
          isIn(notInBook, old.text) &&
          !isIn(inBook, old.text),
        notInBook.length === 0 ? WEIGHT_OF_NEAR_MISS : 1,
      ),
  );
}

type Mark = { turn: number; start: number; end: number };

/** "I won a {ham}. No, it was a [turkey].": the turns, and where the wrong and the right value are. */
function readMarked(line: string): { turns: string[]; wrong: Mark | null; right: Mark | null } {
  const marks: Record<string, Mark> = {};
  const turns = line.split(' / ').map((marked, turn) => {
    let said = '';
    for (const letter of marked) {
      if (letter === '{' || letter === '[') marks[letter] = { turn, start: said.length, end: said.length };
      else if (letter === '}' || letter === ']')
        (marks[letter === '}' ? '{' : '['] as Mark).end = said.length;
      else said += letter;
    }
    return said;
  });
  return { turns, wrong: marks['{'] ?? null, right: marks['['] ?? null };
}

function weighedTalks(): Weighed[] {
  const lines = readdirSync(TALKS)
    .sort()
    .flatMap((file) => readFileSync(new URL(file, TALKS), 'utf8').split('\n'))
    .filter((line) => line.trim() && !/^#|^\[\w+\]$/.test(line));
  const isAt = (
    mark: Mark | null,
    { turn }: { turn: number },
    { start, end }: { start: number; end: number },
  ) => mark !== null && mark.turn === turn && mark.start < end && start < mark.end;
  return lines.map(readMarked).flatMap(({ turns, wrong, right }) =>
    weighedPairs(
      turns.map((said) => ({ question: ASKED, said })),
      (pair) => isAt(wrong, pair.told, pair.old) && isAt(right, pair.by, pair.right),
      wrong === null ? WEIGHT_OF_NEAR_MISS : 1,
    ),
  );
}

/** Pairs of ordinary telling, of which none corrects. */
function weighedTelling(random: Random): Weighed[] {
  const all = storiesBesides();
  return Array.from({ length: TALKS_OF_TELLING }, () => {
    const lines = pick(random, all);
    const turns = Array.from({ length: TURNS_OF_TELLING }, () => ({
      question: ASKED,
      said: [pick(random, lines), pick(random, lines)]
        .map((line) => expandTemplate(line, random, 1)[0] ?? line)
        .join(' '),
    }));
    return weighedPairs(turns, () => false, WEIGHT_OF_TELLING);
  }).flat();
}

/** Conversations that only tell: nothing in them corrects, though names and numbers follow each other closely. */
const PLAIN = [
  'people.own',
  'people.open',
  'ordinary.open',
  'ordinary.third',
  'joins.open',
  'joins.third',
  'chapters.open',
].map((file) => new URL(`../../../../tests/figures/cases/${file}.json`, import.meta.url));
/** Some of these do correct themselves. */
const MAY_CORRECT = /\b(?:no|sorry|mean|meant|rather|wait|actually|wrong|not)\b/i;
const WEIGHT_OF_PLAIN = 3;

function weighedPlain(): Weighed[] {
  type Plain = { question?: string; said?: string; turns?: Turns };
  return PLAIN.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Plain[])
    .map(({ turns, question = ASKED, said = '' }) => turns ?? [{ question, said }])
    .filter((turns) => !turns.some(({ said }) => MAY_CORRECT.test(said)))
    .flatMap((turns) => weighedPairs(turns, () => false, WEIGHT_OF_PLAIN));
}

const TALKS_OF_TELLING = 250;
const WEIGHT_OF_TELLING = 0.5;
const STEPS = 1500;
const STEP = 0.5;
const RESTRAINT = 0.0005;
/** Pairs that correct are rare, so each counts more. */
const RARE = 3;

/** The weights of the evidence: logistic regression by gradient descent. */
export function weighEvidence(random: Random): Record<string, number> {
  const rows = [...weighedCases(), ...weighedTalks(), ...weighedTelling(random), ...weighedPlain()];
  const names = [...new Set(rows.flatMap(({ evidence }) => Object.keys(evidence)))].sort();
  const place = new Map(names.map((name, at) => [name, at]));
  const given = rows.map(({ evidence, corrects, weight }) => ({
    at: Object.keys(evidence).map((name) => place.get(name) as number),
    value: Object.values(evidence),
    corrects: corrects ? 1 : 0,
    weight: corrects ? RARE : weight,
  }));
  const total = given.reduce((sum, { weight }) => sum + weight, 0);
  console.log(`${rows.length} pairs, ${rows.filter(({ corrects }) => corrects).length} correct`);
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length + 1).fill(1e-8);
  let bias = -3;
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(names.length);
    let lean = 0;
    for (const { at, value, corrects, weight } of given) {
      let sum = bias;
      for (let nth = 0; nth < at.length; nth += 1)
        sum += (weights[at[nth] as number] as number) * (value[nth] as number);
      const miss = ((1 / (1 + Math.exp(-sum)) - corrects) * weight) / total;
      lean += miss;
      for (let nth = 0; nth < at.length; nth += 1)
        slope[at[nth] as number] = (slope[at[nth] as number] as number) + miss * (value[nth] as number);
    }
    const rate = (nth: number, by: number) => {
      squares[nth] = (squares[nth] as number) + by * by;
      return (STEP * by) / Math.sqrt(squares[nth] as number);
    };
    for (let nth = 0; nth < weights.length; nth += 1)
      weights[nth] =
        (weights[nth] as number) - rate(nth, (slope[nth] as number) + RESTRAINT * (weights[nth] as number));
    bias -= rate(weights.length, lean);
  }
  return Object.fromEntries([
    ['bias', Math.round(bias * 100) / 100],
    ...names.map((name, at) => [name, Math.round((weights[at] as number) * 100) / 100]),
  ]);
}

if (import.meta.main && process.argv.includes('--evidence')) {
  const weights = weighEvidence(randomFrom(7));
  const lines = Object.entries(weights).map(
    ([name, weight]) => `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${weight},`,
  );
  const file = new URL('./evidence-weights.ts', import.meta.url);
  const now = readFileSync(file, 'utf8');
  writeFileSync(file, now.replace(/\{\n[^}]*\};/, `{\n${lines.join('\n')}\n};`));
} else if (import.meta.main) {
  const started = Date.now();
  const file = trainFrom(authors());
  writeFileSync(new URL('./remark-model.bin', import.meta.url), file);
  console.log(`remark-model.bin: ${file.length} bytes, ${Math.round((Date.now() - started) / 1000)} s`);
}
