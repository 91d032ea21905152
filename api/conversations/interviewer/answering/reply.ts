import { storyText, toldText } from '#api/dialogue-acts/story-text.ts';
import { withApostrophes } from '#api/language/contractions.ts';
import type { Heard, Intent } from '../mind.ts';
import { closesSubject } from '../text-analysis/closing-subject.ts';
import { tagSentences } from '../text-analysis/tagging.ts';
import { plain, sentencesOf, wordCount } from '../words.ts';
import { bestMatch, holdsKind, type ToldClause, toldClauses } from './answer-match.ts';
import { isNear, isOpen, type QuestionSense, rootOf, senseOf, takesUp } from './question-sense.ts';
import type { Reply } from './reply-reading.ts';

/** The answer comes another time. */
const LATER =
  /\b(?:next time|ask me (?:again|on|next|tomorrow|after|when|later)|another (?:time|day)|some other (?:time|day)|tomorrow|not (?:today|now)|in a (?:minute|moment|while)|(?:must|has to|have to|can|will|'ll have to) wait|i(?:'ll| will|'d| would)(?: have to)? (?:tell|think|look|ask|find out|let you know|save|keep)\b|call (?:me|you) back|ring (?:me|you) back|when (?:he|she|they) comes?|before i (?:tell|answer)|(?<!\bthe )next (?:week|month|year|call|visit|talk)|i(?:'ll| will) (?:talk|speak) (?:at|to|with) you|i(?:'ll| will) (?:get|come) (?:round |back )?to|not with (?:him|her|them|the \p{L}+) (?:here|sitting|sittin'|in the|listening|about|around)|wait(?:'ll| till| until)|(?:get|set|start) me (?:started|going|off) on|start me on)\b|^later\b/u;
/** The person can't remember it just now. */
const FORGOT =
  /\b(?:(?:it|that|the name|his name|her name)(?:'s| is| has) (?:gone|escaped|slipped)|(?:don't|do not|can't|cannot) (?:remember|recall) (?:rightly|exactly|properly|just now|at all|any ?more)|(?:tip|end) of my tongue|on my tongue|(?:can't|cannot|couldn't|don't|do not) (?:think of|recall|remember|bring back|read) (?:it|the|his|her|their|now|what|who|when|where)\b|(?:think of|recall|remember) that(?=[.,;!?]|$)|i forget\b|i(?:'ve| have) forgotten|it(?:'ll| will)(?: all)? come(?: back)?\b|out of my (?:head|mind)|used to know|my (?:mind|head)'s (?:gone|a) blank|what was (?:he|she|it|that|his|her) (?:name|called|now))/;
/** The reply is about the question or the person who asks it. */
const ABOUT_IT =
  /\b(?:(?:isn't|that's|what) (?:that )?an? (?:\w+ )?(?:question|one|thing to ask)\b|you(?:'re| are) asking|let me think\b|(?:everybody|everyone|they all|he|she|they)(?:'s| has| have| always)* ask(?:s|ed)? (?:me )?(?:that|this|me)|always on (?:about|at)|story (?:to|in|behind) (?:that|it)|good story|long story|(?:would|'d) like to know|got me (?:there|now)|you(?:'ve| have) got me|(?:nosy|curious|cheeky|inquisitive)|that (?:one|boy|girl|child|lad|lass)\b|romantic|takes after|gets it from)/;
/** Somebody else knows the answer. */
const ASK_OTHERS =
  /\b(?:have to|must|go and) ask \p{L}+\b|\b(?:better|best|should|could|can) ask (?:your|my|the|him|her|them|\p{L}+ (?:that|about))\b|\bask (?:(?:our|your|my|the) )?\p{L}+[,;.]? (?:he|she|they)(?:'d|'ll| would| will)? (?:know|remember|tell)/u;
/** From here the reply is about something else. */
const TURNS_AWAY =
  /\b(?:you know (?:what|who)\b|(?:let me|i (?:want|have|must|need) to|i'll|i must) (?:just |first )?finish\b|i(?:'d| would) (?:sooner|rather|much rather) tell you|did i (?:ever )?tell you|i(?:'ve| have)? (?:want|wanted|meant) to tell you|anyway\b|what i was thinking|how(?:'s| is| are) (?:the weather|things|you)|speaking of|talking of that|have i told you|by the way|that reminds me)/;
/** The person doesn't want to say it. */
const DECLINES =
  /\b(?:to (?:the|my) grave|with me where i(?:'m| am) going|mind (?:her|his|their|your) own|(?:none|no) of (?:\p{L}+'?s|her|their|your) (?:business|beeswax|affair|concern)|not for (?:the|any|your) book|no comment|next question|(?:don't|do not) (?:care|wish) to|pick (?:something|another|a different)|never spoken (?:of|about)|some things (?:you|one|we|i|are|stay|should)\b|(?:i|that one i|it i|this i)(?:'ll| will| shall| must)? (?:keep|carry|hold|take) (?:that|it|this|those|with me|to myself)\b|drop that (?:one|question)|i(?:'m| am) keeping (?:it|that)\b|for me to know\b|(?:needs?|bears?) (?:no |not )?(?:going|digging|raking) (?:into|up|over)|^no\b.{0,12}\bi (?:promised|swore|gave my word)|(?:nobody|no one) (?:needs|has) to know|never (?:tell|told) (?:that|anybody that|anyone that)|ask me (?:a different|another|something else|anything (?:but|else))|anything (?:but|except) that)\b|\b(?:(?:i'd|i would|i'll) (?:much )?(?:rather|sooner|prefer)(?! (?:to )?tell you (?:about|how))|(?:i|we|you)(?:'ll|'d|'m| am| will| would)? (?:do not|don't|won't|will not|would not|wouldn't|shan't|can't|cannot|never|not|not going to) (?:\w+ ){0,3}?(?:say|tell|talk|speak|answer|discuss|share|explain|open|touch|go (?:into|back|there)|want to)|i shan't|(?:no|please)[,.]? not (?:that|this|him|her|them|those)\b|leave (?:it|that|him|her|this|the past) (?:be|lie|alone|there|where)|let (?:it|that|him|her|them|this)\b[^.!?]{0,20}\b(?:lie|rest|be|sleep)|i(?:'ll| will)? pass\b|(?:private|personal|a secret|to myself|my own (?:affair|business)|stays? with me))/u;

const EVADES = new Set<Intent>([
  ...(['STOP_TODAY', 'STOP_FOR_GOOD', 'STOP_UNCLEAR', 'PAUSE', 'CONFUSION', 'LOST', 'META'] as const),
  ...(['ASKS_US', 'REPETITION', 'INSTRUCTS'] as const),
]);

/** Words that only start an utterance. */
const OPENS = /^(?:oh|ah|hm+|ha|well|yes|yeah|no|sorry|please|good|hello|hallo|let|wait|what|now|dear)\b/;
/** A longer reply tells something, whatever else it contains. */
const SHORT = 30;
/** A reply that also evades the question must contain this share of the question's key words. */
const SHARE = 0.5;
const FEWEST = 5;
/** A reply that only names something has at most this many words. */
const LONGEST_NAMING = 12;
const LONGER = 6;
const ASKS_THEN = /\b(?:did|was|were|had)\b/;
/** A reply of this many words is a story of its own. */
const STORY = 12;
/** A reply of this many words names many things. */
const LONG_STORY = 30;
const PAST =
  /\b(?:was|were|had|did|would|could|used to|went|came|got|took|gave|made|said|told|saw|met|ran|kept|left|lost|found|bought|brought|taught|sold|sat|stood|fell|wore|ate|drank|sang|drove|held|felt|knew|thought|wrote|rode|flew|broke|spoke|woke|hid|slept|wept|swept|built|sent|spent|lent|fed|led|shot|won|dug|hung|struck|threw|grew|blew|drew|caught|fought|bit|swam|rang|sank|stole|froze|chose|tore|bore|became|began|paid|laid|meant|trod|shook|rose|swore|stuck|knelt|shone|clung|swung|spun|bent|crept|slid|heard|forgot|understood|\p{L}{2,}ed)\b/u;
/** “They’ve moved my pills”, “I won’t be asked”: it happened just now, or doesn't happen at all. */
const NOT_THEN =
  /(?:\b(?:have|has)|'ve)(?: (?:just|already|never|always|only))? \p{L}+|'s(?: \p{L}+)? \p{L}+(?:ed|en|one|un|ut)\b|\bbe \p{L}+ed\b/gu;
/** A verb that doesn't speak of the past: “I keep”, “you carry”, “we’ll come”. */
const PRESENT =
  /\b(?:won't|will|don't|doesn't|shall|shan't|isn't|(?:i|you|we|they)'ll)\b|\b(?:i|you|we|they) (?!(?:would|could|might|should|also|never|always|only|all|both|just|then|still|remember|recall)\b)\p{L}+/u;
/** Things in the room, and things to do today. */
const NOW =
  /\b(?:is|are|am|isn't|aren't|(?:i|he|she|it|they|we|you|there|that|who|what|\p{L}+)'(?:m|re|ve|s got|s been)|it's|there's|here's|he's|she's|have to|has to|can't|(?:have|has) (?:had|been)|today|now|tonight|this (?:morning|week|afternoon))\b/u;

/**
 * Decides what a reply does to the question before it. Any words count as an answer, unless the person says
 * that they would rather not answer, postpones it, has forgotten it, or changes the subject.
 */
export function readReply(question: string, words: string, heard: Heard): Reply {
  const said = withApostrophes(plain(words.slice(0, 4_000)));
  const forgot = FORGOT.test(said);
  const turn = turnIn(words);
  const toldSentences = heard.toldWords === 0 ? [] : sentencesOf(toldBefore(turn, words, heard));
  const isShort = heard.toldWords <= SHORT;
  // “I don’t know, they never told us” is an answer.
  const knowsNot =
    /^(?:oh,? |well,? |no,? )*i (?:don't|do not) know\b/.test(said) && heard.toldWords >= FEWEST;
  const turnsDown = !knowsNot && (heard.intents.includes('SKIP') || heard.intents.includes('AVOID'));
  const refuses =
    isShort && DECLINES.test(said) && (!toldSentences.some(tellsOfThen) || refusesItByName(question, words));
  const refersOn = ASK_OTHERS.test(said);
  if (!forgot && !refersOn && (turnsDown || refuses)) return 'DECLINES';
  const toldOnQuestion: string[] = [];
  let isEvasive =
    turn !== null || forgot || refersOn || turnsDown || heard.intents.some((intent) => EVADES.has(intent));
  for (const sentence of toldSentences) {
    const low = withApostrophes(plain(sentence));
    if (low.endsWith('?') && wordCount(low) > 3) {
      isEvasive = true;
      break;
    }
    if (LATER.test(low) || FORGOT.test(low) || (isShort && ABOUT_IT.test(low))) isEvasive = true;
    else toldOnQuestion.push(sentence);
  }
  const left = toldOnQuestion.join(' ');
  if (isShort && closesSubject(words) && wordCount(left) < 8) return 'DECLINES';
  // Saying only that something is private is not an answer. An announcement of something private postpones
  // the answer.
  if (heard.toldWords === 0 && heard.privateScope) {
    return heard.privateScope === 'THIS_AND_NEXT' || heard.doubt ? 'PUTS_OFF' : 'DECLINES';
  }
  if (heard.reading.spans.some(({ act }) => act === 'ASKS')) isEvasive = true;
  if (wordCount(left) === 0) return 'PUTS_OFF';
  const sense = senseOf(question);
  const clauses = toldClauses(left);
  if (isEvasive) return isAnswer(sense, left, clauses) ? 'ANSWERS' : 'PUTS_OFF';
  const isElsewhere =
    beginsWithToday(question, sense, toldOnQuestion, clauses) ||
    tellsOtherwise(sense, toldOnQuestion, left, clauses) ||
    (!INVITES.test(plain(question)) && tellsUnrelated(sense, words, left, clauses)) ||
    tellsOfAnother(sense, left) ||
    sharesOnlyAWord(sense, toldOnQuestion, left, clauses) ||
    (!namesIt(toldOnQuestion[0] ?? '') && isOfNow(question, left, clauses));
  return isElsewhere ? 'PUTS_OFF' : 'ANSWERS';
}

/**
 * The offset at which the reply changes the subject, whether the new subject is told or kept private; null
 * if it doesn't.
 */
function turnIn(words: string): number | null {
  let from = 0;
  for (const sentence of sentencesOf(words)) {
    const at = words.indexOf(sentence, from);
    if (TURNS_AWAY.test(withApostrophes(plain(sentence)))) return at < 0 ? from : at;
    from = at < 0 ? from : at + sentence.length;
  }
  return null;
}

/** What was told before the reply changes the subject. */
function toldBefore(turn: number | null, words: string, { reading }: Heard): string {
  if (turn === null) return toldText(words, reading) || words;
  return storyText(words, reading).slice(0, turn).replace(/\s+/g, ' ').trim();
}

/** “Two cuts of bread”: the tagger takes some nouns after a number for verbs. */
const BEGINS_AMOUNT = /^(?:an?|some|one|two|three|four|five|six|seven|eight|nine|ten) \p{L}+ of\b/u;

/** “One banana.”, “In Ghent, for a fight.”: words without a verb are an answer, whatever follows them. */
function namesIt(sentence: string): boolean {
  const low = plain(sentence);
  const hasVerb = NOW.test(low) || PRESENT.test(low) || isPast(low);
  const count = wordCount(low);
  if (count === 0 || count > LONGEST_NAMING || hasVerb || OPENS.test(low)) return false;
  return (
    count < FEWEST ||
    BEGINS_AMOUNT.test(low) ||
    !tagSentences(sentence)
      .flat()
      .some(({ kind, tags }) => kind === 'VERB' || tags.has('Verb'))
  );
}

/** “From the Wall I would rather not speak”: what is told after that is something else. */
function refusesItByName(question: string, words: string): boolean {
  const { keys } = senseOf(question);
  const [first = '', ...others] = sentencesOf(words);
  const names = toldClauses(first).some((clause) =>
    clause.words.some((word) => keys.some((key) => takesUp(key, word) > 0)),
  );
  return names && DECLINES.test(withApostrophes(plain(first))) && wordCount(others.join(' ')) < STORY;
}

/** Whether a reply to an open question about the past begins with something of these days, and takes up no word of it. */
function beginsWithToday(
  question: string,
  sense: QuestionSense,
  [first = '']: readonly string[],
  clauses: readonly ToldClause[],
): boolean {
  const low = withApostrophes(plain(first));
  const isToday = OF_TODAY.test(low) || (SOMEBODY_IS.test(low) && !/\b(?:it|that|then)\b/.test(low));
  if (!isOpen(sense) || !ASKS_THEN.test(plain(question)) || !isToday) return false;
  return !clauses.some(({ words }) =>
    words.some((word) => sense.keys.some((key) => takesUp(key, word) === 1)),
  );
}

const OF_TODAY =
  /\b(?:today|tonight|this (?:morning|afternoon|evening|week)|yesterday|last night|just now|on the television|on the news)\b/;
/** “Gethin’s a good boy”: somebody as they are now. */
const SOMEBODY_IS = /^\p{L}+(?:'s| is) (?:an?|the|my|our|so|very|always|coming|going)\b/u;

/** Whether the reply to a question about the past is about the room or about today. */
function isOfNow(question: string, words: string, clauses: readonly ToldClause[]): boolean {
  if (!ASKS_THEN.test(plain(question)) || wordCount(words) < LONGER) return false;
  const sense = senseOf(question);
  if (!isOpen(sense) && holdsKind(sense, clauses)) return false;
  const low = plain(words);
  return (NOW.test(low) || PRESENT.test(low)) && !isPast(low) && bestMatch(sense, clauses).share < SHARE;
}

const isPast = (low: string) => PAST.test(low.replace(NOT_THEN, ' '));

/** Whether a sentence tells of the past. */
function tellsOfThen(sentence: string): boolean {
  const low = plain(sentence);
  return wordCount(low) >= FEWEST && isPast(low) && !NOW.test(low);
}

/**
 * Whether the reply to a question for a name, a place or a number is another story: it takes up nothing of the
 * question and does not begin with such an answer.
 */
function tellsOtherwise(
  sense: QuestionSense,
  [first = '']: readonly string[],
  words: string,
  clauses: readonly ToldClause[],
): boolean {
  if (isOpen(sense) || wordCount(words) < STORY) return false;
  // Other events of that time can answer when something was.
  if (sense.kinds.has('WHEN') && WHEN_THEN.test(plain(first))) return false;
  if (!holdsKind(sense, clauses) && bestMatch(sense, clauses).share === 0) return true;
  // A long story names some person and some place; that alone is no answer.
  if (wordCount(words) >= LONG_STORY && !namesIt(first) && !takesUpAny(sense, clauses)) return true;
  return !holdsKind(sense, toldClauses(first)) && !takesUpAny(sense, clauses);
}
const WHEN_THEN =
  /\b(?:when|before|after|the (?:year|summer|winter|spring|day|week)|that (?:year|summer|winter|spring))\b/;

function takesUpAny(sense: QuestionSense, clauses: readonly ToldClause[]): boolean {
  return clauses.some(({ words }) => words.some((word) => sense.keys.some((key) => isNear(key, word))));
}

/** “It was liver”, “Because of him”, “Yes, at the Kress store”: the first words answer what was asked. */
const TAKES_UP =
  /^(?:(?:oh|well|now|ah|ha|lord|so|and|um|uh)[,.]? )*(?:yes|yeah|aye|no|nah|never|not|because|cause|'cause|that|it|this|those|mine|ours|he|she|they|him|her|there (?:was|were)(?:n't| no| nothing| nobody| not)|i (?:did|didn't|do|don't|was|wasn't|had|hadn't|never))\b|^(?:\S+ ){0,3}(?:it|that)(?:'s| was| is)\b/u;

/** Questions that any story answers, such as “Do you remember the hurricane?” or “Tell us about it”. */
const INVITES =
  /^(?:(?:please|so|and|can you|could you|would you) )*(?:do you remember|tell|talk|describe)\b/;

/** Whether the reply to an open question is another story, in which nothing takes up a word of the question. */
function tellsUnrelated(
  sense: QuestionSense,
  words: string,
  told: string,
  clauses: readonly ToldClause[],
): boolean {
  if (!isOpen(sense) || sense.keys.length === 0 || wordCount(told) < STORY) return false;
  const [first = '', second = ''] = sentencesOf(words).map((each) => withApostrophes(plain(each)));
  if (
    TAKES_UP.test(first) ||
    POINTS_BACK.test(first) ||
    GOES_ON.test(second) ||
    namesIt(sentencesOf(words)[0] ?? '')
  )
    return false;
  if (sense.isYours && wordCount(told) <= BRIEF && tellsOwnDeed(first)) return false;
  return !takesUpAny(sense, clauses);
}

/** “The boys didn’t want it”: what the question named. */
const POINTS_BACK = /^[^.,;!?]{1,40} it(?=[.,;!?]|$)/;
/** “I have thought on it. He was with the railway”: the second sentence goes on with the person asked about. */
const GOES_ON = /^(?:he|she|they|because)\b/;
/** A reply of at most this many words that begins with the person's own deed answers what they did. */
const BRIEF = 24;

/** “We burned the fence to keep warm and sang hymns at the police.” */
const tellsOwnDeed = (first: string) =>
  /^(?:(?:oh|well|so|and|ah),? )*(?:i|we) \p{L}/u.test(first) && isPast(first);

const RELATIVE =
  '(?:sister|brother|mother|mum|mom|father|dad|cousin|aunt|auntie|uncle|friend|daughter|son|grandmother|grandfather|neighbou?r)';
const OF_MINE = /\b(?:mine|my own|i (?:wore|had|was)|we had|ours)\b/;

/**
 * Whether the reply first tells about somebody else: “My elder sister’s wedding sari was red” when the question is about
 * the person's own, “My brother was Possum” when it is about Grandad.
 */
function tellsOfAnother(sense: QuestionSense, told: string): boolean {
  const { keys, isYours } = sense;
  const low = withApostrophes(plain(told));
  const lows: readonly string[] = low.match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const holds = (forms: ReadonlySet<string>) => lows.some((word) => forms.has(word.replace(/'s$/, '')));
  if (isYours && !OF_MINE.test(low)) {
    const others = new RegExp(
      `\\b(?:my|our|his|her) (?:\\p{L}+ )?${RELATIVE}'?s'? ((?:\\p{L}+ ?){1,3})|((?:\\p{L}+ ?){1,2}) of (?:my|our|his|her) (?:\\p{L}+ )?${RELATIVE}`,
      'gu',
    );
    for (const [, owned = '', ofThem = ''] of low.matchAll(others)) {
      const words = `${owned} ${ofThem}`.split(' ').filter(Boolean);
      if (keys.some(({ forms, roots }) => words.some((word) => forms.has(word) || roots.has(rootOf(word)))))
        return true;
    }
  }
  const people = keys.filter(({ isSomebody }) => isSomebody);
  if (beginsWithAnother(low, sense)) return true;
  if (isYours || people.length === 0 || people.some(({ forms }) => holds(forms))) return false;
  if (wordCount(low) < STORY || /\b(?:he|she|him|his|her|they|them|it)\b/.test(low)) return false;
  return new RegExp(`\\b(?:my|our) (?:\\p{L}+ )?${RELATIVE}\\b`, 'u').test(low);
}

/**
 * “My sister Peg spent hers in Bundoran”, “My gran’s cousin died of a wasp”: the first clause is about a relative whom
 * the question doesn't name.
 */
function beginsWithAnother(told: string, { keys, kinds, isYours }: QuestionSense): boolean {
  const isClosed = !kinds.has('OPEN') && !kinds.has('YES_NO') && !kinds.has('WHO') && !kinds.has('NAME');
  const [, relative = '', rest = ''] = BEGINS_WITH.exec(told) ?? [];
  const isNamed = keys.some(({ forms, isSomebody }) => isSomebody && forms.has(relative));
  if (!relative || isNamed || /\b(?:i|we|me|us|mine|ours|our)\b/.test(rest)) return false;
  const owns = /\b(?:hers|his|theirs)\b(?! \p{L}+ed)/u.test(rest.split(/[,;.]/)[0] ?? '') && isYours;
  const isOfKin = /'s \p{L}+ $/u.test(`${told.slice(0, told.indexOf(relative) + relative.length)} `);
  const isPlainlyAnother = isYours && !keys.some(({ isSomebody }) => isSomebody) && wordCount(told) >= STORY;
  return owns || (isOfKin && !isYours) || (isPlainlyAnother && isClosed);
}

const BEGINS_WITH = new RegExp(
  `^(?:(?:oh|well|now|ah|so|and),? )*(?:my|our) (?:\\p{L}+'s )?(?:\\p{L}+ )?(${RELATIVE})\\b(.*)$`,
  'su',
);

/** “Mam wouldn’t have a dog”: an answer about the whole household answers for the person too. */
const OURSELVES =
  /\b(?:i|i'(?:m|d|ve)|we|we'(?:d|ve)|me|us|mine|ours|nobody|no one|mother|mum|mom|mam|father|dad|parents|family|husband|wife)\b/;

/**
 * Whether a longer reply only shares a word with the question: it is “There was a dog on the television last night” to
 * “Did you ever have a dog?”, or “The mill closed” to “What was Grandpa's nickname at the mill?”.
 */
function sharesOnlyAWord(
  sense: QuestionSense,
  [first = '']: readonly string[],
  told: string,
  clauses: readonly ToldClause[],
): boolean {
  const opening = withApostrophes(plain(first));
  if (wordCount(told) < STORY || wordCount(first) < FEWEST || TAKES_UP.test(opening) || namesIt(first))
    return false;
  // “Two cuts of bread with dripping, wrapped in the newspaper”.
  if (namesIt(clauses[0]?.text ?? '')) return false;
  const shared = clauses.findIndex(({ words }) =>
    words.some((word) => sense.keys.some((key) => isNear(key, word))),
  );
  if (shared < 0) return false;
  const people = sense.keys.filter(({ isSomebody }) => isSomebody);
  const names = clauses.some(({ words }) =>
    words.some((word) => people.some((key) => takesUp(key, word) > 0)),
  );
  if (names) return false;
  // “When Audrey came, I was in the courthouse”: the clause after it tells what the person did.
  const upTo = clauses.slice(0, shared + (clauses[shared]?.isPresumed ? 2 : 1)).map(({ text }) => text);
  const isPlainKind = !isOpen(sense) && !sense.kinds.has('WHO') && !sense.kinds.has('NAME');
  if (sense.isYours) return !isPlainKind && !OURSELVES.test(withApostrophes(plain(upTo.join(', '))));
  if (isOpen(sense) || people.length === 0) return false;
  return !/\b(?:he|she|him|his|her)\b/.test(withApostrophes(plain(told)));
}

/** Whether a reply that also evades the question still answers it or tells of the past. */
function isAnswer(sense: QuestionSense, words: string, clauses: readonly ToldClause[]): boolean {
  const { share, fits } = bestMatch(sense, clauses);
  return (fits && share >= SHARE) || sentencesOf(words).some(tellsOfThen);
}
