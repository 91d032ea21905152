import { findDates, type Life, sayDate } from '#api/biography/writing/dates.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import type {
  CardDraft,
  ExistingCard,
  SourcedSentence,
  WriteFinding,
  WriteRequest,
} from '#api/biography/writing/writer.ts';

/** A gap of this many years without a story is worth a question. */
const LONG_SILENCE = 8;

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
  `\\b[Mm]y (?:late |older |younger |little |big )?(${KIN_PATTERN})(?: (?!and\\b)\\p{Lu}\\p{L}+)?,? (?:was |had |got )?(born|died|passed away|married|killed)\\b`,
  'u',
);
const NAME_EVENT = /(?<![\p{L}] )\b(\p{Lu}\p{L}{2,}) (?:was |had )?(born|died|passed away|killed)\b/u;
const PLACE_EVENT =
  /\b(?:I|[Ww]e) (moved to|came to|started at|began at|went to work at|joined) (?:the )?(\p{Lu}[\p{L}.]+(?: \p{Lu}\p{L}+)*)/u;

/** The findings: an event told with two different years, with both sides; and the longest gaps in a life. */
export function findFindings(request: WriteRequest, drafts: readonly CardDraft[]): WriteFinding[] {
  const life: Life = { birthDate: request.subject.birthDate, toldAt: request.conversation.startedAt };
  const old = request.cards.flatMap((card) => statements(card.paragraphs.flat(), card.id, life));
  const fresh = drafts.flatMap((draft) => statements(draft.paragraphs.flat(), draft.cardId, life));
  return [...contradictions(old, fresh), ...gaps(request, drafts)];
}

function statements(sentences: readonly SourcedSentence[], cardId: string | null, life: Life): Statement[] {
  return sentences.flatMap((sentence) => {
    const text = plain(sentence.text);
    const date = findDates(text, life).find((found) => !found.inferred && yearOf(found.edtf) !== null);
    return date ? eventsOf(text).map((about) => ({ about, edtf: date.edtf, sentence, cardId })) : [];
  });
}

function eventsOf(text: string): string[] {
  const found = EVENTS.filter((event) => event.pattern.test(text)).map((event) => event.about);
  const kin = text.match(KIN_EVENT);
  if (kin) found.push(`${relationOf(kin[1] ?? '') ?? kin[1]}: ${eventWord(kin[2] ?? '')}`);
  const name = text.match(NAME_EVENT);
  if (name && !kin) found.push(`${name[1]}: ${eventWord(name[2] ?? '')}`);
  const place = text.match(PLACE_EVENT);
  if (place) found.push(`${place[1]} ${place[2]}`);
  return found;
}

function eventWord(word: string): string {
  return /died|passed|killed/.test(word) ? 'death' : word === 'married' ? 'wedding' : 'birth';
}

function contradictions(old: readonly Statement[], fresh: readonly Statement[]): WriteFinding[] {
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
    const question = `I have two dates for the ${right.about}: ${sayDate(left.edtf)} and ${sayDate(right.edtf)}. Which is right?`;
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

function gaps(request: WriteRequest, drafts: readonly CardDraft[]): WriteFinding[] {
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
      const question = `Nothing is told yet of the years between ${reached} and ${next.from}. Where were you living then?`;
      found.push({ kind: 'GAP', fromYear: reached, toYear: next.from, question });
    }
    reached = Math.max(reached, next.to);
  }
  return found;
}
