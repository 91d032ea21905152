import { plain } from '../words.ts';
import { type Deed, deedsOf } from './deeds.ts';
import { isKin, isPerson, isPlace } from './lexicon.ts';
import { type NounPhrase, nounPhrasesOf, type Role } from './noun-phrases.ts';
import { tagSentences, type Word } from './tagging.ts';

/**
 * Somebody or something that the person spoke of, in a form that fits as a noun into our sentences (“your
 * grandmother”).
 */
export interface Topic extends Omit<NounPhrase, 'sentence' | 'start' | 'end'> {
  /** How important it is in the answer. */
  score: number;
  /** The person knows it only by hearsay. */
  hearsay: boolean;
  /** It is told in the present tense. */
  present: boolean;
  /** The places where it is named. */
  spots: Spot[];
  /** How late in the answer it was last named: 0 for the first sentence, 1 for the last. */
  late: number;
}

/** A position in an answer: the sentence, and the word in it. */
export interface Spot {
  sentence: number;
  start: number;
}

/** What an answer names, and the deeds it tells. */
export interface Heading {
  topics: Topic[];
  deeds: (Deed & { late: number })[];
  /** It ends in the present tense. */
  present: boolean;
  /** The sentences that were read: the last ones, without quoted speech. */
  sentences: string[];
}

const WORTH_OF_ROLE: Record<Role, number> = {
  ALONE: 4.4,
  OBJECT: 3.7,
  THERE_IS: 4.2,
  SUBJECT: 3.9,
  PREDICATE: 3.2,
  AFTER_PREPOSITION: 2.2,
};
/** The object of getting, keeping or making is what the words are about. */
const HAVING =
  /^(?:have|keep|own|get|buy|give|leave|make|build|find|win|lose|bring|sell|plant|raise|wear|inherit|teach|save|steal|carry|hide|marry|meet|break|drive|play|ride)$/;

const HEARSAY =
  /\bnever (?:once )?(?:met|knew)\b|\bonly (?:ever )?knew\b|\bbefore (?:i|we) (?:was|were) born\b|\bthey (?:never )?met\b|\bdied (?:before|when i was (?:a baby|little))\b/i;
const CAME_OVER =
  /\b(?:came over\b|came (?:\w+ )?from\b|came in (?:18|19)\d\d|came \w+ years? later|sailed|emigrated|fled)/i;

/**
 * The topics of an answer, the most important first, each once: what it names, who acts, what it ends on.
 * Things mentioned in passing come last or are left out.
 */
export function topicsIn(utterance: string, people: readonly string[] = []): Topic[] {
  return headingOf(utterance, people).topics;
}

/** The topics and the deeds of an answer. */
export function headingOf(utterance: string, people: readonly string[] = []): Heading {
  const key = `${people.length}|${utterance}`;
  const known = latest.get(key);
  if (known) return known;
  const heading = analyse(utterance, new Set(people.map(plain)));
  latest.set(key, heading);
  if (latest.size > MOST_REMEMBERED) latest.delete(latest.keys().next().value ?? '');
  return heading;
}

/** The things that a question of ours names. */
export function phrasesIn(question: string): NounPhrase[] {
  return tagSentences(question).flatMap((words, at) => nounPhrasesOf(words, at));
}

/** Cached, because the same turn is read several times while the next one is planned. */
const latest = new Map<string, Heading>();
const MOST_REMEMBERED = 96;

/**
 * Removes stage directions and quoted speech: the answer is not about them. A bracket or quote must close
 * within a limit, so that the search never runs to the end of a long answer.
 */
function withoutAsides(utterance: string): string {
  return utterance
    .slice(-MOST_READ)
    .replace(/\[[^\]]{0,400}\]|\([^)]{0,400}\)/g, ' ')
    .replace(/\\n/g, ' ')
    .replace(FILLERS, ' ')
    .replace(/[“"][^“”"]{0,400}[”"]/g, ' … ')
    .replace(UNQUOTED, '$1 …');
}

/** Speech without quotation marks: “he said, this one is too ugly”. */
const UNQUOTED =
  /\b((?:say|says|said|asked|answered|shouted|whispered|replied)(?: to (?:me|us|him|her|them))?), (?!and\b|but\b|so\b|which\b|who\b|you know\b)[^.!?…]{1,300}/g;

/** Filler words that mean nothing where they stand. */
const FILLERS =
  /\b(?:you know|i mean|you see|sort of|kind of|mind you|of course|um|uh|er|erm)\b,?(?: a(?= an? ))?/gi;
/** Only this many characters at the end of a longer answer are read. */
const MOST_READ = 4000;

function analyse(utterance: string, people: ReadonlySet<string>): Heading {
  const sentences = tagSentences(withoutAsides(utterance));
  const texts = sentences.map((words) => words.map(({ text }) => text).join(' '));
  const end = Math.max(1, sentences.length - 1);
  const lateness = (sentence: number) => (sentences.length > 1 ? sentence / end : 1);
  const phrases = sentences.flatMap((words, at) => nounPhrasesOf(words, at));
  for (const phrase of phrases)
    if (people.has(plain(phrase.text)) && phrase.kind === 'MATTER') phrase.kind = 'NAMED';
  nameByTelling(phrases, texts);
  namePersonByPronoun(phrases, sentences, texts);

  const byText = new Map<string, NounPhrase[]>();
  for (const phrase of phrases) {
    const key = [...byText.keys()].find((text) => isSame(byText.get(text) ?? [], phrase)) ?? phrase.text;
    byText.set(key, [...(byText.get(key) ?? []), phrase]);
  }
  const topics = [...byText.values()].flatMap((mentions) => {
    const topic = topicOf(mentions, texts, lateness);
    return topic ? [topic] : [];
  });
  const isPresent = sentences.map(isInPresent);
  for (const topic of topics)
    topic.present = topic.role !== 'ALONE' && topic.spots.every(({ sentence }) => isPresent[sentence]);
  const deeds = sentences.flatMap((words, at) =>
    deedsOf(words, at).map((deed) => ({ ...deed, late: lateness(at) })),
  );
  return {
    topics: topics.sort((a, b) => b.score - a.score),
    deeds,
    present: isPresent.at(-1) ?? false,
    sentences: texts,
  };
}

/** Whether a sentence is in the present: it has verbs, and none of them is past. */
function isInPresent(words: readonly Word[]): boolean {
  const verbs = words.filter(({ kind }) => kind === 'VERB');
  const isPast = ({ low, tags }: Word, at: number) =>
    (!/^(?:is|are|am|be|been)$/.test(verbs[at - 1]?.low ?? '') &&
      /^(?:was|were|had|did|would|could|used)$/.test(low)) ||
    (tags.has('PastTense') && !tags.has('PresentTense'));
  const perfect = words.some(({ low, text }) => /^(?:have|has)$/.test(low) || /'(?:ve)$/.test(text));
  return (
    verbs.some(({ low, tags }) => !tags.has('Gerund') && !/ing$/.test(low)) &&
    (perfect
      ? !verbs.some(({ low }) => /^(?:was|were|had|did|would|could|used)$/.test(low))
      : !verbs.some(isPast))
  );
}

/** “Her name was Duchess”, “we called him Bishop”. */
const NAMED_LATER =
  /\b(?:(?:[Hh]is|[Hh]er|[Ii]ts|whose) name was|(?:[Ww]e|I|[Tt]hey|[Ee]verybody|[Ee]veryone) called (?:him|her|it)) (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)/u;

function nameByTelling(phrases: NounPhrase[], texts: readonly string[]): void {
  for (const [at, text] of texts.entries()) {
    const name = NAMED_LATER.exec(text)?.[1];
    const named = name
      ? phrases.findLast(
          ({ sentence, kind, name: has }) => sentence <= at && !has && (isPerson(kind) || kind === 'ANIMAL'),
        )
      : undefined;
    if (!name || !named) continue;
    for (const phrase of phrases) if (phrase.head === name.toLowerCase()) phrase.kind = named.kind;
    named.name = name;
    named.text = name;
  }
}

/** “Dolly Marsh. … She died in the spring.” A name that stands alone and is a “she” is no place. */
function namePersonByPronoun(
  phrases: NounPhrase[],
  sentences: readonly Word[][],
  texts: readonly string[],
): void {
  const [first] = phrases;
  const isAlone = first?.sentence === 0 && first.start === 0 && first.end === sentences[0]?.length;
  if (!first || !isAlone || !/^\p{Lu}/u.test(first.text) || isPerson(first.kind)) return;
  const pronoun = /(?:^|[.,] |\band )(he|she)\b/i.exec(texts.slice(1, 4).join('. '))?.[1]?.toLowerCase();
  if (pronoun !== 'he' && pronoun !== 'she') return;
  Object.assign(first, { kind: 'NAMED', name: first.text, pronoun });
}

function isSame(mentions: readonly NounPhrase[], phrase: NounPhrase): boolean {
  return mentions.some(
    ({ text, head, name, plural }) =>
      text === phrase.text ||
      (name !== null && name === phrase.name) ||
      (head === phrase.head && plural === phrase.plural && phrase.name === null),
  );
}

function topicOf(
  mentions: readonly NounPhrase[],
  texts: readonly string[],
  lateness: (sentence: number) => number,
): Topic | null {
  const last = mentions.at(-1) as NounPhrase;
  const { sentence, start, end, ...rest } = mentions.find(({ name }) => name) ?? (mentions[0] as NounPhrase);
  // “He was a bear of a man”: a predicate describes its subject and is not a topic.
  if (mentions.every(({ role, subject }) => role === 'PREDICATE' && subject !== 'it' && subject !== 'that'))
    return null;
  if (mentions.every(({ yours }) => yours)) return null;
  // A thing in a comparison wasn't there.
  if (mentions.every((phrase) => isLikeness(phrase, texts))) return null;
  const passing = mentions.every(({ role }) => role === 'AFTER_PREPOSITION');
  const named = rest.name !== null && (isPerson(rest.kind) || rest.kind === 'ANIMAL');
  const toldSentences = mentions.map(({ sentence: at }) => texts[at] ?? '').join(' ');
  const after = `${toldSentences} ${texts[last.sentence + 1] ?? ''}`;
  const goesOn = /^(?:and |but )?(?:he|she|they|it)\b/i.test(texts[last.sentence + 1] ?? '');
  const best = Math.max(...mentions.map((mention) => worthOfMention(mention) - (mention.isAside ? 0.8 : 0)));
  const score =
    best +
    (named && !passing ? 1.6 : 0) +
    (rest.kind === 'MATTER' ? -0.7 : 0) +
    (isKin(rest.kind) && !rest.name ? -0.6 : 0) +
    (rest.kind === 'MATTER' && rest.verb === 'have' ? -0.3 : 0) +
    (rest.absent ? -1.5 : 0) +
    Math.min(2, mentions.length - 1) * 0.5 +
    (goesOn ? 0.5 : 0) +
    1.5 * lateness(last.sentence);
  const hearsay =
    HEARSAY.test(after) ||
    ((rest.kind === 'ELDER' || /parents$/.test(rest.head)) &&
      CAME_OVER.test(toldSentences) &&
      !/\b(?:I|we|me|us)\b/.test(toldSentences));
  return {
    ...rest,
    role: passing
      ? 'AFTER_PREPOSITION'
      : (mentions.find(({ role }) => role !== 'AFTER_PREPOSITION')?.role ?? rest.role),
    absent: mentions.every(({ absent }) => absent),
    score: score + (hearsay ? 1 : 0),
    present: false,
    spots: mentions.map(({ sentence: at, start: from }) => ({ sentence: at, start: from })),
    late: lateness(last.sentence),
    hearsay,
  };
}

function worthOfMention({ role, kind, verb, own, preposition }: NounPhrase): number {
  if (role === 'AFTER_PREPOSITION') {
    // “At the Locarno, in 1954”: such a phrase can be the whole answer.
    if (verb === null && /^(?:in|at|on|by|with|to)$/.test(preposition ?? ''))
      return WORTH_OF_ROLE.ALONE - 0.4;
    if (isPlace(kind) || kind === 'VEHICLE' || kind === 'ILLNESS' || kind === 'GROUP')
      return /^(?:by|near|behind|under|over|against|of)$/.test(preposition ?? '') && kind !== 'VEHICLE'
        ? 2.6
        : 3.3;
    return isKin(kind) && own ? 2.9 : WORTH_OF_ROLE[role];
  }
  return WORTH_OF_ROLE[role] + (role === 'OBJECT' && HAVING.test(verb ?? '') ? 0.8 : 0);
}

const isLikeness = ({ sentence, text, preposition }: NounPhrase, texts: readonly string[]) =>
  preposition === null &&
  new RegExp(
    `\\b(?:like|as) (?:an? |the )?(?:\\p{L}+ )?${escaped(text.split(' ').at(-1) ?? '')}\\b`,
    'iu',
  ).test(texts[sentence] ?? '');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
