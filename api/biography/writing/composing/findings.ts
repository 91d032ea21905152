import type { EventInText, FindingWords } from '#api/biography/writing/composing/finding-words.ts';
import type { DateInText, Life } from '#api/biography/writing/dates.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
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

interface Statement {
  about: string;
  edtf: string;
  sentence: SourcedSentence;
  cardId: string | null;
}

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
