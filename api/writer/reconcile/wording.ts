import { sayDate } from '#api/biography/writing/dates.ts';
import type { ConflictKind } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import type { ConflictInWords, SideInWords } from './conflict-in-words.ts';
import type { CardReason } from './finding/book.ts';
import type { FactReason } from './finding/claims.ts';
import type { PersonReason } from './finding/people.ts';
import type { PhoneReason } from './finding/unknown-phones.ts';
import { sharedPhone } from './shared-phones.ts';
import { questionInSpanish } from './spanish-question.ts';

/** Turns a clause into the third person, for the team: "you were born" becomes "Alma was born". */
export function aboutSubject(about: string, name: string): string {
  return about
    .replace(/^you were\b/, `${name} was`)
    .replace(/^you\b/, name)
    .replace(/^your\b/, `${name}’s`);
}

/** A short label of a side. */
export function labelOf(kind: ConflictKind, side: SideInWords, reason: string | null): string {
  if (kind === 'SAME_PERSON')
    return [side.personName, side.relation && `(${side.relation})`].filter(Boolean).join(' ');
  if (kind === 'CONTRADICTING_DATE') return reason === null ? sayDate(side.value ?? '') : (side.value ?? '');
  return kind === 'CONTRADICTING_FACT' ? (side.value ?? '') : (side.cardTitle ?? '');
}

/** A title in quotation marks; a title that is a quotation has its own. */
function quoted(title: string): string {
  return /^“.*”$/.test(title) ? title : `“${title}”`;
}

/** A one-line heading of a conflict. */
export function headingOf(conflict: ConflictInWords, name: string): string {
  const { kind, about, reason, left, right } = conflict;
  const [one, other] = [left, right].map((side) => (side ? labelOf(kind, side, reason) : ''));
  if (kind === 'UNKNOWN_PHONE')
    return reason === sharedPhone
      ? 'Texts from a shared phone, by an unknown writer'
      : 'Texts from an unknown phone';
  if (kind === 'SOURCE_GONE')
    return one ? `A sentence of ${quoted(one)} rests on nothing` : 'A sentence rested on nothing';
  if (!one || !other) return kind === 'SAME_PERSON' ? 'Two entries of one person' : 'Told twice';
  if (kind === 'SAME_PERSON') return `${one} and ${other}`;
  if (kind === 'DUPLICATE_CARDS') return `${quoted(one)} and ${quoted(other)}`;
  return `${aboutSubject(about ?? '', name)}: ${one} or ${other}`;
}

const cardReasons: Record<CardReason, string> = {
  SAME_WORDS: 'At least half of what the shorter story tells stands in the other one too.',
  RARE_WORDS: 'They share words that are rare elsewhere, and are about something similar.',
};

const personReasons: Record<PersonReason, string> = {
  SAME_NAME: 'They have the same name, and nothing says that they are two.',
  SHORTER_NAME: 'One name may be a shorter form of the other, and nobody else has it.',
  NICKNAME: 'One name is a usual short form of the other.',
  SPELLING: 'The names are two spellings of one name.',
  TITLE: 'The family name is the same, and one has only a title before it.',
  RELATION: 'One is only called by what they are to the storyteller, and the other one is that.',
};

function phoneReason(reason: PhoneReason, name: string): string {
  const belongs = 'No book, account or request has this phone.';
  return reason === 'SAYS_NAME'
    ? `${belongs} The texts say that ${name} wrote them.`
    : `${belongs} The texts name people or places of ${name}’s book.`;
}

/** The reason for the finding, in plain words. */
export function explanationOf({ kind, about, reason, left, right }: ConflictInWords, name: string): string {
  const [one, other] = [left, right].map((side) => (side ? labelOf(kind, side, reason) : ''));
  switch (kind) {
    case 'SAME_PERSON':
      return personReasons[reason as PersonReason] ?? 'They may be one person.';
    case 'DUPLICATE_CARDS':
      return cardReasons[reason as CardReason] ?? 'They may tell the same.';
    case 'CONTRADICTING_DATE':
      if (reason === 'AGE')
        return `Two ages are told for when ${aboutSubject(about ?? '', name)}: ${one} and ${other}.`;
      return `Two times are told for when ${aboutSubject(about ?? '', name)}: ${one} and ${other}. They have no ${areDays(left, right) ? 'day' : 'month'} in common.`;
    case 'CONTRADICTING_FACT':
      if (reason !== null && reason !== 'SETTING')
        return `Two answers are told for ${aboutSubject(about ?? '', name)}: ${one} and ${other}.`;
      return `Two places are told for where ${aboutSubject(about ?? '', name)}: ${one} and ${other}.`;
    case 'SOURCE_GONE':
      return 'The words that this sentence rested on are no longer there, or are others now.';
    case 'UNKNOWN_PHONE':
      if (reason === sharedPhone)
        return 'This phone was shared by several people when these texts came. We asked who wrote them, and don’t know it yet.';
      return phoneReason(reason as PhoneReason, name);
  }
}

function areDays(...sides: (SideInWords | null)[]): boolean {
  return sides.every((side) => /^\d{4}-\d\d-\d\d/.test(side?.value ?? ''));
}

/** The question to the person in their language, when only they can decide; else null. */
export function questionOf(conflict: ConflictInWords, language: Language): string | null {
  if (language === 'es') return questionInSpanish(conflict);
  const { kind, about, reason, left, right } = conflict;
  if (!left || !right) return null;
  const [one, other] = [labelOf(kind, left, reason), labelOf(kind, right, reason)];
  if (kind === 'CONTRADICTING_DATE' && reason === null)
    return `Was it ${sayIn(left.value ?? '')} or ${sayIn(right.value ?? '')} that ${about}?`;
  if (kind === 'CONTRADICTING_DATE' || kind === 'CONTRADICTING_FACT')
    return questionOfFact(reason as FactReason | null, about ?? '', one, other);
  return kind === 'SAME_PERSON' ? `Are ${left.personName} and ${right.personName} the same person?` : null;
}

function questionOfFact(reason: FactReason | null, about: string, one: string, other: string): string {
  switch (reason) {
    case 'NUMBER':
      return `How many ${about.replace('your ', '')} did you have: ${one} or ${other}?`;
    case 'NAME':
    case 'WORK':
      return `What was ${about}: ${one} or ${other}?`;
    case 'ANSWER':
      return `What is right about ${about}: ${one} or ${other}?`;
    case 'SCHOOLING':
      return 'Did you leave school early, or did you finish high school?';
    case 'AGE':
    case 'SETTING':
      return `Was it ${one} or ${other} that ${about}?`;
    case null:
      return `Was it in ${one} or in ${other} that ${about}?`;
  }
}

function sayIn(edtf: string): string {
  const said = sayDate(edtf);
  if (/^(?:about|perhaps|until|from)\b/.test(said)) return said;
  if (/^(?:spring|summer|autumn|winter)\b/.test(said)) return `in the ${said}`;
  return /^\d{4}-\d\d-\d\d/.test(edtf) ? `on ${said}` : `in ${said}`;
}
