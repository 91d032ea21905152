import { type DateInText, type Life, sayDate } from '#api/biography/writing/dates.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type {
  CardDraft,
  ExistingCard,
  SourcedSentence,
  WriteFinding,
  WriteRequest,
} from '#api/biography/writing/writer.ts';
import type { WritingLanguage } from '#api/biography/writing/writing-language.ts';

/** A gap of this many years without a story is worth a question. */
const LONG_SILENCE = 8;

/** What belongs to a language in comparing what was told and in the questions that come of it. */
export interface FindingWords {
  /** The events that a sentence names. `about` is the same for the same event. */
  eventsIn(text: string): EventInText[];
  /** Words of doubt, of denial, of what others say, and of a second event of the kind. */
  doubted: RegExp;
  clauseBreak: RegExp;
  /** Words before an event or a date that tell only another time: "until I was married". */
  subordinate: RegExp;
  otherTime: RegExp;
  twoDates(about: string, left: string, right: string): string;
  nothingBetween(from: number, to: number): string;
  unclearCorrection(text: string): string;
}

interface Statement {
  about: string;
  edtf: string;
  sentence: SourcedSentence;
  cardId: string | null;
}

const EVENTS: { about: string; pattern: RegExp }[] = [
  {
    about: 'wedding',
    pattern: /\b(?:(?:I|we) (?:got |were |was )?married|our wedding|we had the wedding|our wedding day)\b/i,
  },
  { about: 'birth', pattern: /\bI was born\b/i },
  { about: 'first day at school', pattern: /\bI (?:started|began) school\b/i },
  { about: 'graduation', pattern: /\bI (?:had )?graduated\b/i },
  { about: 'retirement', pattern: /\bI (?:had )?retired\b/i },
  { about: 'engagement', pattern: /\b(?:we (?:got|were|became) engaged|he proposed)\b/i },
];
const KIN_EVENT = new RegExp(
  `\\b[Mm]y (?:late |older |younger |little |big )?(${KIN_PATTERN})(?: (?!and\\b)(\\p{Lu}\\p{L}+))?,? (?:was |had |got )?(born|died|passed away|married|killed)\\b`,
  'u',
);
const NAME_EVENT = /(?<![\p{L}] )\b(\p{Lu}\p{L}{2,}) (?:was |had )?(born|died|passed away|killed)\b/u;
const PLACE_EVENT =
  /\b(?:I|[Ww]e) (moved to|came to|started at|began at|went to work at|joined) (?:the )?(\p{Lu}[\p{L}.]+(?: \p{Lu}\p{L}+)*)/u;

/** The findings: an event told with two different years, with both sides; and the longest gaps in a life. */
export function findFindings(request: WriteRequest, drafts: readonly CardDraft[]): WriteFinding[] {
  const language = writingLanguage(request.subject.language);
  const life: Life = { birthDate: request.subject.birthDate, toldAt: request.conversation.startedAt };
  const old = request.cards.flatMap((card) => statements(card.paragraphs.flat(), card.id, life, language));
  const fresh = drafts.flatMap((draft) => statements(draft.paragraphs.flat(), draft.cardId, life, language));
  return [...contradictions(old, fresh, language.findings), ...gaps(request, drafts, language.findings)];
}

/** The events that sentences tell with their date. */
function statements(
  sentences: readonly SourcedSentence[],
  cardId: string | null,
  life: Life,
  { findDates, findings }: WritingLanguage,
): Statement[] {
  return sentences.flatMap((sentence) => {
    const text = plain(sentence.text);
    const [date, ...others] = findDates(text, life).filter(
      (found) => !found.inferred && yearOf(found.edtf) !== null,
    );
    // With several dates, the event's date is unclear.
    if (!date || others.length > 0 || findings.doubted.test(text)) return [];
    return findings
      .eventsIn(text)
      .filter((event) => isDatedBy(event, date, text, findings))
      .map(({ about }) => ({ about, edtf: date.edtf, sentence, cardId }));
  });
}

const DOUBTED =
  /\?|\b(?:not|never|n't|if|would|could|should|might|almost|nearly|supposed to|going to|wanted to|said|says|told|thought|again|second|third|re-?married|anniversary|first (?:husband|wife|marriage))\b/i;
const CLAUSE_BREAK =
  /[;:]|\b(?:and|but|so|or|until|till|before|after|since|when|while|because|who|which|where|than)\b/i;
/** “From 1941 until I was married” tells no date of the wedding. */
const SUBORDINATE =
  /\b(?:until|till|before|after|since|when|while|once|because|although|though|than|whether|by the time|as soon as|as long as) (?:\S+ )?$/i;
const OTHER_TIME = /\b(?:until|till|before|after|since|by|from|than|of) (?:the )?$/i;

/** Whether a sentence says that an event happened at a date, not before, after or apart from it. */
function isDatedBy(
  { start, end }: EventInText,
  date: DateInText,
  text: string,
  { subordinate, otherTime, clauseBreak }: FindingWords,
): boolean {
  const between = start < date.start ? text.slice(end, date.start) : text.slice(date.end, start);
  return (
    !subordinate.test(text.slice(0, start)) &&
    !otherTime.test(text.slice(0, date.start)) &&
    !clauseBreak.test(between)
  );
}

/** An event that a sentence names, and where. */
export interface EventInText {
  about: string;
  start: number;
  end: number;
}

/** Relatives of whom a person may have several: without a name, it is unclear who is meant. */
const SEVERAL =
  /^(?:brother|sister|sibling|half-|step|son|daughter|child|cousin|aunt|uncle|niece|nephew|grandson|granddaughter|grandchild|great-|foster|god|twin|.*-in-law)/;

function eventsOf(text: string): EventInText[] {
  const at = (about: string, match: RegExpMatchArray) => {
    const start = match.index ?? 0;
    return { about, start, end: start + match[0].length };
  };
  const found = EVENTS.flatMap(({ about, pattern }) => {
    const match = pattern.exec(text);
    return match ? [at(about, match)] : [];
  });
  const kin = KIN_EVENT.exec(text);
  const relation = relationOf(kin?.[1] ?? '') ?? kin?.[1] ?? '';
  const who = kin?.[2] ?? (SEVERAL.test(relation) ? null : relation);
  if (kin && who) found.push(at(`${who}: ${eventWord(kin[3] ?? '')}`, kin));
  const name = NAME_EVENT.exec(text);
  if (name && !kin) found.push(at(`${name[1]}: ${eventWord(name[2] ?? '')}`, name));
  const place = PLACE_EVENT.exec(text);
  if (place) found.push(at(`${place[1]} ${place[2]}`, place));
  return found;
}

function eventWord(word: string): string {
  return /died|passed|killed/.test(word) ? 'death' : word === 'married' ? 'wedding' : 'birth';
}

export const ENGLISH_FINDINGS: FindingWords = {
  eventsIn: eventsOf,
  doubted: DOUBTED,
  clauseBreak: CLAUSE_BREAK,
  subordinate: SUBORDINATE,
  otherTime: OTHER_TIME,
  twoDates: (about, left, right) =>
    `I have two dates for the ${about}: ${sayDate(left)} and ${sayDate(right)}. Which is right?`,
  nothingBetween: (from, to) =>
    `Nothing is told yet of the years between ${from} and ${to}. Where were you living then?`,
  unclearCorrection: (text) =>
    `“${text}” sounded like a correction, and it wasn’t clear of what. How should it read?`,
};

function contradictions(
  old: readonly Statement[],
  fresh: readonly Statement[],
  words: FindingWords,
): WriteFinding[] {
  const found: WriteFinding[] = [];
  const asked = new Set<string>();
  /** For each event, the first statement of each of its dates. */
  const byEvent = new Map<string, Map<string, Statement>>();
  const tell = (statement: Statement) => {
    const dates = byEvent.get(statement.about) ?? new Map<string, Statement>();
    if (!dates.has(statement.edtf)) dates.set(statement.edtf, statement);
    byEvent.set(statement.about, dates);
  };
  for (const each of old) tell(each);
  for (const right of fresh) {
    const earlier = [...(byEvent.get(right.about)?.values() ?? [])];
    const left = asked.has(right.about)
      ? undefined
      : earlier.find((other) => areIncompatible(other.edtf, right.edtf));
    tell(right);
    if (!left) continue;
    asked.add(right.about);
    const side = ({ sentence, edtf, cardId }: Statement) => ({
      text: sentence.text,
      edtf,
      sources: sentence.sources,
      cardId,
    });
    const question = words.twoDates(right.about, left.edtf, right.edtf);
    found.push({ kind: 'CONTRADICTION', about: right.about, question, left: side(left), right: side(right) });
  }
  return found;
}

/** Whether two dates can't both be true. "About" allows two years either way, a decade all its years. */
function areIncompatible(left: string, right: string): boolean {
  const [a, b] = [range(left), range(right)];
  return a !== null && b !== null && (a.to < b.from || b.to < a.from);
}

/** The years that a partial date covers. */
export const range = remembered(yearsIn, 500);

function yearsIn(edtf: string): { from: number; to: number } | null {
  const years = Array.from(edtf.matchAll(/(\d{3}[\dX])/g), (match) => match[1] ?? '');
  const [first, last] = [years[0], years.at(-1)];
  if (!first || !last) return null;
  const slack = /[~?%]/.test(edtf) ? 2 : 0;
  return { from: Number(first.replace('X', '0')) - slack, to: Number(last.replace('X', '9')) + slack };
}

function gaps(request: WriteRequest, drafts: readonly CardDraft[], words: FindingWords): WriteFinding[] {
  const born = yearOf(request.subject.birthDate) ?? request.conversation.startedAt.getUTCFullYear() - 100;
  const stories: readonly Pick<ExistingCard | CardDraft, 'happened'>[] = [...request.cards, ...drafts];
  const ranges = stories
    .flatMap((card) => (card.happened ? [range(card.happened)] : []))
    .filter((one) => one !== null);
  const sorted = ranges.filter((one) => one.from >= born).sort((a, b) => a.from - b.from);
  const found: WriteFinding[] = [];
  let reached = sorted[0]?.to ?? 0;
  for (const next of sorted.slice(1)) {
    if (next.from - reached >= LONG_SILENCE) {
      const question = words.nothingBetween(reached, next.from);
      found.push({ kind: 'GAP', fromYear: reached, toYear: next.from, question });
    }
    reached = Math.max(reached, next.to);
  }
  return found;
}
