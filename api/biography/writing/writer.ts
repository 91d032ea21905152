import type { Language } from '#api/language/languages.ts';

/** Where words were said: UTF-16 offsets into the text of one message, end excluded. */
export interface SourceSpan {
  messageId: string;
  start: number;
  end: number;
}

/**
 * A sentence of a card and the words it rests on. A sentence that the family wrote by hand has no sources.
 */
export interface SourcedSentence {
  text: string;
  sources: SourceSpan[];
}

/** Somebody whom the family entered by name. */
export interface GivenPerson {
  name: string;
  relation: string | null;
  /** Other names the family uses for the same person. */
  aliases?: string[];
}

/** What the family entered. A sentence may state it even if nobody said it. */
export interface WriteSubject {
  preferredName: string;
  fullName: string | null;
  /** EDTF. */
  birthDate: string | null;
  birthPlace: string | null;
  /** "she/her", or null when not entered. */
  pronouns?: string | null;
  /** The language that the person speaks, and that their book is in; English when left out. */
  language?: Language;
  people: GivenPerson[];
}

/** One turn of the conversation, in order. */
export interface WriteMessage {
  id: string;
  role: 'user' | 'assistant';
  /**
   * Of a person's turn only the story part. Everything else is spaces, so that offsets are positions in
   * what was said.
   */
  text: string;
  /** Where the person corrected, or may have corrected, something said before. */
  corrections?: { start: number; end: number; text: string; isSure: boolean }[];
  /** A private message is never used. The caller may also leave it out. */
  private: boolean;
  /** The bank's or the family's question that an assistant's turn asks. */
  question?: { text: string; chapterKey: string | null } | null;
}

/** A card that is already in the biography. */
export interface ExistingCard {
  id: string;
  title: string;
  chapterKey: string | null;
  paragraphs: SourcedSentence[][];
  happened: string | null;
  people: string[];
  places: string[];
  /** A person wrote or edited it: the machine may only propose changes. */
  touchedByPerson: boolean;
}

export interface WriteChapter {
  key: string;
  title: string;
}

/** Everything a writer knows. It has no other source of information. */
export interface WriteRequest {
  subject: WriteSubject;
  /** The subject's id decides the order when several conversations are written. */
  conversation: { id: string; startedAt: Date; subjectId?: string };
  messages: WriteMessage[];
  cards: ExistingCard[];
  chapters: WriteChapter[];
  /** People from earlier conversations. They show who is meant by a short name; they are not evidence. */
  known?: GivenPerson[];
}

/** SAID: the subject's words, with a date from them or none. INFERRED: joined or dated by the machine. */
export type WrittenMark = 'SAID' | 'INFERRED';

export interface CardDraft {
  /** NEW makes a card; ADD_TO appends `paragraphs` to the card `cardId`, whose title and chapter stay. */
  decision: 'NEW' | 'ADD_TO';
  cardId: string | null;
  /** The card was touched by a person: store this as a proposal and change nothing. */
  proposal: boolean;
  title: string;
  chapterKey: string;
  /** Sentences by paragraph. Each has at least one source and passes `ground`. */
  paragraphs: SourcedSentence[][];
  /** EDTF, or null when no date is known. */
  happened: string | null;
  place: string | null;
  /** Keys of `Written.people` as made by `keyOf`, and names of `Written.places`. */
  people: string[];
  places: string[];
  mark: WrittenMark;
}

export interface FoundPerson {
  /** The name that the subject uses; for a person without a name the relation, e.g. "Mother". */
  name: string;
  named: boolean;
  relation: string | null;
  /** Other names for the same person. */
  aliases: string[];
  mentions: SourceSpan[];
}

/**
 * A key that tells people with the same name apart: the name, and the relation when several have the name.
 */
export function keyOf(
  { name, relation }: Pick<FoundPerson, 'name' | 'relation'>,
  all: readonly FoundPerson[],
) {
  return all.filter((other) => other.name === name).length > 1 ? `${name}, ${relation ?? 'another'}` : name;
}

export interface FoundPlace {
  name: string;
  /** OTHER is a name that is not certainly a place or an organisation: a ship, a law, a people. */
  kind: 'PLACE' | 'ORGANISATION' | 'OTHER';
  aliases: string[];
  mentions: SourceSpan[];
}

export interface FoundDate {
  /** The words, as said. */
  text: string;
  edtf: string;
  /** True when the machine calculated it (from an age, or the century of "'61"). */
  inferred: boolean;
  messageId: string;
  start: number;
  end: number;
}

/** Something that the next call can ask about, or that the team can settle in reconcile. */
export type WriteFinding =
  | {
      kind: 'CONTRADICTION';
      /** The event that was told twice, e.g. "wedding". */
      about: string;
      question: string;
      left: { text: string; edtf: string; sources: SourceSpan[]; cardId: string | null };
      right: { text: string; edtf: string; sources: SourceSpan[]; cardId: string | null };
    }
  | { kind: 'GAP'; fromYear: number; toYear: number; question: string }
  /** A correction for which it is uncertain what it corrects. */
  | { kind: 'UNSETTLED'; text: string; question: string; sources: SourceSpan[] };

/** A sentence of a card that the person corrected later, with its replacement. */
export interface Amendment {
  cardId: string;
  replaces: SourcedSentence;
  sentence: SourcedSentence;
  /** The wrong words, the right words, and where the right ones were said. */
  wrong: string;
  right: string;
  value: SourceSpan;
  /** The card was touched by a person: store this as a proposal and change nothing. */
  proposal: boolean;
}

/** A sentence that a writer made and that was dropped, for the playground. */
export interface Refusal {
  text: string;
  sources: SourceSpan[];
  findings: { kind: string; token: string }[];
}

export interface Written {
  title: string;
  summary: string;
  cards: CardDraft[];
  amendments: Amendment[];
  people: FoundPerson[];
  places: FoundPlace[];
  dates: FoundDate[];
  findings: WriteFinding[];
  refusals: Refusal[];
  /** The writer of these words. A model writer that fell back gives the built-in writer's name. */
  writer: string;
  /** The versions of the team's prompts that a model followed; empty for the built-in prompts or writer. */
  versionIds?: string[];
  tokens?: { input: number; output: number };
}

/**
 * Turns one finished conversation into cards. A writer changes nothing: it returns drafts. A second run on
 * the same conversation, with the cards of the first run among `cards`, adds nothing. No result contains
 * words of private messages.
 */
export interface Writer {
  name: string;
  /** Rejects only when `signal` is aborted. */
  write(request: WriteRequest, signal: AbortSignal): Promise<Written>;
}
