import type { Ask } from './interviewer.ts';
import type { FamilyRequest } from './request.ts';
import { capitalise, MAX_WORDS, sentencesOf, wordCount } from './words.ts';

/** The family's question without memory tests and rankings; its meaning stays. */
function withoutMemoryTests(text: string): string {
  return text
    .replace(
      /^\s*(?:do|can|could) you (?:still )?(?:remember|recall) (?=(?:the|a|an|your|our|my|that|when|how|what|who|where|any)\b)/i,
      'tell us about ',
    )
    .replace(/\btell us about (when|how|what|who|where)\b/i, 'tell us $1')
    .replace(
      /\b(?:your|the) (?:(?:very|all-time) )?(?:favou?rite|fondest|best-loved) (\p{L}+)/giu,
      'a $1 you love',
    )
    .replace(/^(tell us[^?]*)\?\s*$/i, '$1.')
    .trim();
}

function leadFor({ askedBy, isAgain }: FamilyRequest): string {
  return isAgain ? `${askedBy} would still like to know.` : `This question comes from ${askedBy}.`;
}

/**
 * The family's question as one of our turns, with the name of the person who asks; null when it doesn't fit
 * the word limit.
 */
export function askInFamilysWords(request: FamilyRequest, maxWords: number): Ask | null {
  if (request.keepsake) return askAboutKeepsake(request.id, request.keepsake, maxWords);
  const lead = request.askedBy ? leadFor(request) : null;
  const sentences = sentencesOf(withoutMemoryTests(request.text));
  const question = sentences.find((sentence) => sentence.endsWith('?')) ?? sentences[0];
  if (!question) return null;
  // The sentence with the question mark is the question; the sentences before it are kept if there is room.
  const before = sentences.slice(0, sentences.indexOf(question)).join(' ');
  const texts = [before ? `${before} ${question}` : question, question]
    .map(capitalise)
    .map((t) => (/[.?!]$/.test(t) ? t : `${t}?`));
  for (const withLead of [lead, null]) {
    const text = texts.find(
      (candidate) => wordCount(candidate) + (withLead ? wordCount(withLead) : 0) <= maxWords,
    );
    if (text)
      return {
        text,
        from: 'REQUEST',
        questionKey: null,
        requestId: request.id,
        chapter: null,
        lead: withLead,
      };
  }
  // A question that fits into a turn by itself waits for that turn. Only one that is longer than any turn is shortened.
  if (wordCount(question) <= MAX_WORDS) return null;
  const part =
    wholeParts(question).find((each) => wordCount(each) <= maxWords) ??
    beginningOf(request, question, maxWords);
  return wordCount(part) <= maxWords
    ? { text: part, from: 'REQUEST', questionKey: null, requestId: request.id, chapter: null, lead: null }
    : null;
}

/** The first words of a question that has no shorter part, so that it is asked at all. */
function beginningOf({ askedBy }: FamilyRequest, question: string, maxWords: number): string {
  const words = question.split(/\s+/).slice(0, Math.max(4, maxWords - 8));
  return `${askedBy || 'Someone'} asks about this: ${words.join(' ').replace(/[,;:.?!]+$/, '')}…`;
}

const ASKS = '(?:how|what|who|where|when|why|which|did|do|was|were|is|are|have|had|could|would|can|will)';

/** “When you were at the mill” asks nothing, “when did you start” does. */
const ASKING = new RegExp(
  `(?:^|[,;–—] )(?!when (?!(?:did|do|was|were|is|are|had|have|will|would)\\b))${ASKS}\\b`,
  'iu',
);

/**
 * Shorter questions within a long one, the longest first, each whole: without what is asked besides (“…, and how did
 * you manage?”), or without the clause before it (“When you were at the mill, …”).
 */
function wholeParts(question: string): string[] {
  const bare = question.replace(/[?.!]+$/, '');
  const besides = [
    ...bare.matchAll(new RegExp(`(?:[,;–—]\\s*(?:(?:and|or|but) )?|\\s+(?:and|or) )(?=${ASKS} )`, 'giu')),
  ];
  const clauses = [...bare.matchAll(/[,;–—]\s+/gu)];
  const parts = [
    ...besides.map(({ index }) => bare.slice(0, index)),
    ...[...besides, ...clauses].map(({ index, 0: mark }) => bare.slice(index + mark.length)),
  ];
  return parts
    .map((part) => part.trim().replace(/^(?:and|so|but) /i, ''))
    .filter((part) => wordCount(part) > 3 && ASKING.test(part))
    .sort((a, b) => wordCount(b) - wordCount(a))
    .map((part) => `${capitalise(part)}?`);
}

/** The prefix of question keys about keepsakes in a conversation's history. */
export const keepsakeKey = 'keepsake:';

/** Asks about something that a family member added, in the member's own description. */
function askAboutKeepsake(
  requestId: string,
  { id, thing, words, addedBy }: NonNullable<FamilyRequest['keepsake']>,
  maxWords: number,
): Ask | null {
  const before = `There is a ${thing} ${addedBy} added:`;
  const after = 'Tell me about it.';
  const room = maxWords - wordCount(before) - wordCount(after);
  if (room < 3) return null;
  return {
    ...{ text: `${before} ${wholeStart(words, room)}. ${after}`, from: 'REQUEST', requestId },
    ...{ questionKey: `${keepsakeKey}${id}`, chapter: null, lead: null },
  };
}

/** As much of a description as has room, up to where a phrase ends: “Grandma with the blue car” and not “… car outside”. */
function wholeStart(words: string, room: number): string {
  const said = words.replace(/[.!?…]+$/, '').split(/\s+/);
  if (said.length <= room) return said.join(' ');
  const ends = (at: number) =>
    /[,;:.!?]$/.test(said[at - 1] ?? '') ||
    /^(?:in|on|at|by|with|from|of|for|to|and|or|but|near|outside|behind|before|after|when|where|which|that|who)$/i.test(
      said[at] ?? '',
    );
  let end = room;
  while (end > 2 && !ends(end)) end--;
  return said
    .slice(0, end > 2 ? end : room)
    .join(' ')
    .replace(/[,;:.!?]+$/, '');
}
