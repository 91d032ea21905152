/** Where words were said: UTF-16 offsets into the text of one message, the end not included. */
export interface SourceSpan {
  messageId: string;
  start: number;
  end: number;
}

/** A sentence of a card and the words it rests on. A sentence the family wrote by hand has no sources. */
export interface SourcedSentence {
  text: string;
  sources: SourceSpan[];
}

/** Someone whom the family entered by name. */
export interface GivenPerson {
  name: string;
  relation: string | null;
  /** Other names the family uses for the same person. */
  aliases?: string[];
}

/** What the family entered; it may stand in a sentence though nobody said it. */
export interface WriteSubject {
  preferredName: string;
  fullName: string | null;
  /** EDTF. */
  birthDate: string | null;
  birthPlace: string | null;
  /** "she/her", or null when nobody said. */
  pronouns?: string | null;
  people: GivenPerson[];
}

/** One turn of the conversation, in the order of the turns. */
export interface WriteMessage {
  id: string;
  role: 'user' | 'assistant';
  /** Of a person's turn only what tells: everything else is spaces, so that offsets count the words as said. */
  text: string;
  /** Where the person put right, or may have, what they had said before, with the words. */
  corrections?: { start: number; end: number; text: string; isSure: boolean }[];
  /** A private message is never used; the caller may also leave it out. */
  private: boolean;
  /** The question of the bank (or the family's) that an assistant's turn asks. */
  question?: { text: string; chapterKey: string | null } | null;
}

/** A card that the biography holds already. */
export interface ExistingCard {
  id: string;
  title: string;
  chapterKey: string | null;
  paragraphs: SourcedSentence[][];
  happened: string | null;
  people: string[];
  places: string[];
  /** A person wrote or edited it: the machine may only propose. */
  touchedByPerson: boolean;
}

export interface WriteChapter {
  key: string;
  title: string;
}

/** Everything a writer knows. It has no other way to learn anything. */
export interface WriteRequest {
  subject: WriteSubject;
  /** The subject's id says whose turn it is where several are written. */
  conversation: { id: string; startedAt: Date; subjectId?: string };
  messages: WriteMessage[];
  cards: ExistingCard[];
  chapters: WriteChapter[];
  /** People whom earlier conversations brought up. They tell who is meant by a short name; they prove nothing. */
  known?: GivenPerson[];
}

/** SAID: the subject's words, dated by them or not at all. INFERRED: joined or dated by the machine. */
export type WrittenMark = 'SAID' | 'INFERRED';

export interface CardDraft {
  /** NEW makes a card; ADD_TO appends `paragraphs` to the card `cardId`, whose title and chapter stay. */
  decision: 'NEW' | 'ADD_TO';
  cardId: string | null;
  /** The card was touched by a person: keep this as a proposal, change nothing. */
  proposal: boolean;
  title: string;
  chapterKey: string;
  /** Sentences by paragraph; each has at least one source and holds against `ground`. */
  paragraphs: SourcedSentence[][];
  /** EDTF, or null when no date is known. */
  happened: string | null;
  place: string | null;
  /** As `keyOf` tells the people of `Written.people` apart, and names as in `Written.places`. */
  people: string[];
  places: string[];
  mark: WrittenMark;
}

export interface FoundPerson {
  /** As the subject calls them; for somebody without a name the relation, e.g. "Mother". */
  name: string;
  named: boolean;
  relation: string | null;
  /** Other names under which the same person was spoken of. */
  aliases: string[];
  mentions: SourceSpan[];
}

/** Tells two people of one name apart: the name, and with several who bear it, the relation too. */
export function keyOf(
  { name, relation }: Pick<FoundPerson, 'name' | 'relation'>,
  all: readonly FoundPerson[],
) {
  return all.filter((other) => other.name === name).length > 1 ? `${name}, ${relation ?? 'another'}` : name;
}

export interface FoundPlace {
  name: string;
  /** OTHER is a name that is neither surely a place nor an organisation: a ship, a law, a people. */
  kind: 'PLACE' | 'ORGANISATION' | 'OTHER';
  aliases: string[];
  mentions: SourceSpan[];
}

export interface FoundDate {
  /** The words, as said. */
  text: string;
  edtf: string;
  /** True when the machine reckoned it (from an age, or the century of "'61"). */
  inferred: boolean;
  messageId: string;
  start: number;
  end: number;
}

/** Something the next call can ask about, or a reader of reconcile can settle. */
export type WriteFinding =
  | {
      kind: 'CONTRADICTION';
      /** What is told twice, e.g. "wedding". */
      about: string;
      question: string;
      left: { text: string; edtf: string; sources: SourceSpan[]; cardId: string | null };
      right: { text: string; edtf: string; sources: SourceSpan[]; cardId: string | null };
    }
  | { kind: 'GAP'; fromYear: number; toYear: number; question: string }
  /** A correction of which it isn't sure what it puts right. */
  | { kind: 'UNSETTLED'; text: string; question: string; sources: SourceSpan[] };

/** A sentence of a card that the person put right later: the new one stands in the place of the old one. */
export interface Amendment {
  cardId: string;
  replaces: SourcedSentence;
  sentence: SourcedSentence;
  /** The wrong words and the right ones, and where the right ones were said. */
  wrong: string;
  right: string;
  value: SourceSpan;
  /** The card was touched by a person: keep this as a proposal, change nothing. */
  proposal: boolean;
}

/** A sentence that a writer made and that was thrown away, for the playground. */
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
  /** Which writer's words these are; a model writer that fell back says the built-in one's name. */
  writer: string;
  /** The versions of the team's prompts that a model followed; none where what is built in wrote. */
  versionIds?: string[];
  tokens?: { input: number; output: number };
}

/**
 * Turns one finished conversation into cards.
 *
 * A writer never changes anything: it answers drafts. Run twice on the same conversation, with the cards of the
 * first run among `cards`, it has nothing to add. Words of private messages are in nothing it answers.
 */
export interface Writer {
  name: string;
  /** Rejects only when `signal` is aborted. */
  write(request: WriteRequest, signal: AbortSignal): Promise<Written>;
}
