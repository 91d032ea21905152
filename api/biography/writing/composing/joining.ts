import { GENERIC } from '#api/biography/writing/composing/vocabulary.ts';
import { KIN } from '#api/biography/writing/language/kinship.ts';
import { contentLemmas, isStopWord, lemma, plain, tokens } from '#api/biography/writing/language/words.ts';
import { meaningOf, rankOf, similarityOf } from '#api/language/word-vectors.ts';

/** What was asked, and what was answered to it. */
export interface Exchange {
  question: string;
  answer: string;
}

/** Who or what was spoken of before: "What did he say?", "Did it hurt?", "What happened then?" */
const POINTS_BACK =
  /\b(?:he|she|him|his|hers?|they|them|their|those(?! (?:days|years|times)\b)|(?<!\bback )then|next|afterwards|instead|either|too)\b|\bit(?!'s? like to\b| like to\b)\b|\b(?:that|this)(?: [a-z]+)?\?|(?<!\b(?:was|were|is|are) )\bthere\b/;
/** The talk is led back, or simply let go on. */
const GOES_ON =
  /^(?:and|but|so|why|how come)\b|\b(?:go on|carry on|where were we|back to|tell me more|what happened|how did (?:it|that) (?:end|go)|what became of)\b/;
/** Something is definite that nobody named: it belongs to what is being told. */
const BELONGS_TO_IT =
  /\b(?:the|that) \p{L}+|\bwhen you (?!were (?:small|little|young|a)\b)|\bwhat was it like to (?!be\b)/u;
/** A subject is opened: with what is like what, with firsts and favourites, with a time of life. */
const OPENS =
  /^(?:please )?(?:tell me (?:about|how)|describe|can you (?:tell|describe)|what (?:do|can) you remember|do you remember)\b|\b(?:what|how) (?:was|were|is|are) (?!it\b|that\b|he\b|she\b|they\b).*\blike\b|\b(?:first|favou?rite|best|worst|happiest|saddest|hardest|proudest|funniest|bravest) \p{L}|\b(?:did|have|had|do) you (?:ever|have an?)\b|^was there (?:a|an|any)\b|\bwhat (?:was|is) it like (?:to be|being)\b|\bwant to be\b|\b(?:as your|for (?:fun|best|work|a living)|at school|on (?:holidays?|weekends|sundays))\b|\b(?:these days|nowadays|in those (?:days|years|times)|back then|growing up|as a (?:child|boy|girl|young)|when you were (?:small|little|young|a)|any regrets|how did you (?:meet|learn|come to|get to|start|end up))\b/u;
/** "Were you caught?", "How did you eat?": a deed and nothing else, so it is asked about what is being told. */
const ASKS_WHAT_BECAME =
  /^(?:and |so |but )?(?:(?:how|where|why) )?(?:did|were|was|had) (?:you|people|everybody|anybody|anyone) (?!become\b|born\b|raised\b|grow\b|marry\b)\p{L}+\?*$|^(?:and |so |but )?what did (?:you|people|everybody) (?:do|say|see|hear|find|feel|eat)\?*$/u;
/** "Did you build one?" */
const ONE = /\b(?:one|some|any)\?/;
/** "How did you become a teacher?": a part of life begins. */
const NEW_ROLE =
  /\b(?:become|became|becoming|retire|retired) an?\b|\b(?:become|turn into|train as|qualify as) an? /;
/** What an answer's "she" may stand for. */
const NAMES_ITS_OWN = /\b(?:your|the|an?|his|her|their) \p{L}+/u;
/** An answer that speaks at once of him, of it, of them. */
const ANSWERS_OF_IT = /^(?:(?:yes|no|oh|well),? )?(?:he|she|they|it)\b/i;
/** The person takes it up again where they were. */
const RESUMES = /^\W*(?:\p{L}+,? ){0,2}(?:where was i|as i was saying|anyway|back to|to go on)\b/iu;

/** From here on an exchange belongs to what was told before. */
const BELONGS = 0;

/**
 * How much speaks for an exchange going on with a story, by how people talk: a question that points back, or takes up
 * what the story named; against it, one that opens a subject or asks for something nobody named. An answer that speaks
 * on of the same rare things helps. What the story's own first question named says nothing: a second question about it
 * ("What was your mother like?", "How did your mother die?") asks for another story.
 */
export function goesOnWith(story: readonly Exchange[], { question, answer }: Exchange): number {
  const asked = plain(question).toLowerCase();
  const told = new Set(story.flatMap((each) => contentLemmas(each.answer)));
  const opened = new Set(contentLemmas(story[0]?.question ?? ''));
  const wanted = telling(contentLemmas(question));
  const named = wanted.filter((word) => told.has(word) && !opened.has(word));
  const isNew = wanted.some((word) => !told.has(word));
  const opens = OPENS.test(asked);
  const repeated = telling(contentLemmas(answer)).filter((word) => told.has(word) && !opened.has(word));

  let score = 0;
  if (POINTS_BACK.test(asked)) score += 2;
  if (GOES_ON.test(asked)) score += 2;
  if (named.length > 0) score += 2;
  if (BELONGS_TO_IT.test(asked)) score += 1;
  if (wanted.length === 0 && !opens) score += 1;
  if (!opens && (ASKS_WHAT_BECAME.test(asked) || ONE.test(asked))) score += 2;
  if (NEW_ROLE.test(asked)) score -= 2;
  if (!opens && !NAMES_ITS_OWN.test(asked) && ANSWERS_OF_IT.test(answer)) score += 1;
  if (opens) score -= 2;
  if (isNew && named.length === 0) score -= 1;
  if (wanted.some((word) => opened.has(word)) && named.length === 0) score -= 1;
  if (repeated.length > 0) score += 1;
  if (repeated.length > 2) score += 1;
  if (!opens && likenessTo(story, answer) > VERY_LIKE) score += 1;
  return score;
}

/** Whether the person takes up again what they were telling. */
export function resumes({ answer }: Exchange): boolean {
  return RESUMES.test(plain(answer));
}

export function belongsTo(story: readonly Exchange[], exchange: Exchange): boolean {
  return goesOnWith(story, exchange) >= BELONGS;
}

/** Whether a question names something that a story told of. */
export function namesWhatWasTold(story: readonly Exchange[], { question }: Exchange): boolean {
  const told = new Set(story.flatMap((each) => contentLemmas(each.answer)));
  const opened = new Set(contentLemmas(story[0]?.question ?? ''));
  return telling(contentLemmas(question)).some((word) => told.has(word) && !opened.has(word));
}

/** From here on an answer speaks of what the story speaks of, also in other words. */
const VERY_LIKE = 0.86;

function likenessTo(story: readonly Exchange[], answer: string): number {
  const meanings = [story.map((each) => each.answer).join(' '), answer].map((text) =>
    meaningOf(wordsOf(text)),
  );
  const [before, now] = meanings;
  return before && now ? similarityOf(before, now) : 0;
}

/** Words that mean something by themselves: the commonest mean too much. */
const TOO_COMMON = 150;

function wordsOf(text: string): string[] {
  return tokens(text)
    .map(({ norm }) => norm)
    .filter((word) => !isStopWord(word) && (rankOf(word) ?? TOO_COMMON) >= TOO_COMMON);
}

const KIN_LEMMAS = new Set([...KIN.keys()].map(lemma));

/** Without the words that every story has. */
function telling(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => !GENERIC.has(word) && !KIN_LEMMAS.has(word));
}
