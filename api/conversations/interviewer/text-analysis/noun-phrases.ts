import { rankOf } from '#api/language/word-vectors.ts';
import { kindOfHead } from './kinds.ts';
import {
  CALLED,
  genderOfHead,
  HEADS,
  isKin,
  isPerson,
  isPlace,
  PART_OF,
  TITLES,
  type TopicKind,
  VAGUE,
} from './lexicon.ts';
import { secondPerson } from './second-person.ts';
import { infinitiveOf, isAuxiliary, isCopula, singularOf, type Word } from './tagging.ts';

/** The role of a noun phrase in its clause. */
export type Role = 'SUBJECT' | 'OBJECT' | 'PREDICATE' | 'THERE_IS' | 'AFTER_PREPOSITION' | 'ALONE';
export type Pronoun = 'he' | 'she' | 'it' | 'they';

/**
 * One mention of a thing, person or place, in a form that fits as a noun into our sentences (“your aunt”).
 */
export interface NounPhrase {
  text: string;
  kind: TopicKind;
  /** The bare noun, by which themes are recognised. */
  head: string;
  name: string | null;
  plural: boolean;
  pronoun: Pronoun | null;
  role: Role;
  /** The verb it belongs to, in its dictionary form. */
  verb: string | null;
  preposition: string | null;
  /** The subject of its clause, if that is another phrase. */
  subject: string | null;
  /** Whether it belongs to the person: “my”, “our”, or something that “I” or “we” have. */
  own: boolean;
  /** It doesn't exist: “no car”, “never had a car”. */
  absent: boolean;
  /** It was said with “your”: nobody's in particular, or ours. */
  yours: boolean;
  /** It came to the person from somebody: “she left me her thimble”. */
  given: boolean;
  /** “A” or “an”, as it was said; empty with another article or none. */
  article: string;
  /** It belongs to a clause that only says when or why something else happened. */
  isAside: boolean;
  sentence: number;
  start: number;
  end: number;
}

/** The noun phrases of a sentence, in order. */
export function nounPhrasesOf(words: readonly Word[], sentence: number): NounPhrase[] {
  const found: NounPhrase[] = [];
  for (let at = 0; at < words.length; ) {
    const end = endOfPhrase(words, at);
    if (end === at) {
      at++;
      continue;
    }
    const phrase = phraseOf(words, at, end, sentence);
    if (phrase) found.push(phrase);
    at = end;
  }
  return joinNames(found, words);
}

const OPENS = /^(?:DETERMINER|POSSESSIVE|NUMBER|ADJECTIVE|NOUN|NAME)$/;

/** The end of the phrase that starts here; `at` itself when it has no noun. */
function endOfPhrase(words: readonly Word[], at: number): number {
  if (!OPENS.test(words[at]?.kind ?? '')) return at;
  let end = at;
  let head = -1;
  while (end < words.length) {
    const word = words[end] as Word;
    const opens = end > at && /^(?:DETERMINER|POSSESSIVE)$/.test(word.kind);
    const goesOn =
      OPENS.test(word.kind) ||
      // “A rocking horse”, “the broken gate”: only after a word that needs a noun.
      (word.kind === 'VERB' &&
        end > at &&
        needsNoun(words[at] as Word) &&
        head < 0 &&
        isPart(word) &&
        OPENS.test(words[end + 1]?.kind ?? ''));
    if (!goesOn || (opens && head >= 0) || (opens && !needsNoun(words[end - 1] as Word))) break;
    // A name after a noun is that noun's name. A noun or an article after a name starts another phrase.
    if (head >= 0 && words[head]?.kind === 'NAME' && word.kind !== 'NAME' && word.kind !== 'NOUN') break;
    if (head >= 0 && (word.kind === 'ADJECTIVE' || word.tags.has('WeekDay') || word.tags.has('Month'))) break;
    if (head >= 0 && word.kind === 'NUMBER') break;
    if (word.kind === 'NOUN' || word.kind === 'NAME') head = end;
    end++;
    if (word.mark && !(word.kind === 'ADJECTIVE' && head < 0)) break;
  }
  return head < 0 ? at : head + 1;
}

const needsNoun = ({ kind }: Word) =>
  kind === 'DETERMINER' || kind === 'POSSESSIVE' || kind === 'NUMBER' || kind === 'ADJECTIVE';
const isPart = ({ tags, low }: Word) =>
  tags.has('Gerund') || tags.has('Participle') || /(?:ing|ed|en)$/.test(low);

function phraseOf(words: readonly Word[], start: number, end: number, sentence: number): NounPhrase | null {
  const own = words.slice(start, end);
  const last = own.at(-1) as Word;
  const named = own.filter(({ kind }) => kind === 'NAME');
  const noun = own.findLast(({ kind }) => kind === 'NOUN');
  const owner = own.findLastIndex(({ text }, at) => at < own.length - 1 && /(?:'s|s')$/.test(text));
  // Names after a noun (“my aunt Zofia”) are its name; a name before one (“the Singer machine”) is part of
  // the phrase.
  const nameAfter =
    last.kind === 'NAME' && noun && own.indexOf(noun) < own.length - named.length ? named : [];
  const headWord = nameAfter.length > 0 ? (noun as Word) : last;
  const proper = headWord.kind === 'NAME';
  const head = proper
    ? own
        .slice(own.findIndex(({ kind }) => kind === 'NAME'))
        .map(({ text }) => text)
        .join(' ')
    : headWord.low;
  const isVague =
    VAGUE.has(head) ||
    VAGUE.has(singularOf(head)) ||
    headWord.tags.has('Date') ||
    headWord.tags.has('Duration');
  const isSomebody =
    SOMEBODY.test(head) && own.some(({ kind, low }) => kind === 'ADJECTIVE' && !EMPHATIC.test(low));
  if (!proper && isVague && !isSomebody && !PART_OF.has(head)) return null;
  if (proper && (headWord.tags.has('Date') || headWord.tags.has('Demonym') || NO_TOPIC.test(head)))
    return null;
  if (!/\p{L}{2,}/u.test(head)) return null;
  const determiner = own[0] as Word;
  // “More than bread”, “like a bear”, “we children”: the thing in a comparison wasn't there.
  const [previous] = words.slice(Math.max(0, start - 1), start);
  if (previous && !previous.mark && /^(?:than|as|like|unlike|we|us|you)$/.test(previous.low)) return null;
  const { role, verb, preposition, subject } = roleOf(words, start);
  // “I've got the Parkinson's”: what one has is an illness, and other things belong to somebody.
  const isEponym = /'s$/.test(headWord.text) && role === 'OBJECT' && SUFFERS.test(verb ?? '');
  if (/(?:'s|s')$/.test(headWord.text) && headWord.text.includes("'") && !isEponym) return null;
  // “I called her Mate”: a name that is given, not a person.
  if (
    /^(?:call|name)$/.test(verb ?? '') &&
    (previous?.kind === 'PRONOUN' || (proper && determiner.low === 'her'))
  )
    return null;
  // “At my aunt Ivy’s”.
  const name =
    nameAfter.length > 0 ? nameAfter.map(({ text }) => text.replace(/['’]s$/, '')).join(' ') : null;
  const kind = isEponym
    ? 'ILLNESS'
    : proper
      ? kindOfName(own, { role, verb, preposition, hasNoun: noun !== undefined })
      : isSomebody
        ? 'ACQUAINTANCE'
        : (kindOfHead(head) ?? (headWord.tags.has('Actor') ? 'ACQUAINTANCE' : 'MATTER'));
  const plural = kind === 'PEOPLE' && proper ? true : !proper && isPlural(headWord, head);
  const settled = plural && isPerson(kind) ? 'PEOPLE' : kind;
  const isOwn =
    /^(?:my|our)$/.test(determiner.low) ||
    (/^(?:i|we)$/.test(subject?.low ?? '') && !/^(?:his|her|their)$/.test(determiner.low));
  return {
    text: textOf(own, {
      owner,
      name,
      kind: settled,
      proper,
      head,
      // “Four sisters and a lodger”, as an answer.
      ownPeople:
        (isOwn && (isKin(kind) || settled === 'PEOPLE') && verb === 'have') ||
        (role === 'ALONE' && KINDRED.test(head) && determiner.kind === 'NUMBER'),
    }),
    kind: settled,
    head: head.toLowerCase(),
    name: proper && isPerson(settled) ? head : name,
    plural,
    pronoun: plural ? 'they' : pronounOf(headWord, nameAfter.length > 0 ? nameAfter : named, settled),
    role,
    verb,
    preposition,
    subject: subject?.low ?? null,
    own: isOwn,
    absent:
      determiner.low === 'no' ||
      determiner.low === 'any' ||
      (!isKnown(determiner) && isNegated(words, start)),
    given: role === 'OBJECT' && GIVEN.test(verb ?? '') && isForMe(words, start),
    article: /^an?$/.test(determiner.low) ? determiner.low : '',
    yours: determiner.low === 'your',
    isAside: opensAside(words, start),
    sentence,
    start,
    end,
  };
}

const KINDRED = /^(?:grand)?(?:brothers|sisters|aunts|uncles|cousins|sons|daughters|children)$/i;

/** Verbs of which an illness is the object. */
const SUFFERS = /^(?:have|get|catch|develop)$/;
/** Verbs by which a thing comes to somebody. */
const GIVEN = /^(?:leave|give|send|bring|lend|hand|buy|make|pass|will)$/;

/** “The house”, “my father”: it is there, also when the clause says no. */
const isKnown = ({ low }: Word) => /^(?:the|my|our|his|her|their|that|this|those|these)$/.test(low);

/** “Me” or “us” stands between the verb and the thing. */
function isForMe(words: readonly Word[], start: number): boolean {
  const verb = words.slice(0, start).findLastIndex(({ kind }) => kind === 'VERB');
  return verb >= 0 && /^(?:me|us)$/.test(words[verb + 1]?.low ?? '');
}

/** “A blind man”: with an adjective it is somebody. */
const SOMEBODY = /^(?:man|woman|lady|boy|girl|fellow|couple)$/;

const NO_TOPIC =
  /^(?:God|Lord|Jesus|Christ|Christmas|Easter|Mister|Sir|Madam|Yes|No|Oh|Well|OK|TV|I|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|January|February|March|April|May|June|July|August|September|October|November|December|Mother's Day|English|French|German|Yiddish|Irish|Welsh|Polish|Italian|Spanish|Latin|Gaelic|Hebrew|Dutch|Russian|Arabic|Greek|Portuguese|Chinese|Turkish|Hungarian|Swedish|Catholic|Protestant|Methodist|Baptist|Jewish)$/;

/**
 * The phrase in our words: the noun after “of” (“a tin of marbles” gives “the marbles”), our determiner,
 * and at most two words before the head.
 */
function textOf(
  own: readonly Word[],
  {
    owner,
    name,
    kind,
    proper,
    head,
    ownPeople,
  }: {
    owner: number;
    name: string | null;
    kind: TopicKind;
    proper: boolean;
    head: string;
    ownPeople: boolean;
  },
): string {
  const determiner = own[0] as Word;
  const withName = (text: string) =>
    name ? (isKin(kind) && !isTitled(kind, head) ? name : `${text} ${name}`) : text;
  const isOwnName =
    /^(?:my|our)$/.test(determiner.low) && own.slice(1).every(({ kind: each }) => each === 'NAME');
  if (proper && (isOwnName || !/^(?:DETERMINER|POSSESSIVE)$/.test(determiner.kind)) && owner < 0)
    return CALLED.has(head.toLowerCase())
      ? `your ${head.toLowerCase()}`
      : bareName(own.filter(({ kind: each }) => each === 'NAME'));
  if (owner >= 0) {
    const before = own
      .slice(0, owner + 1)
      .map(({ text }) => text)
      .join(' ');
    const after = own
      .slice(owner + 1)
      .filter(({ kind: each }) => each !== 'NUMBER')
      .slice(-2)
      .map(({ text }) => text)
      .join(' ');
    return secondPerson(
      `${/^(?:a|an)$/i.test(determiner.low) ? before.replace(/^an? /i, 'the ') : lowered(before, determiner)} ${after}`,
    );
  }
  const bare = own.filter(({ kind: each }) => each !== 'DETERMINER' && each !== 'POSSESSIVE');
  const nameless = name ? bare.slice(0, bare.length - name.split(' ').length) : bare;
  const remaining = nameless.filter(
    ({ low, kind: each }, at) =>
      at >= nameless.length - 3 &&
      !(each === 'NUMBER' && !/^(?:two|three|four|five|six|seven|eight|nine|ten)$/.test(low)) &&
      !/^(?:only|whole|same|other|such|own|certain|first|last|next|more|couple)$/.test(low) &&
      !(each === 'ADJECTIVE' && EMPHATIC.test(low)),
  );
  const core =
    remaining.map(({ text, kind: each }) => (each === 'NAME' ? text : text.toLowerCase())).join(' ') || head;
  // “He caught polio”.
  if (kind === 'ILLNESS' && !/^(?:DETERMINER|POSSESSIVE)$/.test(determiner.kind)) return core;
  const opening =
    isPerson(kind) && /^(?:his|her|their)$/.test(determiner.low)
      ? determiner.low
      : /^(?:my|our|your)$/.test(determiner.low)
        ? 'your'
        : ownPeople || (isKin(kind) && CALLED.has(head) && determiner.kind === 'NOUN')
          ? 'your'
          : 'the';
  return withName(`${opening} ${core}`);
}

const EMPHATIC =
  /^(?:great|good|bad|best|finest|worst|terrible|awful|lovely|beautiful|wonderful|nice|real|proper|big|old|only|very|damn|bloody|little)$/;
const isTitled = (kind: TopicKind, head: string) => kind === 'ELDER' && !CALLED.has(head);
const lowered = (text: string, first: Word) =>
  first.kind === 'NAME' ? text : text.charAt(0).toLowerCase() + text.slice(1);

function bareName(own: readonly Word[]): string {
  return own
    .map(({ text }, at) => (/^(?:Mr|Mrs|Ms|Dr|St)$/.test(text) && at < own.length - 1 ? `${text}.` : text))
    .join(' ');
}

/** The kind of thing that a bare name stands for, judged by the words around it. */
function kindOfName(
  own: readonly Word[],
  {
    role,
    verb,
    preposition,
    hasNoun,
  }: { role: Role; verb: string | null; preposition: string | null; hasNoun: boolean },
): TopicKind {
  const [first] = own.filter(({ kind }) => kind === 'NAME');
  const determined = own[0]?.kind === 'DETERMINER';
  const tags = first?.tags ?? new Set();
  const low = first?.low ?? '';
  if (CALLED.has(low) && own.length === 1) return 'ELDER';
  if (TITLES.has(low) && own.length > 1)
    return /^(?:uncle|aunt|auntie|cousin|tante)$/.test(low) ? 'ELDER' : 'ACQUAINTANCE';
  if (/^(?:saint|san|santa|são|hurricane|cyclone|typhoon|mount|lake)$/.test(low) && own.length > 1)
    return 'MATTER';
  if (determined && !hasNoun && own.length === 2 && isFamily(own)) return 'PEOPLE';
  if (determined || hasNoun) {
    if (HEADS.GROUP.has(own.at(-1)?.low ?? '')) return 'GROUP';
    return preposition === 'at' && !hasNoun ? 'PLACE' : 'MATTER';
  }
  if (tags.has('Organization')) return 'MATTER';
  const isInPlace = /^(?:in|at|to|from|near)$/.test(preposition ?? '');
  if (own.length > 1 && !isInPlace && tags.has('FirstName')) return 'NAMED';
  if (tags.has('Place') || tags.has('City') || tags.has('Country') || tags.has('Region')) return 'PLACE';
  if (preposition !== 'in' && preposition !== 'at' && (tags.has('FirstName') || tags.has('Person')))
    return 'NAMED';
  if (
    role === 'AFTER_PREPOSITION' &&
    /^(?:in|to|at|from|near|through|outside|into|around|around|off)$/.test(preposition ?? '')
  )
    return /^(?:move|go|come|live|sail|travel|emigrate|walk|drive|fly|be|bear|grow|return|arrive|send|evacuate|settle|stay|bring|get|leave|cross|stop)$/.test(
      verb ?? 'be',
    )
      ? 'PLACE'
      : 'MATTER';
  if (verb && HUMAN_VERBS.has(verb) && role === 'SUBJECT') return 'NAMED';
  return /^(?:marry|meet|love|kiss|tell|ask|visit|help|thank|miss|know)$/.test(verb ?? '')
    ? 'NAMED'
    : 'MATTER';
}

/** “The Kowalskis”. */
const isFamily = ([first, name]: readonly Word[]) =>
  first?.low === 'the' &&
  /\p{Ll}{2}s$/u.test(name?.text ?? '') &&
  rankOf(name?.low ?? '') === null &&
  !name?.tags.has('Place');

/** Verbs with a human subject: a name before one is a person. */
const HUMAN_VERBS = new Set(
  'say tell ask laugh stand sing sit cry smile shout whisper think want love like hate know give write teach help sew cook bake sleep eat drink walk drive dance marry work play carry kiss wink wave nod knock answer decide believe hope learn make live call keep put take bring wear speak talk read build teach come go die'.split(
    ' ',
  ),
);

function pronounOf(head: Word, names: readonly Word[], kind: TopicKind): Pronoun | null {
  const said = genderOfHead(singularOf(head.low)) ?? genderOfTitle(head);
  if (said) return said;
  const title = names[0] && genderOfTitle(names[0]);
  if (title) return title;
  for (const { tags } of [head, ...names]) {
    if (tags.has('MaleName')) return 'he';
    if (tags.has('FemaleName')) return 'she';
  }
  return isPerson(kind) || kind === 'ANIMAL' ? null : 'it';
}

const genderOfTitle = ({ low }: Word) =>
  /^(?:mr|uncle|father|brother|sir|herr)$/.test(low)
    ? 'he'
    : /^(?:mrs|ms|miss|aunt|auntie|sister|mother|frau|madame|tante)$/.test(low)
      ? 'she'
      : null;

function isPlural({ tags, low }: Word, head: string): boolean {
  if (/^(?:geese|mice|children|people|men|women|sheep|cattle|police|clothes|oxen)$/.test(head)) return true;
  if (tags.has('Plural')) return true;
  return /[^s]s$/.test(low) && singularOf(low) !== low && !tags.has('Singular') && !tags.has('Uncountable');
}

/** The role of the phrase that starts here, judged by the words around it in its clause. */
function roleOf(
  words: readonly Word[],
  start: number,
): { role: Role; verb: string | null; preposition: string | null; subject: Word | null } {
  let from = start;
  while (from > 0 && !breaksBefore(words, from)) from--;
  const before = words.slice(from, start);
  const verbAt = before.findLastIndex(({ kind }) => kind === 'VERB');
  const subject = before.find(({ kind }) => kind === 'PRONOUN' || kind === 'NOUN' || kind === 'NAME') ?? null;
  const previous = before.findLast(({ kind }) => kind !== 'ADVERB');
  const preposition = previous?.kind === 'PREPOSITION' ? previous.low : null;
  const verbWord = before[verbAt];
  const verb = verbWord ? infinitiveOf(verbWord) : null;
  if (preposition) return { role: 'AFTER_PREPOSITION', verb, preposition, subject };
  if (verbWord) {
    const base = { verb, preposition: null, subject };
    if (before.some(({ low }) => low === 'there') && isCopula(verbWord)) return { role: 'THERE_IS', ...base };
    return { role: isCopula(verbWord) ? 'PREDICATE' : 'OBJECT', ...base };
  }
  const next = words
    .slice(start)
    .find(({ kind }, at) => kind === 'VERB' || (at > 0 && breaksBefore(words, start + at)));
  return next?.kind === 'VERB'
    ? {
        role: 'SUBJECT',
        verb: infinitiveOf(mainVerb(words, words.indexOf(next))),
        preposition: null,
        subject: null,
      }
    : { role: 'ALONE', verb: null, preposition: null, subject };
}

function mainVerb(words: readonly Word[], at: number): Word {
  let verb = words[at] as Word;
  for (let next = at + 1; next < words.length && isAuxiliary(verb); next++) {
    const word = words[next] as Word;
    if (word.kind === 'VERB') verb = word;
    else if (word.kind !== 'ADVERB' && word.low !== 'to') break;
  }
  return verb;
}

/** Whether a clause starts with this word. */
export function breaksBefore(words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (!before || !word) return true;
  if (before.mark) return true;
  if (word.kind !== 'LINK') return false;
  if (word.low !== 'and' && word.low !== 'or') return word.low !== 'than' && word.low !== 'as';
  // “And” between two things joins them; before a person who acts it starts a clause.
  const rest = words.slice(at + 1, at + 6);
  const verb = rest.findIndex(({ kind }) => kind === 'VERB');
  const end = rest.findIndex(({ mark, kind }) => mark !== '' || kind === 'PREPOSITION' || kind === 'LINK');
  return rest[0]?.kind === 'VERB' || rest[0]?.kind === 'PRONOUN' || (verb >= 0 && (end < 0 || verb <= end));
}

const ASIDE = /^(?:when|while|because|until|till|before|after|since|though|although|if)$/;

function opensAside(words: readonly Word[], start: number): boolean {
  let from = start;
  while (from > 0 && !breaksBefore(words, from)) from--;
  return from > 0 && ASIDE.test(words[from]?.low ?? '');
}

function isNegated(words: readonly Word[], start: number): boolean {
  let from = start;
  while (from > 0 && !breaksBefore(words, from)) from--;
  return words.slice(from, start).some(({ low, denies }) => denies || low === 'without');
}

/**
 * Joins a name to the noun that it belongs to: “a pony, Duchess”, “a dog called Bruno”, “twins, Ada and
 * Ben”.
 */
function joinNames(found: readonly NounPhrase[], words: readonly Word[]): NounPhrase[] {
  const joined: (NounPhrase & { vague?: boolean })[] = [];
  for (let at = 0; at < found.length; at++) {
    const phrase = found[at] as NounPhrase;
    const last = joined.at(-1);
    const between = last ? words.slice(last.end, phrase.start).map(({ low }) => low) : [];
    const names = phrase.name !== null || words[phrase.end - 1]?.kind === 'NAME';
    const called = between.length === 1 && /^(?:called|named|nicknamed)$/.test(between[0] ?? '');
    const apposed =
      between.length === 0 &&
      words[(last?.end ?? 0) - 1]?.mark === ',' &&
      last?.name == null &&
      words[phrase.start]?.kind === 'NAME';
    if (
      last &&
      names &&
      phrase.kind !== 'PLACE' &&
      (called || (apposed && (isPerson(last.kind) || last.kind === 'ANIMAL' || last.role === 'ALONE')))
    ) {
      give(last, nameIn(words, phrase), phrase);
      const second = found[at + 1];
      const and =
        second &&
        words[phrase.end]?.low === 'and' &&
        second.start === phrase.end + 1 &&
        words[second.start]?.kind === 'NAME';
      if (and && last.plural) {
        give(last, `${last.name} and ${nameIn(words, second)}`, second);
        at++;
      }
      continue;
    }
    if (last && called && words[phrase.start]?.kind === 'DETERMINER') {
      give(last, nameIn(words, phrase), phrase);
      continue;
    }
    // “Zofia, my aunt, …”
    const reversed =
      last?.kind === 'NAMED' &&
      between.length === 0 &&
      words[last.end - 1]?.mark === ',' &&
      isPerson(phrase.kind) &&
      phrase.name === null &&
      words[phrase.start]?.kind === 'POSSESSIVE';
    if (last && reversed) {
      last.kind = phrase.kind;
      last.pronoun ??= phrase.pronoun;
      last.own ||= phrase.own;
      continue;
    }
    // “A load of onions”, “the back of the car”: the second noun is the topic.
    if (last && between.length === 1 && between[0] === 'of' && PART_OF.has(last.head)) {
      joined[joined.length - 1] = {
        ...phrase,
        role: last.role,
        verb: last.verb,
        preposition: last.preposition,
      };
      continue;
    }
    joined.push({ ...phrase });
  }
  return joined.filter(({ head, name }) => name !== null || !VAGUE.has(head));
}

function nameIn(words: readonly Word[], { start, end }: NounPhrase): string {
  const own = words.slice(start, end);
  return own[0]?.kind === 'DETERMINER'
    ? `the ${bareName(own.slice(1))}`
    : bareName(own.filter(({ kind: each }) => each === 'NAME'));
}

function give(phrase: NounPhrase, name: string, from: NounPhrase): void {
  phrase.name = name;
  phrase.text = name;
  phrase.end = from.end;
  phrase.pronoun = phrase.plural ? 'they' : (phrase.pronoun ?? from.pronoun);
  if (phrase.kind === 'MATTER' && !isPlace(from.kind)) phrase.kind = from.kind;
}
