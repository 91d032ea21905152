import { type StoryUnit, unitText } from '#api/biography/writing/composing/story-unit.ts';
import { countWords, fold, tokens } from '#api/biography/writing/language/words.ts';
import { KIN_PATTERN } from './kinship.ts';
import { findNumbers } from './numbers.ts';
import { imageOf, isGeneric } from './vocabulary.ts';
import { set } from './word-lists.ts';
import { contentLemmas, foldInPlace, isStopWord, lemma, looksLikeVerb } from './words.ts';

/** A phrase of a story that could be its title. */
interface Phrase {
  text: string;
  kind: 'THING' | 'TIME' | 'PAIR' | 'LINE' | 'CLAUSE';
  /** The position of its sentence in the story, 0 to 1. */
  at: number;
}

const LONGEST = 9;
/** Below this score a phrase says too little. */
const LEAST = 0.35;
const HEAVY =
  /\b(?:muri\p{L}*|muert\p{L}*|mat[aoó]\p{L}*|cancer|cáncer|suicid\p{L}*|ahog\p{L}*|entierro|funeral|violaci\p{L}*)\b/iu;
const WEAK =
  /\b(?:cosas?|eso|esto|algo|vez|veces|manera|forma|parte|tipo|clase|verdad|tiempo|gente|persona|rato|lado)$/iu;

const DETERMINER = 'el|la|los|las|un|una|unos|unas|mi|mis|nuestro|nuestra|nuestros|nuestras';
const NUMBER =
  'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien';
const WORD = "[\\p{L}\\p{M}'’-]+";
/** Words after a noun that belong to it. */
const ADJECTIVES = set(
  `grande chico chica blanco blanca blancos blancas negro negra negros negras rojo roja azul azules verde verdes amarillo amarilla dorado dorada
  viejo vieja viejos nuevo nueva vacio vacia roto rota quemado quemada caliente calientes frio fria dulce triste alegre largo larga
  corto corta civil primera primero menor mayor redondo redonda chiquito chiquita gigante perdido perdida prestado prestada ajeno ajena
  bordado bordada pintado pintada hervido hervida tostado cerrado cerrada abierto abierta colgado mojado mojada seco seca llenos lleno llena`,
);
const VERB_LIKE = set(
  'me te se nos le les lo la los las que no y e o u pero porque cuando como si donde muy mas tan ya es era fue ni mientras',
);
/** Words that join a noun to the next one. Others ("en", "con el") mostly belong to the verb. */
const PREPOSITION = '(?:de|del|de la|de los|de las|de un|de una|de mi|de mis|de don|de doña|sin)';

/** The title of a story in words of the story: a thing, a time or an image, always a whole phrase. */
export function nameStory(
  unit: StoryUnit,
  others: readonly StoryUnit[],
  taken: ReadonlySet<string>,
  book: readonly Pick<StoryUnit, 'paragraphs'>[],
): string {
  const sentences = unit.paragraphs.flat().map(({ text }) => text);
  const key = keyWords(sentences, [...others, ...book]);
  const asked = ` ${normOf(unit.question?.text ?? '')} `;
  const ranked = sentences
    .flatMap((sentence, index) => phrasesOf(sentence, index / Math.max(1, sentences.length - 1)))
    .map((phrase): Ranked => ({ ...phrase, text: dressed(phrase), score: scoreOf(phrase, key) }))
    .filter(({ text, score }) => score > LEAST && isWhole(text) && !taken.has(fold(text)))
    .map((one) => (asked.includes(` ${normOf(one.text)} `) ? { ...one, score: one.score * 0.5 } : one))
    .sort((a, b) => b.score - a.score);
  const best = ranked.find(({ text }) => !HEAVY.test(text)) ?? ranked[0];
  if (!best) return fallback(unit, taken);
  const pair = pairOf(best, ranked);
  return pair !== null && !taken.has(fold(pair)) ? pair : best.text;
}

type Ranked = Phrase & { score: number };

/** Of two bare things, the second must be worth this share of the first. */
const AS_GOOD = 0.5;
const BARE_IMAGE = 0.6;
const KIN = new RegExp(`\\b(?:${KIN_PATTERN})\\b`, 'u');

/** "El candil y la finca": a bare thing says more beside another one, in the order in which they are told. */
function pairOf(best: Ranked, ranked: readonly Ranked[]): string | null {
  if (best.kind !== 'THING' || countWords(best.text) !== 2 || /\p{Lu}/u.test(best.text.slice(1))) return null;
  const words = new Set(contentLemmas(best.text));
  const other = ranked.find(
    ({ kind, text, score }) =>
      kind === 'THING' &&
      score >= AS_GOOD * best.score &&
      countWords(text) <= 4 &&
      !HEAVY.test(text) &&
      !KIN.test(foldInPlace(text)) &&
      tokens(text).some(({ norm }) => imageOf(norm) > BARE_IMAGE) &&
      !contentLemmas(text).some((word) => words.has(word)),
  );
  if (!other) return null;
  const [first, second] = other.at < best.at ? [other, best] : [best, other];
  const low = second.text.charAt(0).toLowerCase() + second.text.slice(1);
  return `${first.text} ${/^h?i(?!e)/i.test(low) ? 'e' : 'y'} ${low}`;
}

function normOf(text: string): string {
  return tokens(text)
    .map(({ norm }) => norm)
    .join(' ');
}

/** The value of each word for standing for the story: more for things, for what returns, for what others don't tell. */
function keyWords(sentences: readonly string[], others: readonly Pick<StoryUnit, 'paragraphs'>[]) {
  const counts = new Map<string, { times: number; last: number }>();
  sentences.forEach((sentence, index) => {
    for (const word of new Set(contentLemmas(sentence))) {
      const times = (counts.get(word)?.times ?? 0) + 1;
      counts.set(word, { times, last: index / Math.max(1, sentences.length - 1) });
    }
  });
  const elsewhere = new Set(others.slice(-60).flatMap((other) => contentLemmas(unitText(other))));
  return (norm: string): number => {
    const word = lemma(norm);
    const count = counts.get(word);
    if (!count || isStopWord(norm)) return 0;
    return (
      imageOf(norm) *
      (1 + 0.5 * Math.min(3, count.times - 1)) *
      (count.last > 0.5 && count.times > 1 ? 1.2 : 1) *
      (elsewhere.has(word) ? 0.7 : 1)
    );
  };
}

function phrasesOf(sentence: string, at: number): Phrase[] {
  return [
    ...timesIn(sentence, at),
    ...linesIn(sentence, at),
    ...pairsIn(sentence, at),
    ...clausesIn(sentence, at),
    ...thingsIn(sentence, at),
  ];
}

/** "La noche que se quemó el registro civil". */
function timesIn(sentence: string, at: number): Phrase[] {
  const pattern = new RegExp(
    `(?:^|[^\\p{L}])((?:la noche|el día|la tarde|la mañana|la vez|el año|el invierno|el verano|el domingo) (?:en )?que (?:no )?(?:(?:me|se|nos|le|les) )?(${WORD})(?: (?:el|la|los|las|mi|un|una|a|al) ${WORD}(?: de ${WORD}| civil)?)?)(?=[ ,.;]|$)`,
    'giu',
  );
  return Array.from(sentence.matchAll(pattern), ([, text = '']) => ({ text, kind: 'TIME', at }));
}

/** "El hielo sabía a madera", "la fe no se negocia": a short sentence, or its last clause. */
function clausesIn(sentence: string, at: number): Phrase[] {
  const clause =
    sentence
      .replace(/[.!]$/, '')
      .split(/, (?:y |pero )?|: /)
      .at(-1) ?? '';
  const size = countWords(clause);
  const opens = /^(?:el|la|los|las|mi|nadie|lo demás) \p{Ll}/iu.test(clause);
  const fits = opens && size >= 4 && size <= 7 && !/[?¿"“;]/.test(clause);
  const last = tokens(clause).at(-1)?.norm ?? '';
  const hangs = /\b(?:que|cuando|porque|era|fue|estaba|eso|ahí|así)\b/i.test(clause);
  const verb = tokens(clause)
    .slice(2)
    .some(({ text }) => looksLikeVerb(text));
  return fits && verb && !hangs && !isStopWord(last) ? [{ text: clause, kind: 'CLAUSE', at }] : [];
}

/** Speech in the story, in quotes or after a colon. */
function linesIn(sentence: string, at: number): Phrase[] {
  const lines = [
    ...Array.from(sentence.matchAll(/[“"«]([^”"»]{6,50}?)[.,]?[”"»]/gu), ([, line = '']) => line),
    ...Array.from(
      sentence.matchAll(
        /\b(?:dijo|decía|dije|gritó|gritaba|contestó|preguntó|preguntaba): (?:señora?,? )?([^:“”"]{6,50}?)[.!]?$/giu,
      ),
      ([, line = '']) => line,
    ),
  ];
  return lines
    .filter((line) => countWords(line) >= 3 && countWords(line) <= 8 && !/,.*,/.test(line))
    .map((text) => ({ text, kind: 'LINE', at }));
}

/** "Dos gallinas y una máquina de coser": two things side by side. */
function pairsIn(sentence: string, at: number): Phrase[] {
  const thing = `(?:${NUMBER}|${DETERMINER}) ${WORD}(?: de ${WORD})?`;
  const pattern = new RegExp(
    `(?<!\\p{L})(${thing} y (?:${thing}|${WORD}(?: de ${WORD})?))(?=[.,;:!?]|$| (?:que|se|me|nos|en|y|al|a|para)\\b)`,
    'giu',
  );
  return Array.from(sentence.matchAll(pattern), ([, text = '']) => ({
    text,
    kind: 'PAIR' as const,
    at,
  })).filter(({ text }) => tokens(text).every(({ norm, text: word }) => isStopWord(norm) || isNoun(word)));
}

/** A noun with its article, its adjective and what belongs to it: "la caja de lata", "los terrones de azúcar". */
function thingsIn(sentence: string, at: number): Phrase[] {
  const found: Phrase[] = [];
  const words = Array.from(sentence.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu), ({ 0: text, index }) => ({
    text,
    low: fold(text),
    start: index,
    end: index + text.length,
  }));
  const isJoined = (index: number) =>
    /^ $/.test(sentence.slice(words[index - 1]?.end ?? 0, words[index]?.start ?? 0));
  words.forEach((word, index) => {
    if (!new RegExp(`^(?:${DETERMINER}|${NUMBER})$`, 'u').test(word.low)) return;
    // "Se los daba", "no la podía tocar": a pronoun before a verb.
    let end = nounPhrase(words, index + 1, isJoined);
    if (end < 0) return;
    for (let more = 0; more < 3; more += 1) {
      found.push({ text: sentence.slice(word.start, words[end]?.end ?? word.end), kind: 'THING', at });
      const joint = jointAt(words, end + 1, isJoined);
      if (joint === 0) break;
      const next = nounPhrase(words, end + 1 + joint, isJoined);
      if (next < 0) break;
      end = next;
    }
  });
  return found;
}

type Words = readonly { text: string; low: string }[];

/** The index of the last word of a noun with its adjectives, or -1. */
function nounPhrase(words: Words, from: number, isJoined: (index: number) => boolean): number {
  let at = from;
  if (
    /^(?:primer|primera|ultima|ultimo|gran|buena|buen|viejo|vieja|mala|unica|unico|solo|sola|otra|otro|mejor)$/.test(
      words[at]?.low ?? '',
    ) &&
    isJoined(at)
  )
    at += 1;
  const noun = words[at];
  if (!noun || !isJoined(at) || !isNoun(noun.text)) return -1;
  const next = words[at + 1];
  if (next && isJoined(at + 1) && isAdjective(next.low, noun.low)) return at + 1;
  // "San Miguel", "don Justo": a name goes on.
  if (next && /^\p{Lu}/u.test(noun.text) && isJoined(at + 1) && /^\p{Lu}/u.test(next.text)) return at + 1;
  return at;
}

function isNoun(word: string): boolean {
  const low = fold(word);
  if (isStopWord(low) || VERB_LIKE.has(low) || low.length < 3 || findNumbers(word).length > 0) return false;
  return !(looksLikeVerb(word) && !NOUNS_LIKE_VERBS.test(low)) && !/(?:ando|iendo|mente)$/.test(low);
}

/** Nouns that end like verbs: "tía", "día", "hacienda". */
const NOUNS_LIKE_VERBS =
  /^(?:dia|dias|tia|tias|policia|sandia|sangria|fotografia|alegria|compania|panaderia|zapateria|carpinteria|herreria|libreria|tuberia|bateria|porteria|lavanderia|ferreteria|mercaderia|cobija|guia|energia|melodia|loteria|sastreria|lecheria|vajilla|escalera|agonia|bahia|cercania|cobardia|economia|fantasia|galeria|geografia|ironia|maria|marias|mania|mayoria|minoria|poesia|profecia|romeria|sequia|valentia|telefonia|cafe|bebe|pie|fe|te|pure|comite|aba|baba|mamos|cafes|avaria|averia|abadia|alcaldia|cofradia|artilleria)$/;

function isAdjective(low: string, noun: string): boolean {
  if (ADJECTIVES.has(low)) return true;
  // A participle that agrees: "la lata oxidada".
  return /[ai]d[oa]s?$/.test(low) && low.length > 5 && /[oa]s?$/.exec(low)?.[0] === /[oa]s?$/.exec(noun)?.[0];
}

/** The number of words that join a noun to the next one: "de", "de la", "con una"; 0 where none do. */
function jointAt(words: Words, from: number, isJoined: (index: number) => boolean): number {
  for (const size of [2, 1]) {
    const phrase = words
      .slice(from, from + size)
      .map(({ low }) => low)
      .join(' ');
    const joined = words.slice(from, from + size).every((_, offset) => isJoined(from + offset));
    if (joined && new RegExp(`^${PREPOSITION}$`).test(phrase) && phrase.split(' ').length === size)
      return size;
  }
  return 0;
}

function dressed({ text, kind }: Phrase): string {
  const plain = kind === 'THING' ? withDefiniteArticle(text) : text;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** "Una caja de lata" is told of first; the title is "La caja de lata". */
function withDefiniteArticle(text: string): string {
  return text
    .replace(/^un (?=.)/i, 'el ')
    .replace(/^una (?=a(?:gua|lma|la|guila|rma|ve|rpa|cta)\b)/i, 'el ')
    .replace(/^una (?=.)/i, 'la ')
    .replace(/^unos (?=.)/i, 'los ')
    .replace(/^unas (?=.)/i, 'las ');
}

function scoreOf({ text, kind, at }: Phrase, key: (norm: string) => number): number {
  const content = tokens(text).filter(({ norm }) => !isStopWord(norm));
  if (content.length === 0) return 0;
  const worths = content.map(({ norm }) => key(norm)).sort((a, b) => b - a);
  const [best = 0, second = 0] = worths;
  const kin = KIN.test(foldInPlace(text)) ? 0.75 : 1;
  const size = countWords(text);
  const length = size === 1 ? 0.4 : size === 2 ? 0.8 : size <= 6 ? 1 : 0.85;
  const worth = { THING: 1, PAIR: 1.15, TIME: 1.9, LINE: 1.1, CLAUSE: 0.9 }[kind];
  const dull = content.filter(({ norm }) => isGeneric(lemma(norm))).length / content.length;
  const opening = at === 0 ? 0.95 : 1;
  return (
    (best + 0.45 * second) * kin * length * worth * opening * (1 - 0.3 * dull) * (WEAK.test(text) ? 0.2 : 1)
  );
}

/** Whether a title is a whole phrase: it ends in no small word and isn't too long. */
function isWhole(text: string): boolean {
  const words = tokens(text);
  const last = words.at(-1)?.norm ?? '';
  if (words.length < 2 || words.length > LONGEST) return false;
  if (isStopWord(last) || /\b(?:cada|otra|otro|mismo|misma)\b/.test(fold(text))) return false;
  return !/^(?:el|la|los|las) (?:que|de|cual)\b/i.test(text);
}

/** The first relative or name that is told of, or the first words of content. */
function fallback(unit: StoryUnit, taken: ReadonlySet<string>): string {
  const text = unitText(unit);
  const kin = new RegExp(`(?<!\\p{L})(mi (?:${KIN_PATTERN})(?: \\p{Lu}\\p{L}+)?)`, 'iu').exec(text)?.[1];
  const name = /(?<![.!?] |^)\b(\p{Lu}\p{L}{2,}(?: \p{Lu}\p{L}+)*)/u.exec(text)?.[1];
  const word = tokens(text).find(({ norm, text: said }) => imageOf(norm) > 0.5 && isNoun(said))?.text;
  const choices = [kin, name, word, 'Una historia'].flatMap((one) =>
    one ? [one.charAt(0).toUpperCase() + one.slice(1)] : [],
  );
  return choices.find((one) => !taken.has(fold(one))) ?? choices[0] ?? 'Una historia';
}
