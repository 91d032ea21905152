import type { DateInText, Life } from '#api/biography/writing/dates.ts';
import type { FoundNumber } from '#api/biography/writing/language/numbers.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';

/** The words of one language by which sentences are checked against their sources. */
export interface ProofWords {
  isStopWord(norm: string): boolean;
  /** The form in which a word is compared. It must keep apart what means something else. */
  compared(norm: string): string;
  /** A sound that carries no fact. */
  isSound(norm: string): boolean;
  /** A word that an editor may add when joining what was said, in its compared form. */
  isBridge(word: string): boolean;
  isQuantifier(norm: string): boolean;
  relationOf(word: string): string | null;
  /** A name that is also a word: without a capital it proves no name. */
  isNameAndWord(norm: string): boolean;
  /** Dates are checked separately, and may stand anywhere in a sentence. */
  isCalendar(norm: string): boolean;
  /** The pronoun that says who acts ("I", "he"), or null. It counts as a fact. */
  subjectOf(norm: string): string | null;
  /** A word that may stand in a number in words without being one: "and", "a". */
  joinsNumbers: RegExp;
  findNumbers(text: string): FoundNumber[];
  findDates(text: string, life?: Life): DateInText[];
  /** The names of months, days and feasts, for `matchAll`. */
  calendarWord: RegExp;
  /** Whether the match of such a name, as it stands, is another word ("may"). */
  isOtherThanDate(said: string): boolean;
  /** A pattern for the month, "01" to "12", or the season, "21" to "24". */
  monthPattern(number: string): string;
  /** A number that is only a word in this claim, as "one" can be. */
  isPlainWord(number: FoundNumber, claim: Passage, evidence: readonly Passage[]): boolean;
  negators: RegExp;
  hedges: RegExp;
  /** "I don't think he came" negates the coming. */
  raises(word: string): boolean;
  /** A word that begins a clause, at which a negation ends. */
  clause: RegExp;
  /** "No," before a comma denies nothing that follows. */
  aloneNo: string;
  /** Whether a sentence asks. One that only ends in "¿verdad?" states. */
  asks(sentence: string): boolean;
  /** Pronouns of the claim for people whom the evidence doesn't mention as the one who acts. */
  strangers(claim: Passage, evidence: readonly Passage[]): string[];
}
