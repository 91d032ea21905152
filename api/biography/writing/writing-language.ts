import type { Exchange } from '#api/biography/writing/composing/answer-signs.ts';
import type { FindingWords } from '#api/biography/writing/composing/finding-words.ts';
import type { StoryPosition } from '#api/biography/writing/composing/joining.ts';
import type { SceneWords } from '#api/biography/writing/composing/scene-words.ts';
import type { StoryUnit } from '#api/biography/writing/composing/story-unit.ts';
import type { SummaryWords } from '#api/biography/writing/composing/summary-words.ts';
import type { DateInText, Life } from '#api/biography/writing/dates.ts';
import type { WrittenSentence } from '#api/biography/writing/language/polish.ts';
import type { FoundNames } from '#api/biography/writing/names.ts';
import type { NamedText } from '#api/biography/writing/naming/candidates.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';
import type { Settled } from '#api/biography/writing/repairs/settle.ts';
import type { ExistingCard, GivenPerson, WriteMessage, WriteSubject } from '#api/biography/writing/writer.ts';

/** Everything of the writer that belongs to one language. The rest is the same in all of them. */
export interface WritingLanguage {
  isStopWord(norm: string): boolean;
  /** A word without its inflection. */
  lemma(norm: string): string;
  /** The content words of a text, uninflected, in order. */
  contentLemmas(text: string): string[];
  /** Whether a word, uninflected, occurs in every life. */
  isGeneric(lemma: string): boolean;

  /** A spoken sentence as it is printed. */
  writtenSentences(spoken: string): WrittenSentence[];
  /** Whether a printed sentence is worth keeping alone. */
  worthKeeping(sentence: string): boolean;
  /** Whether a fragment answers the question and can stand before a sentence that goes on. */
  isAnswer(sentence: string): boolean;
  /** Whether a sentence between the others of a story belongs to it, however short. */
  tellsAmid(sentence: string): boolean;
  settleCorrections(messages: readonly WriteMessage[], cards: readonly ExistingCard[]): Settled;

  joining: JoiningSigns;
  findDates(text: string, life?: Life): DateInText[];
  findRelativeDates(text: string, life: Life): DateInText[];
  findNames(
    texts: readonly NamedText[],
    subject: Pick<WriteSubject, 'preferredName' | 'fullName' | 'people'>,
    known?: readonly GivenPerson[],
  ): FoundNames;
  scene: SceneWords;
  /** The odds of each chapter, and of none, for a telling. */
  chapterOdds(text: string, known: { question?: string; age?: number | null }): Map<string, number>;
  nameStory(
    unit: StoryUnit,
    others: readonly StoryUnit[],
    taken: ReadonlySet<string>,
    book: readonly Pick<StoryUnit, 'paragraphs'>[],
  ): string;
  summary: SummaryWords;
  findings: FindingWords;
  proof: ProofWords;
  /** What a model is told about the language; null for English, in which its instructions are. */
  forModel: string | null;
}

/** The signs that an answer goes on with a story or begins another. */
export interface JoiningSigns {
  resumes(exchange: Exchange): boolean;
  takesUp(story: readonly Exchange[], answer: string): boolean;
  leaves(story: readonly Exchange[], answer: string): boolean;
  /** How certain it is that an answer goes on with a story, whatever was asked, as log odds. */
  answerGoesOn(story: readonly Exchange[], answer: string): number;
  /** The same with the question. */
  goesOnWith(story: readonly Exchange[], exchange: Exchange, place: StoryPosition): number;
  /** A sentence that begins in the middle of a thought. */
  opensAmid: RegExp;
  /** A conjunction at the start of a story; the rest of the sentence is its first group. */
  conjunction: RegExp;
}
