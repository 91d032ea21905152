import { findDates } from '#api/biography/writing/dates.ts';
import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import { MONTH_NAMES } from '#api/biography/writing/naming/name-lists.ts';

/** A stretch of a sentence and its value: EDTF, or a place. */
export type Said = { start: number; end: number; text: string; value: string };

/** An event of a life told in a sentence, with its time and place if stated. */
export type ToldEvent = {
  /** The same key means the same event of the same person. */
  key: string;
  /** In the second person, for the subject: "you were born", "your brother Tony died". */
  clause: string;
  date: Said | null;
  place: Said | null;
};

type Deed = { key: string; said: string; pattern: string; isOnce: boolean };

const married = '(?:got|were|was) married|married';
/** Events that happen once in a life, or once with the same words. */
const deeds: Deed[] = [
  { key: 'birth', said: 'born', pattern: 'was born', isOnce: true },
  {
    key: 'death',
    said: 'died',
    pattern: '(?:had )?died|passed away|passed on|(?:was|got) killed',
    isOnce: true,
  },
  { key: 'wedding', said: 'married', pattern: married, isOnce: true },
  {
    key: 'graduation',
    said: 'graduated',
    pattern: '(?:had )?graduated|finished high school',
    isOnce: true,
  },
  { key: 'retirement', said: 'retired', pattern: '(?:had )?retired', isOnce: true },
  { key: 'school', said: 'started school', pattern: '(?:started|began) school', isOnce: true },
];
const by = (patterns: string) => `(?:${patterns})`;
const own = new RegExp(
  `(?:^|[^\\p{L}])(?:(?:I|[Ww]e)|(?:(\\p{Lu}\\p{L}+) and I|I and (\\p{Lu}\\p{L}+))) (?:then |finally |both )?(${by(deeds.map(({ pattern }) => pattern).join('|'))}) ?(?!\\p{L}*self)`,
  'u',
);
const kin = new RegExp(
  `\\b[Mm]y (?:late |older |younger |oldest |eldest |youngest |little |big |twin |own |dear )*(${KIN_PATTERN})(?:,? (?!and\\b)(\\p{Lu}\\p{L}+))?,? (${by(deeds.map(({ pattern }) => pattern).join('|'))})\\b`,
  'iu',
);
const named = new RegExp(
  `(?<![\\p{L}'’] |\\p{L})(\\p{Lu}\\p{L}{2,}) (${by(deeds.map(({ pattern }) => pattern).join('|'))})\\b`,
  'u',
);
const going =
  /\b(?:I|[Ww]e) (moved to|came to|emigrated to|started at|began at|went to work at|joined) (?:the )?(\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+)*|(?:\p{L}+ ){0,2}(?:company|mill|factory|hospital|bank|school|office|shop|store|bakery|railway|railroad|army|navy))/u;
/** Words that mark another event of the same kind. */
const another =
  /\b(?:again|second(?: time)?|third|re-?married|once more|a new (?:wife|husband))\b|\bafter \p{L}+ (?:died|passed)/iu;
/** Words of doubt, negation or supposition. */
const unsure =
  /\?|\b(?:not|never|n't|if|would|could|might|almost|nearly|supposed to|going to|dreamed|wished|said|told me|thought|before (?:I|we|he|she|they)|after (?:I|we|he|she|they)|until|when (?:I|we|he|she|they)|since (?:I|we|he|she|they))\b/i;
/** Relations that a person may have several of: without a name, it is unclear who is meant. */
const several =
  /^(?:brother|sister|sibling|half-|step|son|daughter|child|cousin|aunt|uncle|niece|nephew|friend|neighbor|grandson|granddaughter|grandchild|great-|foster|god|teacher|boss|roommate|colleague|twin|.*-in-law)/;

/** The one-time events told in a sentence; none when it doubts, denies or supposes. */
export const eventsIn = remembered(readEvents, 2_000);

function readEvents(sentence: string): ToldEvent[] {
  const text = plain(sentence);
  if (text.length > 600 || unsure.test(text.replace(/ or so\b/g, ''))) return [];
  const whose = whoAndWhat(text);
  if (!whose) return [];
  const dates = findDates(text).filter(({ inferred }) => !inferred);
  const [date] = dates;
  // With several dates, the event's date is unclear.
  const only = dates.length === 1 && date ? { ...date, value: date.edtf } : null;
  const repeated = another.test(text) ? ':again' : '';
  const place = whose.takesPlace ? placeIn(text, only) : null;
  return only || place ? [{ key: `${whose.key}${repeated}`, clause: whose.clause, date: only, place }] : [];
}

function whoAndWhat(text: string): { key: string; clause: string; takesPlace: boolean } | null {
  const ofKin = kin.exec(text);
  if (ofKin) {
    const relation = relationOf(ofKin[1] ?? '');
    const deed = deedOf(ofKin[3] ?? '');
    const name = /^\p{Lu}/u.test(ofKin[2] ?? '') ? (ofKin[2] ?? null) : null;
    if (!relation || !deed || (!name && several.test(relation))) return null;
    const who = `your ${relation}${name ? ` ${name}` : ''}`;
    return {
      key: `${deed.key}:${relation}:${(name ?? '').toLowerCase()}`,
      clause: clauseOf(who, 'was', deed),
      takesPlace: deed.key !== 'retirement',
    };
  }
  const ofSelf = own.exec(text);
  if (ofSelf) {
    const deed = deedOf(ofSelf[3] ?? '');
    if (!deed) return null;
    return { key: `${deed.key}:self`, clause: clauseOf('you', 'were', deed), takesPlace: true };
  }
  const went = going.exec(text);
  if (went) {
    const [, verb = '', where = ''] = went;
    return {
      key: `${verb.split(' ')[0]}:${where.toLowerCase()}`,
      clause: `you ${verb} ${where}`,
      takesPlace: false,
    };
  }
  const ofNamed = named.exec(text);
  const name = ofNamed?.[1] ?? '';
  const deed = ofNamed && deedOf(ofNamed[2] ?? '');
  if (!deed || deed.key === 'school' || !isGivenName(name)) return null;
  return {
    key: `${deed.key}:name:${name.toLowerCase()}`,
    clause: clauseOf(name, 'was', deed),
    takesPlace: true,
  };
}

function deedOf(words: string): Deed | undefined {
  return deeds.find(({ pattern }) => new RegExp(`^(?:${pattern})$`, 'i').test(words.trim()));
}

function clauseOf(who: string, was: 'was' | 'were', { key, said }: Deed): string {
  return key === 'birth' ? `${who} ${was} born` : key === 'wedding' ? `${who} got married` : `${who} ${said}`;
}

const placeWords =
  /\bin ((?:\p{Lu}[\p{L}.]+|St\.)(?:[ -](?:\p{Lu}[\p{L}.]+|de|da|do|del|la|upon|on))*)(?=[^\p{L}]|$)/gu;

/** The town or country of the sentence; null when it names two that aren't within one another. */
function placeIn(text: string, date: Said | null): Said | null {
  const found = [...text.matchAll(placeWords)].flatMap((match): Said[] => {
    const name = (match[1] ?? '').replace(/[.]$/, '');
    const start = match.index + 3;
    const isDate = date !== null && start < date.end && date.start < start + name.length;
    if (isDate || monthOrSeason.test(name) || MONTH_NAMES.has(name.toLowerCase())) return [];
    return [{ start, end: start + name.length, text: name, value: name }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const monthOrSeason =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Fall|Winter|Christmas|Easter|English|Spanish)$/;
