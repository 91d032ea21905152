import { kindOfHead } from './kinds.ts';
import { CALLED, VAGUE } from './lexicon.ts';
import { breaksBefore } from './noun-phrases.ts';
import { secondPerson } from './second-person.ts';
import { infinitiveOf, isAuxiliary, isCopula, pastOf, UNCHANGED, type Word } from './tagging.ts';

/** What somebody did or was, in words that fit into our questions. */
export interface Deed {
  /** The person who tells did it (“I” or “we”), not somebody or something else. */
  own: boolean;
  /** Who or what did it, in the second person (“your father”, “he”). */
  subject: string;
  verb: string;
  /** “drive a tram”. */
  infinitive: string;
  /** “you drove a tram”. */
  clause: string;
  /** It lasted or was repeated: “for nineteen years”, “every Sunday”, “used to”. */
  lasting: boolean;
  /** It was done again and again: “used to”, “would”. */
  habit: boolean;
  present: boolean;
  /** The modality: “had to”, “learned to”, “wanted to”; FIRST for “never saw the sea till I was thirty”. */
  mode: 'PLAIN' | 'HAD_TO' | 'LEARNED' | 'WANTED' | 'COULD' | 'SUFFERED' | 'WAS' | 'FIRST';
  /** With WAS: the adjective or noun that somebody was. */
  was: string | null;
  /** With WAS: it is an occupation. */
  isWork: boolean;
  negated: boolean;
  /** It was negated with “never”. */
  never: boolean;
  sentence: number;
  /** Where its clause begins. */
  start: number;
  /** The clause only says when or why something else happened. */
  isAside: boolean;
  /** The answer leaves out who did it: “Walked up to the cemetery.” */
  isElided: boolean;
  /** The number of words in its complement. */
  weight: number;
}

const SUBJECT_PRONOUN = /^(?:i|we|he|she|they|it)$/;
/** Verbs of state: nobody asks what it was like to do them. */
const STATIVE = new Set(
  'have be know think mean say guess suppose want like love hate need seem look feel see hear remember believe understand hope wish get let tell own belong depend matter happen do forget call name reckon turn seem appear prove end become'.split(
    ' ',
  ),
);
const MEASURE = /^(?:dollars?|pounds?|cents?|shillings?|pence|penny|miles?|money|time|times|thing|things)$/;
/** Whether a verb says something that lasts: “live”, “stay”. */
export const isLasting = (verb: string) => LASTING.has(verb);

const LASTING = new Set('live grow stay work belong attend board lodge serve raise'.split(' '));
const MOST_WORDS = 9;

/** The deeds in the clauses of a sentence, in order. */
export function deedsOf(words: readonly Word[], sentence: number): Deed[] {
  const deeds: Deed[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!breaksBefore(words, at)) continue;
    const deed = deedFrom(words, at, sentence);
    const never = words.slice(at, at + 4).some(({ low }) => low === 'never');
    if (deed) deeds.push({ ...deed, never, start: at, isAside: ASIDE.test(words[at]?.low ?? '') });
  }
  return deeds;
}

const ASIDE =
  /^(?:when|while|because|until|till|before|after|since|though|although|as|which|who|where|whereas|unless)$/;

/** “That I learned to read”, as an answer, and “it rained so hard that the priest came by tractor”. */
function isResult(words: readonly Word[], at: number, sentence: number): boolean {
  if (at === 0) return sentence === 0 && /^(?:i|we)$/.test(words[1]?.low ?? '');
  return words.slice(Math.max(0, at - 4), at).some(({ low }) => low === 'so');
}

function deedFrom(
  words: readonly Word[],
  from: number,
  sentence: number,
): Omit<Deed, 'isAside' | 'start' | 'never'> | null {
  let at = from;
  while (
    at < words.length &&
    /^(?:LINK|ADVERB|OTHER)$/.test(words[at]?.kind ?? '') &&
    !SUBJECT_PRONOUN.test(words[at]?.low ?? '')
  )
    at++;
  if (
    (words[from]?.low === 'that' && !isResult(words, from, sentence)) ||
    words[from]?.low === 'if' ||
    words[from]?.low === 'what' ||
    words[from]?.low === 'how'
  )
    return null;
  // “On that day I walked home”: what comes before “I” only says when and where.
  if (words[at]?.kind === 'PREPOSITION') {
    const until = words.findIndex(({ kind, mark }, index) => index >= at && (kind === 'VERB' || mark !== ''));
    const pronoun = words.findIndex(
      ({ low }, index) => index > at && index < until && /^(?:i|we|he|she|they)$/.test(low),
    );
    if (pronoun > 0) at = pronoun;
  }
  const start = at;
  while (
    at < words.length &&
    at - start < 7 &&
    words[at]?.kind !== 'VERB' &&
    (at === start || !words[at - 1]?.mark)
  )
    at++;
  const isElided =
    sentence === 0 &&
    start === 0 &&
    at === 0 &&
    (((words[0]?.tags.has('PastTense') ?? false) && !LEFT_OUT.test(words[0]?.low ?? '')) || isDoing(words));
  const subjectWords = words.slice(start, at).filter(({ kind }, index) => kind !== 'ADVERB' || index === 0);
  if ((subjectWords.length === 0 && !isElided) || words[at]?.kind !== 'VERB' || words[at - 1]?.mark)
    return null;
  const toil = toilOf(words, at, subjectWords);
  const subject = toil || isElided ? 'you' : subjectOf(subjectWords);
  if (!subject) return null;
  const own = /^you$/.test(subject);

  let mode: Deed['mode'] = 'PLAIN';
  if (toil) at = toil;
  let negated = words[at]?.denies ?? false;
  let lasting = false;
  let habit = false;
  let verb = words[at] as Word;
  let verbAt = at;
  for (let next = at + 1; next < words.length && !words[next - 1]?.mark; next++) {
    const word = words[next] as Word;
    if (word.denies) negated = true;
    if (
      word.kind === 'VERB' &&
      (isAuxiliary(verb) || OPENS_INFINITIVE.test(verb.low)) &&
      (words[next - 1]?.low === 'to' || isAuxiliary(verb))
    ) {
      if (isCopula(verb) && words[next - 1]?.low === 'to') break;
      if (isCopula(verb) && !word.tags.has('Gerund') && !/ing$/.test(word.low)) mode = 'SUFFERED';
      else if (words[next - 1]?.low === 'to') mode = modeOf(verb.low) ?? mode;
      else if (verb.low === 'could') mode = 'COULD';
      if (verb.low === 'used' || verb.low === 'would') habit = true;
      verb = word;
      verbAt = next;
    } else if (word.kind !== 'ADVERB' && word.low !== 'to' && word.kind !== 'OTHER' && !word.denies) break;
    else if (word.low === 'to' && !OPENS_INFINITIVE.test(verb.low)) break;
  }

  // “I should have learned to read music”: it wasn’t done.
  const spoken = words.slice(start, verbAt).map(({ low }) => low);
  if (/\b(?:should|would|could|might)(?:n't| not)? have$/.test(spoken.join(' '))) return null;
  lasting ||= habit || LASTING.has(infinitiveOf(verb));
  const complement = complementOf(words, verbAt + 1);
  const tail = complement.words;
  lasting ||= complement.lasting;
  // “I could walk you there”: “you” can't be told apart once the words are turned into the second person.
  if (tail.some(({ low }) => /^your?(?:self)?$/.test(low))) return null;
  if (verb.tags.has('Modal') || /^(?:might|would|could|should|must|did|do|does|used|'d|'ll)$/.test(verb.low))
    return null;
  if (isCopula(verb) && mode === 'WANTED') {
    const rest = secondPerson(tail.map(({ text }) => text).join(' '));
    return {
      ...{ own, subject, verb: 'be', infinitive: `be ${rest}`, clause: `${subject} wanted to be ${rest}` },
      ...{ lasting, habit, present: false, mode, was: null, isElided, isWork: false, negated, sentence },
      weight: tail.filter(isContent).length,
    };
  }
  if (isCopula(verb)) return wasOf(words, verbAt, { subject, own, sentence, negated, lasting, tail });
  const infinitive = infinitiveOf(verb);
  const isNegated = negated || words.slice(start, verbAt).some(({ denies }) => denies);
  const isFirst = isNegated && cameLater(words, verbAt);
  const isSensed = isFirst && /^(?:see|hear|taste|have)$/.test(infinitive);
  if (mode !== 'HAD_TO' && mode !== 'WANTED' && !isSensed && STATIVE.has(infinitive)) return null;
  const rest = secondPerson(
    tail
      .map(({ text }) => text)
      .filter(Boolean)
      .join(' ')
      .replace(/ (?:in|since|from|until) (?:'?\d\d|(?:18|19|20)\d\d)\b/g, '')
      .replace(/ (\w+ by|by) (?:one|two|the dozen)$/, ''),
  );
  // “I learned to splice rope”: the tagger may take the second verb for a noun.
  const learned = infinitive === 'learn' && rest.startsWith('to ') ? rest.slice(3) : null;
  const base = mode === 'SUFFERED' ? `be ${verb.low}` : infinitive;
  // After “had” it is a participle: “he had broken his leg” is “he broke his leg”.
  // A participle without a known infinitive would make a wrong form.
  if (verbAt !== at && mode === 'PLAIN' && !habit && infinitive === verb.low && /(?:en|wn)$/.test(verb.low))
    return null;
  const isPast = verbAt === at && verb.tags.has('PastTense') && mode === 'PLAIN';
  const said = isPast ? verb.low : pastOf(infinitive);
  const past = mode === 'SUFFERED' ? `${own || isMany(subject) ? 'were' : 'was'} ${verb.low}` : said;
  return {
    own,
    subject,
    verb: infinitive,
    infinitive: learned ?? `${base} ${rest}`.trim(),
    clause: `${subject} ${past} ${rest}`.trim(),
    lasting,
    habit,
    present:
      verb.tags.has('PresentTense') &&
      !verb.tags.has('Gerund') &&
      mode === 'PLAIN' &&
      words[at] === verb &&
      (verb.low === infinitive || verb.low.endsWith('s')) &&
      !UNCHANGED.test(verb.low),
    mode: isFirst ? 'FIRST' : learned ? 'LEARNED' : mode,
    was: null,
    isElided,
    isWork: false,
    negated: isNegated && !isFirst,
    sentence,
    weight: tail.filter(isContent).length,
  };
}

/** “I never saw the sea till I was thirty”: it happened then for the first time. */
function cameLater(words: readonly Word[], verbAt: number): boolean {
  const next = words.findIndex((_, at) => at > verbAt && breaksBefore(words, at));
  return next > 0 && /^(?:till|until|before)$/.test(words[next]?.low ?? '');
}

/** “Learning to drive at sixty”, “Saying goodbye to the dog”: an answer that only names what the person did. */
function isDoing(words: readonly Word[]): boolean {
  const [first, next] = words;
  return (
    first?.kind === 'VERB' &&
    /ing$/.test(first.low) &&
    !first.mark &&
    (/^(?:to|up|out|off|down|away|back)$/.test(next?.low ?? '') ||
      /^(?:DETERMINER|POSSESSIVE|NAME|NOUN)$/.test(next?.kind ?? '')) &&
    !words.some(({ kind }, at) => at > 1 && kind === 'VERB' && words[at - 1]?.low !== 'to')
  );
}

/** Verbs that at the start of an answer rather say what happened to something. */
const LEFT_OUT =
  /^(?:was|were|had|did|gone|born|said|called|burned|burnt|died|closed|sold|torn|broken|stolen|lost|sank|sunk|married)$/;

const OPENS_INFINITIVE =
  /^(?:used|had|has|have|got|learned|learnt|learning|wanted|hoped|decided|tried|started|began|went|came|managed|helped|was|were)$/;

function modeOf(verb: string): Deed['mode'] | null {
  if (/^(?:had|has|have)$/.test(verb)) return 'HAD_TO';
  if (/^(?:learned|learnt|learning)$/.test(verb)) return 'LEARNED';
  return /^(?:wanted|hoped|decided)$/.test(verb) ? 'WANTED' : null;
}

function wasOf(
  words: readonly Word[],
  at: number,
  {
    subject,
    own,
    sentence,
    negated,
    lasting,
    tail,
  }: Pick<Deed, 'subject' | 'own' | 'sentence' | 'negated' | 'lasting'> & { tail: readonly Word[] },
): Omit<Deed, 'isAside' | 'start' | 'never'> | null {
  const [first] = tail.filter(({ kind }) => kind !== 'ADVERB');
  if (!first || negated || words[at]?.mark) return null;
  const special =
    first.low === 'the' &&
    own &&
    tail.some(({ low }) => /^(?:only|first|second|third|last|middle|head)$|est$/.test(low));
  const office = /^(?:NOUN|NAME)$/.test(first.kind) && tail[1]?.low === 'of';
  if (!/^(?:DETERMINER|ADJECTIVE)$/.test(first.kind) && !office) return null;
  if (/^(?:the|this|that|these|those|it)$/.test(first.low) && !special) return null;
  const rest = secondPerson(tail.map(({ text }) => text).join(' '));
  return {
    own,
    subject,
    verb: 'be',
    infinitive: `be ${rest}`,
    clause: `${subject} ${own || isMany(subject) ? 'were' : 'was'} ${rest}`,
    lasting,
    habit: false,
    present: /^(?:is|are|am)$/.test(words[at]?.low ?? ''),
    mode: 'WAS',
    isElided: false,
    isWork: isWork(tail),
    was: first.kind === 'ADJECTIVE' ? first.low : rest.replace(/^an? /, ''),
    negated: false,
    sentence,
    weight: tail.length,
  };
}

/** A price or a weight is not a deed; “me” is a person to whom something was done. */
function isContent({ kind, low }: Word): boolean {
  return (/^(?:NOUN|NAME|ADJECTIVE|VERB)$/.test(kind) && !MEASURE.test(low)) || /^(?:me|us)$/.test(low);
}

/** “A page at the Ritz”, “a good cook”: the first noun names an occupation. */
function isWork(tail: readonly Word[]): boolean {
  const at = tail.findIndex(({ kind }, index) => kind === 'NOUN' && tail[index + 1]?.kind !== 'NOUN');
  const noun = tail[at];
  if (!noun || tail[at + 1]?.low === 'of' || NO_WORK.test(noun.low)) return false;
  return (
    noun.tags.has('Actor') ||
    kindOfHead(noun.low) === 'ACQUAINTANCE' ||
    /(?:er|or|ist|man|woman|ess|eer|ian|ant)$/.test(noun.low)
  );
}

const NO_WORK =
  /^(?:child|kid|boy|girl|baby|man|woman|lady|gentleman|person|friend|sister|brother|mother|father|daughter|son|twin|widow|widower|member|lover|believer|beginner|youngster|teenager|reader|dreamer|liar|character|matter|disaster|giant|neighbou?r|stranger|foreigner|bachelor|husband|wife|winter|summer|saint|loner)$/;

/** “My job was to read the meters”: the position of the verb for the work. */
function toilOf(words: readonly Word[], at: number, subject: readonly Word[]): number | null {
  const isToil =
    /^(?:my|our)$/.test(subject[0]?.low ?? '') &&
    /^(?:job|work|task|chore|duty)$/.test(subject.at(-1)?.low ?? '');
  return isToil && isCopula(words[at] as Word) && words[at + 1]?.low === 'to' && words[at + 2]
    ? at + 2
    : null;
}

/** The subject in the second person: “you”, “he”, “your father”. Null when it names nobody and nothing. */
function subjectOf(words: readonly Word[]): string | null {
  const [first] = words;
  if (!first) return null;
  if (/^(?:i|we)$/.test(first.low)) return words.length === 1 ? 'you' : null;
  if (SUBJECT_PRONOUN.test(first.low)) return words.length === 1 ? first.low : null;
  if (
    words.some(({ kind }) => /^(?:VERB|PRONOUN|LINK)$/.test(kind)) &&
    !words.some(({ low }) => low === 'and')
  )
    return null;
  if (!words.some(({ kind }) => kind === 'NOUN' || kind === 'NAME')) return null;
  // What a hand or a foot did says nothing about its owner.
  if (VAGUE.has(words.at(-1)?.low ?? '')) return null;
  if (words.length === 1 && CALLED.has(first.low)) return `your ${first.low}`;
  const text = words
    .map(({ text, kind }, at) => (at === 0 && kind !== 'NAME' ? text.toLowerCase() : text))
    .join(' ');
  return /\b(?:I|we|me)\b/.test(text) ? null : secondPerson(text.replace(/^(?:a|an) /, 'the '));
}

const isMany = (subject: string) => / and |^they$|^(?:the|your|his|her|their) .*[^s]s$/.test(subject);

const TIME =
  /^(?:year|years|month|months|week|weeks|day|days|night|nights|morning|mornings|evening|evenings|afternoon|hour|hours|minute|minutes|winter|winters|summer|summers|spring|autumn|fall|time|times|christmas|easter|sunday|sundays|monday|mondays|tuesday|wednesday|thursday|friday|fridays|saturday|saturdays|war|while)$/;

const ANOTHER_CLAUSE = /^(?:when|whenever|while|because|until|till|if|unless|though|although)$/;

/** The complement of a verb, without phrases of time and duration. */
function complementOf(words: readonly Word[], from: number): { words: Word[]; lasting: boolean } {
  let end = from;
  while (
    end < words.length &&
    (end === from || !breaksBefore(words, end)) &&
    !words[end - 1]?.mark.replace('(', '')
  )
    end++;
  if (from > 0 && (words[from - 1]?.mark || ANOTHER_CLAUSE.test(words[from]?.low ?? '')))
    return { words: [], lasting: false };
  let tail = words.slice(from, end);
  const and = tail.findIndex(
    ({ low }, at) =>
      /^(?:and|or)$/.test(low) && (at > 3 || !/^(?:NOUN|NAME|DETERMINER)$/.test(tail[at + 1]?.kind ?? '')),
  );
  if (and >= 0) tail = tail.slice(0, and);
  let lasting = false;
  for (let cut = adjunctAt(tail); cut >= 0; cut = adjunctAt(tail)) {
    lasting ||= /^(?:for|every|each|all)$/.test(tail[cut]?.low ?? '') || /s$/.test(tail.at(-1)?.low ?? '');
    tail = tail.slice(0, cut);
  }
  while (tail.length > MOST_WORDS) {
    const cut = tail.findLastIndex(
      ({ kind, low }, at) => at > 0 && low !== 'of' && (kind === 'PREPOSITION' || kind === 'LINK'),
    );
    if (cut <= 0) break;
    tail = tail.slice(0, cut);
  }
  while (
    tail.length > 0 &&
    /^(?:PREPOSITION|LINK|DETERMINER|POSSESSIVE)$/.test(tail.at(-1)?.kind ?? '') &&
    tail.at(-1)?.low !== 'up' &&
    !/^(?:out|off|down|away|home|back|over|in|on|around|about|through)$/.test(tail.at(-1)?.low ?? '')
  )
    tail = tail.slice(0, -1);
  return { words: tail.length > MOST_WORDS ? [] : tail, lasting };
}

/** The index of a final time phrase; -1 if there is none. */
function adjunctAt(tail: readonly Word[]): number {
  const last = tail.at(-1);
  if (!last || tail.length === 0) return -1;
  // “One by one”.
  if (tail.at(-2)?.low === 'by' && tail.at(-3)?.low === last.low) return tail.length - 3;
  if (
    /^(?:again|then|first|last|mostly|now|once|twice|too|either|anyway|though|also|always|still|already|today|yesterday|together|yet|only|just)$/.test(
      last.low,
    )
  )
    return tail.length - 1;
  const timely =
    TIME.test(last.low) || last.tags.has('Date') || (last.kind === 'NUMBER' && !last.tags.has('Ordinal'));
  if (!timely) return -1;
  let at = tail.length - 1;
  while (
    at > 0 &&
    /^(?:DETERMINER|NUMBER|ADJECTIVE|POSSESSIVE|ADVERB|NOUN)$/.test(tail[at - 1]?.kind ?? '') &&
    tail.length - at < 5
  ) {
    if (tail[at - 1]?.kind === 'NOUN' && !TIME.test(tail[at - 1]?.low ?? '')) break;
    at--;
  }
  // “Left it on all day”: “on” belongs to the verb.
  if (tail[at - 1]?.kind === 'PREPOSITION' && !(tail[at]?.low === 'all' && tail[at - 1]?.low !== 'for')) at--;
  else if (at === tail.length - 1 && last.kind === 'NUMBER') return -1;
  // “By the spring”, “about night”: a phrase that gives no time stays part of the deed.
  return at > 0 || tail.length > 1 ? at : -1;
}
