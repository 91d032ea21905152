import type { Ask } from './interviewer.ts';
import type { FamilyRequest } from './request.ts';
import { capitalise, sentencesOf, wordCount } from './words.ts';

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
  const short = `${request.askedBy || 'Someone'} asks about this: ${question
    .split(/\s+/)
    .slice(0, Math.max(4, maxWords - 8))
    .join(' ')
    .replace(/[,;:.?!]+$/, '')}…`;
  return wordCount(short) <= maxWords
    ? { text: short, from: 'REQUEST', questionKey: null, requestId: request.id, chapter: null, lead: null }
    : null;
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
  const said = words.split(' ');
  const shown = said.length > room ? `${said.slice(0, room).join(' ')}…` : `${words}.`;
  return {
    ...{ text: `${before} ${shown} ${after}`, from: 'REQUEST', requestId },
    ...{ questionKey: `${keepsakeKey}${id}`, chapter: null, lead: null },
  };
}
