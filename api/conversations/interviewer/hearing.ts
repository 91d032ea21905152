/** How the interviewer understands the words of one language, besides the acts that `readUtterance` finds. */
export interface Hearing {
  /** Lower case in the form that this language's patterns match against. */
  plain(text: string): string;
  /** The words tell of something hard: nothing cheerful is asked after them, and no conversation ends. */
  isHard(text: string): boolean;
  /** Hard only for a person who refuses to speak of it. */
  isOfIllness(text: string): boolean;
  tellsOfEarlierTimes(words: string, birthYear: number | null): boolean;
  /** The last words close their subject, so that nothing more is asked about it. */
  closesSubject(text: string): boolean;
  /** The whole of the words asks for a moment. */
  asksForAMoment(text: string): boolean;
  /** An answer that only agrees or declines. It gets no follow-up, but a new question. */
  onlyAgrees(text: string): boolean;
  /** A short reply which says that the person doesn't know or recognise what is shown: “No”, “I’ve never seen her”. */
  knowsNothingOfIt(text: string): boolean;
  /** The words point at somebody in a picture: “That’s me”, “It’s us on the pier”. */
  pointsAtSomebody(text: string): boolean;
  hasLostThread(text: string): boolean;
  neverMinds(text: string): boolean;
  compliments(text: string): boolean;
  saysWeAskedAlready(text: string): boolean;
  /** Words after a story that ask us to say something again. */
  asksAgain(text: string): boolean;
  /** A refusal to be recorded that is about every call, or about what was recorded. */
  isOfEveryCall(utterance: string): boolean;
  confirming: ConfirmingWords;
  wishes: WishWords;
}

/** The answers to our confirming questions. All patterns match `plain` words. */
export interface ConfirmingWords {
  /** The plain form for `answering` and `refuses`, which keeps a request apart from the past: “guarde”, “guardé”. */
  plainByVoice(text: string): string;
  yes: RegExp;
  no: RegExp;
  goOn: RegExp;
  forGood: RegExp;
  today: RegExp;
  /** The answers to “a break, something lighter, or stop?”. */
  lighter: RegExp;
  pause: RegExp;
  stop: RegExp;
  /** A no that means yes: “I don’t mind”. */
  gladly: RegExp;
  mayRecord: RegExp;
  notRecord: RegExp;
  /** Asks for no more calls, not only for none that is recorded. */
  noCalls: RegExp;
  /** A plain yes anywhere in an answer. */
  spokenYes: RegExp;
  /** One word of an answer that says yes or no to being recorded, and nothing else. */
  answering: RegExp;
  /** Whether words refuse to be recorded or to say yes once more, other than by a plain no. */
  refuses(plainByVoice: string): boolean;
  /** The words of a clause by which the person says how they are, and which don't refuse what we asked for. */
  howTheyAre: RegExp;
  /** Of the words of `howTheyAre`, those that answer whether we may record: “I’m not happy”. */
  answersByState: RegExp;
  /** A yes that can't be taken for another word, where its clause says nothing else. */
  firmYes: RegExp;
  /** The same where its sentence says nothing else: “Of course.”, but not “Of course, I’m not well.” */
  firmYesAlone: RegExp;
  /** Words that make no yes of a sentence that begins with one: “Yes, another time”, “Sí me molesta”. */
  postponesOrObjects: RegExp;
  /** An answer by which somebody goes to get the person who is called: “Yes, I’ll get her”. */
  fetches: RegExp;
  /** A whole answer that says no to this recording, and nothing of the call. */
  notThisTime: RegExp;
  /** A word by which the person speaks to us, or thanks. */
  addressing: RegExp;
  /** Words about how they are by which they ask for rest. */
  tired: RegExp;
}

/** How wishes are worded, for deciding what they are about. The patterns match `plain` words. */
export interface WishWords {
  /** A thing of the story is named as what the wish is about. */
  namesAThing(wish: string): boolean;
  /** Words that refer back to an earlier telling. */
  pointsBack: RegExp;
  /** Words beside a wish that name an earlier telling. */
  namesEarlier: RegExp;
  /** How text goes on that belongs to the wish and tells no story of its own. */
  belongs: RegExp;
  /** What might happen if it became known. */
  might: RegExp;
  /** Words by which a wish brings in its own story. */
  bringsIn: RegExp;
  /** The joining word of such words, which is no part of the story. */
  joins: RegExp;
  courtesy: RegExp;
  /** “That”, “it”. */
  points: RegExp;
  /** “That bit”, “that part about him”. */
  pointsToPart: RegExp;
  /** “This”. */
  pointsHere: RegExp;
  /** Where the story begins in the sentence of a wish. */
  parted: RegExp;
  /** The opening of a wish that announces its story: “there is something about Manny”. */
  announces: RegExp;
  /** A wish for everything said about a theme from now on. */
  forGood(text: string): boolean;
}
