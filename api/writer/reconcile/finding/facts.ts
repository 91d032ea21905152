import { createHash } from 'node:crypto';
import { fold } from '#api/biography/writing/language/words.ts';
import type { Language } from '#api/language/languages.ts';
import { areAgesApart } from './ages.ts';
import { areAnswersApart } from './answers.ts';
import type { BookCard, BookSentence, FoundConflict, FoundSide } from './book.ts';
import type { Claim, FactReason } from './claims.ts';
import type { Said } from './clauses.ts';
import type { ToldEvent } from './events.ts';
import { type FactWords, factWords } from './fact-words.ts';
import { areNamesApart } from './names-of-relatives.ts';
import { liesWithin } from './regions.ts';
import { areWorksApart } from './work-of-relatives.ts';

type Statement = {
  cardId: string;
  sentence: BookSentence;
  key: string;
  about: string;
  said: Said;
  /** Of a claim: see `Claim`. */
  form?: string;
};
type Stated<T> = T & { cardId: string; sentence: BookSentence };

/**
 * Finds what can't both be true: two times or places of one event, two names of one relative, two numbers of siblings or
 * children, two kinds of work at one time, two ends of school, two answers to a plain question. For each of these at most three pairs.
 */
export function findContradictions(cards: readonly BookCard[], language: Language = 'en'): FoundConflict[] {
  const words = factWords(language);
  const relations = words.singleRelations(
    cards.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
  );
  return [...apartEvents(cards, relations, words), ...apartClaims(cards, relations, words)];
}

function apartEvents(
  cards: readonly BookCard[],
  relations: ReadonlySet<string>,
  words: FactWords,
): FoundConflict[] {
  const told = cards.flatMap(({ id: cardId, sentences }) =>
    sentences.flatMap((sentence, at) =>
      words
        .eventsIn(sentence.text, sentences[at + 1]?.text ?? null)
        .map((event): Stated<ToldEvent> => ({ ...event, cardId, sentence })),
    ),
  );
  const oneOf = personIn(cards, relations, words);
  const byEvent = Map.groupBy(
    told.filter(({ deed }) => deed !== 'wedding' || relations.has('husband')),
    ({ key, deed, ...event }) => {
      const who = deed && oneOf(event);
      return who ? `${deed}:${who}` : key;
    },
  );
  return [...byEvent.values()].flatMap((events) => {
    const statements = <S extends Said>(part: (event: ToldEvent) => S | null) =>
      events.flatMap(({ key, clause, cardId, sentence, ...event }) => {
        const said = part({ key, clause, ...event });
        return said ? { key, about: clause, said, cardId, sentence, form: event.form } : [];
      });
    return [
      ...contradictions(
        'CONTRADICTING_DATE',
        null,
        statements(({ date }) => date),
        (one, other) => areTimesApart(one.said.value, other.said.value),
      ),
      ...[true, false].flatMap((isTheirs) =>
        contradictions(
          'CONTRADICTING_DATE',
          'AGE',
          statements(({ age }) => (age?.isTheirs === isTheirs ? age : null)),
          (one, other) => areAgesApart(one.said, other.said),
        ),
      ),
      ...contradictions(
        'CONTRADICTING_FACT',
        null,
        statements(({ place }) => place),
        (one, other) => arePlacesApart(one.said.value, other.said.value),
      ),
      ...contradictions(
        'CONTRADICTING_FACT',
        'SETTING',
        statements(({ setting }) => setting),
        (one, other) => one.said.value !== other.said.value,
      ),
    ];
  });
}

/**
 * Names the person of an event so that "my husband", "my husband Walter" and "Walter" are one: null for a name that two
 * relatives bear, and for a relation that is not known to be one person.
 */
function personIn(cards: readonly BookCard[], relations: ReadonlySet<string>, words: FactWords) {
  const bearers = bearersOfNames(cards, words);
  return ({ name, relation }: Pick<ToldEvent, 'name' | 'relation'>): string | null => {
    const low = name?.toLowerCase() ?? '';
    const known = bearers.get(low);
    if (known && known.size > 1) return null;
    const its = relation ?? [...(known ?? [])][0];
    if (!its) return null;
    return relations.has(its) ? its : low && `${its} ${low}`;
  };
}

/** The relations of those who bear a name, by the name in small letters. */
function bearersOfNames(cards: readonly BookCard[], words: FactWords): Map<string, Set<string>> {
  const bearers = new Map<string, Set<string>>();
  for (const { name, relation } of cards.flatMap(({ sentences }) =>
    sentences.flatMap(({ text }) => words.namedRelatives(text)),
  )) {
    const known = bearers.get(name);
    if (known) known.add(relation);
    else bearers.set(name, new Set([relation]));
  }
  return bearers;
}

function apartClaims(
  cards: readonly BookCard[],
  relations: ReadonlySet<string>,
  words: FactWords,
): FoundConflict[] {
  const claims = cards.flatMap(({ id: cardId, sentences }) =>
    sentences.flatMap((sentence, at) =>
      words
        .claimsIn(sentence.text, sentences[at + 1]?.text ?? null)
        .map((claim): Stated<Claim> => ({ ...claim, cardId, sentence })),
    ),
  );
  const wentBack = cards.some(({ sentences }) =>
    sentences.some(({ text }) => words.tellsOfLaterSchool(text)),
  );
  const hasLostChild = cards.some(({ sentences }) =>
    sentences.some(({ text }) => words.tellsOfLostChild(text)),
  );
  const bearers = bearersOfNames(cards, words);
  /** "My brother Dub" and "Dub" are one, where no other relative is called so. */
  const withRelation = (claim: Stated<Claim>): Stated<Claim> => {
    const [, topic = '', name = ''] = /^(.*):called (.*)$/.exec(claim.topic) ?? [];
    const [relation, ...others] = bearers.get(name) ?? [];
    return relation && others.length === 0 ? { ...claim, topic: `${topic}:${relation} ${name}` } : claim;
  };
  const isOnce = (claim: Claim) => {
    const { topic } = claim;
    if (wentBack && claim.reason === 'SCHOOLING') return false;
    if (hasLostChild && claim.reason === 'NUMBER' && claim.isNow) return false;
    if (claim.reason === 'NUMBER' && claim.isOfCouple) return relations.has('husband');
    const [, relation = ''] = /^[a-z-]+:(mother|father|husband|wife)\b/.exec(topic) ?? [];
    if (topic.startsWith('honeymoon:')) return relations.has('husband');
    return relation === '' || relations.has(relation);
  };
  const seen = new Set<string>();
  return [...Map.groupBy(claims.map(withRelation).filter(isOnce), ({ topic }) => topic).values()].flatMap(
    (stated) => {
      const reason = stated[0]?.reason ?? null;
      return contradictions(
        'CONTRADICTING_FACT',
        reason,
        stated.map((claim) => ({ ...claim, key: claim.topic })),
        areClaimsApart,
      ).filter(({ left, right }) => {
        // Two sentences contradict each other once, also where one gives a sum and its parts.
        const pair = `${reason}:${left?.sentenceId}:${right?.sentenceId}`;
        return !seen.has(pair) && seen.add(pair);
      });
    },
  );
}

function areClaimsApart(left: Claim, right: Claim): boolean {
  if (left.reason === 'NAME' && right.reason === 'NAME') return areNamesApart(left.names, right.names);
  if (left.reason === 'WORK' && right.reason === 'WORK') return areWorksApart(left, right);
  if (left.reason === 'ANSWER' && right.reason === 'ANSWER') return areAnswersApart(left, right);
  if (left.reason === 'SCHOOLING' && right.reason === 'SCHOOLING')
    return left.isFinished !== right.isFinished;
  if (left.reason !== 'NUMBER' || right.reason !== 'NUMBER') return false;
  return left.most < right.least || right.most < left.least;
}

function contradictions<S extends Statement>(
  kind: 'CONTRADICTING_DATE' | 'CONTRADICTING_FACT',
  reason: FactReason | null,
  told: readonly S[],
  areApart: (left: S, right: S) => boolean,
): FoundConflict[] {
  const seen = new Set<string>();
  const found: FoundConflict[] = [];
  // A fact that is told a hundred times is compared once.
  const facts = [...Map.groupBy(told, factOf).values()].flatMap(([first]) => first ?? []);
  for (const [at, left] of facts.entries()) {
    for (const right of facts.slice(at + 1)) {
      if (!areApart(left, right)) continue;
      const values = [left.said.value, right.said.value].sort();
      const event = [...new Set([left.key, right.key])].sort().join('|');
      const key = keyOf(kind, event, values);
      if (seen.has(key)) continue;
      seen.add(key);
      found.push({
        ...{ kind, key, about: left.about, reason },
        ...{ left: sideOf(left, left.form === right.form), right: sideOf(right, left.form === right.form) },
      });
    }
  }
  return found.slice(0, 3);
}

/** The same for statements that say the same in other words or another sentence. */
function factOf({
  cardId: _card,
  sentence: _sentence,
  form: _form,
  said: { value },
  ...fact
}: Statement): string {
  return JSON.stringify([value, fact]);
}

/** Hashed, because the key stays when the words are erased. */
function keyOf(kind: string, event: string, values: readonly string[]): string {
  return `fact:${createHash('sha256')
    .update([kind, event, ...values].join('|'))
    .digest('base64url')}`;
}

function sideOf(
  { cardId, sentence, said: { start, end, text, value } }: Statement,
  areExchangeable: boolean,
): FoundSide {
  const words = areExchangeable ? { start, end, text } : null;
  return { cardId, personId: null, sentenceId: sentence.id, words, value };
}

const day = /^\d{4}-\d\d-\d\d$/;

/**
 * Whether two times have no month in common, or are two days: "about" extends two years to either side, "perhaps" one.
 */
export function areTimesApart(left: string, right: string): boolean {
  if (day.test(left) && day.test(right)) return left !== right;
  const [a, b] = [monthsOf(left), monthsOf(right)];
  return a !== null && b !== null && (a.to < b.from || b.to < a.from);
}

const seasonMonths: Record<string, [number, number]> = {
  '21': [2, 6],
  '22': [5, 9],
  '23': [8, 11],
  '24': [-1, 2],
};

function monthsOf(edtf: string): { from: number; to: number } | null {
  const ends = edtf.split('/').map(monthsOfOne);
  const [first, last] = [ends[0], ends.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

function monthsOfOne(edtf: string): { from: number; to: number } | null {
  const match = /^(\d{3}[\dX])(?:-(\d\d))?/.exec(edtf);
  if (!match) return null;
  const [, year = '', part] = match;
  const slack = /[~%]/.test(edtf) ? 24 : edtf.includes('?') ? 12 : 0;
  const [first, last] = [Number(year.replace('X', '0')) * 12, Number(year.replace('X', '9')) * 12];
  const season = part ? seasonMonths[part] : undefined;
  const [from, to] = season ?? (part ? [Number(part) - 1, Number(part) - 1] : [0, 11]);
  return { from: first + from - slack, to: last + to + slack };
}

/** Whether two places differ: neither name contains the other, and neither place can lie in the other. */
function arePlacesApart(left: string, right: string): boolean {
  const [a, b] = [fold(left), fold(right)];
  if (a === b || a.includes(b) || b.includes(a)) return false;
  // "El Perú" is known without its article, "La Mancha" with it.
  const [bareA, bareB] = [bare(a), bare(b)];
  if (bareA.includes(bareB) || bareB.includes(bareA)) return false;
  return ![
    [a, b],
    [bareA, bareB],
  ].some(([one = '', other = '']) => liesWithin(one, other) || liesWithin(other, one));
}

const bare = (place: string) => place.replace(/^(?:el|la|los|las) /, '');
