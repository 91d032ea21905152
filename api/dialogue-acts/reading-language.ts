import type { Features } from '#api/language/linear-model.ts';
import type { Act, Label } from './labels.ts';
import type { SaidAudience } from './said-audience.ts';
import type { ClauseMarks } from './segments.ts';
import type { TaggedTurn } from './turn-tagger/tagged-turn.ts';

/** How a language's model is trained, and sees a text. */
export interface ActModel {
  /** The file of the model, and the folder of its templates, beside `classifier.ts`. */
  file: string;
  templates: string;
  featuresOf: (text: string) => Features;
  /** The number of features. */
  buckets: number;
  /** Words that people begin sentences with while they think. */
  fillers: readonly string[];
}

/** The rules on single sentences and parts of them. */
export interface SentenceRules {
  /** Answers that are nothing but a yes or a no. */
  isYesOrNo: (sentence: string) => boolean;
  /** Whether words may ask us something: they have a question mark or address us. */
  mayAskUs: (sentence: string) => boolean;
  /** Whether words point to something named before: “them”, “those”. */
  pointsBack: (sentence: string) => boolean;
  /** Whether a sentence is about our talk: “what I told you”, “the book”. */
  speaksToUs: (sentence: string) => boolean;
  isQuoted: (sentence: string, start: number, end: number) => boolean;

  asksForPrivacy: (sentence: string) => boolean;
  resemblesWish: (clause: string) => boolean;
  namesTheTelling: (clause: string) => boolean;
  wantsItGone: (sentence: string) => boolean;
  /** Whether a refusal to talk of something also keeps it out of the book. */
  keepsOutOfBook: (sentence: string) => boolean;
  /** Whether a sentence refuses to talk, hear or read about somebody or something, and not about oneself or consents. */
  refusesTheme: (sentence: string) => boolean;
  /** Whether a clause says that something is not to be written or printed. */
  forbidsWriting: (clause: string) => boolean;
  /** Whether a sentence asks, refuses or forbids, as few sentences of a story do. */
  mayAskToKeepBack: (sentence: string) => boolean;

  waitsForDeath: (sentence: string) => boolean;
  asksForAudience: (sentence: string) => boolean;
  limitsReaders: (sentence: string) => boolean;
  saidAudience: (sentence: string) => SaidAudience | null;
  answeredAudience: (answer: string) => SaidAudience | null;

  /** The consents that unmistakable words take back. */
  takesBack: (sentence: string) => Label[];
  consentsNamedIn: (sentence: string) => Label[];
  takesConsentBack: (sentence: string) => boolean;
  endsSharing: (sentence: string) => boolean;
  keepsBackWhatWasSaid: (sentence: string) => boolean;
  letsGoOn: (sentence: string) => boolean;
  takesNothingBack: (sentence: string) => boolean;
  wantsToBeLeftAlone: (sentence: string) => boolean;
  isStopKeyword: (text: string) => boolean;

  mayHintDanger: (utterance: string) => boolean;
  dangerHinted: (utterance: string) => Label | null;
  isFigure: (sentence: string) => boolean;
  tellsOfOverdose: (sentence: string) => boolean;
  tellsOfGrief: (utterance: string) => boolean;

  callsToRoom: (sentence: string) => boolean;
  excusesThemself: (clause: string) => boolean;
  answersCall: (sentence: string) => boolean;
  belongsToCall: (sentence: string) => boolean;
}

/** How what a wish is about is found in its words. */
export interface WishObjects {
  objectOf: (wish: string) => string | null;
  /** The same, but null unless a phrase such as “about …” or “leave … out” names it. */
  namedIn: (wish: string) => string | null;
  toldIn: (text: string) => string | null;
  announcedIn: (text: string) => string | null;
  objectWords: (wish: string) => string;
}

/** Everything of the reading that belongs to one language. */
export interface ReadingLanguage {
  model: ActModel;
  clauses: ClauseMarks;
  /** Words that open an aside, or a return from one to the story, with the space before. Global. */
  turnsWith: RegExp;
  /** Whether an aside is also looked for in the middle of a story that runs on without punctuation. */
  cutsAmid: boolean;
  /** Finds what isn't story by the words around it. */
  tagTurn: (utterance: string) => TaggedTurn;
  /**
   * How much lower than for English the bars of an act are. A model of fewer templates is less sure of the same words.
   */
  eased: Partial<Record<Act, number>>;
  /** From this chance on, a consent that the words name is withdrawn. */
  namedFrom: number;
  rules: SentenceRules;
  objects: WishObjects;
}
