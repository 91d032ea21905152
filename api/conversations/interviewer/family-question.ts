import type { Ask } from './interviewer.ts';
import type { FamilyRequest, SubjectFacts } from './request.ts';
import type { FamilySpeech } from './speech.ts';
import { speechOf } from './speech-of.ts';
import { capitalise, MAX_WORDS, sentencesOf, wordCount } from './words.ts';

/** The subject to whom a question is put. */
type Asked = Pick<SubjectFacts, 'language' | 'onBehalfOf'>;

/**
 * The family's question as one of our turns, with the name of the person who asks; null when it doesn't fit
 * the word limit.
 */
export function askInFamilysWords(
  request: FamilyRequest,
  maxWords: number,
  subject: Asked = { language: 'en', onBehalfOf: null },
): Ask | null {
  const { family } = speechOf(subject.language);
  if (request.keepsake) return askAboutKeepsake(request.id, request.keepsake, maxWords, subject.language);
  const lead = request.askedBy ? family.leadFor(request, subject) : null;
  const sentences = sentencesOf(family.withoutMemoryTests(request.text));
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
    wholeParts(question, family).find((each) => wordCount(each) <= maxWords) ??
    beginningOf(request, question, maxWords, family);
  return wordCount(part) <= maxWords
    ? { text: part, from: 'REQUEST', questionKey: null, requestId: request.id, chapter: null, lead: null }
    : null;
}

/** The first words of a question that has no shorter part, so that it is asked at all. */
function beginningOf(
  { askedBy }: FamilyRequest,
  question: string,
  maxWords: number,
  { begins }: FamilySpeech,
): string {
  const words = question.split(/\s+/).slice(0, Math.max(4, maxWords - 8));
  return begins(askedBy, words.join(' ').replace(/[,;:.?!]+$/, ''));
}

/**
 * Shorter questions within a long one, the longest first, each whole: without what is asked besides (“…, and how did
 * you manage?”), or without the clause before it (“When you were at the mill, …”).
 */
function wholeParts(question: string, { shorter }: FamilySpeech): string[] {
  return shorter.flatMap((words) => partsOf(question, words)).sort((a, b) => wordCount(b) - wordCount(a));
}

function partsOf(question: string, { besides, joins, asking }: FamilySpeech['shorter'][number]): string[] {
  const opens = question.includes('¿') ? '¿' : '';
  const bare = question.replace(/[?.!]+$/, '').replace(/¿/g, '');
  const others = [...bare.matchAll(besides)];
  const clauses = [...bare.matchAll(/[,;–—]\s+/gu)];
  const parts = [
    ...others.map(({ index }) => bare.slice(0, index)),
    ...[...others, ...clauses].map(({ index, 0: mark }) => bare.slice(index + mark.length)),
  ];
  return parts
    .map((part) => part.trim().replace(joins, ''))
    .filter((part) => wordCount(part) > 3 && asking.test(part))
    .map((part) => `${opens}${capitalise(part)}?`);
}

/** The prefix of question keys about keepsakes in a conversation's history. */
export const keepsakeKey = 'keepsake:';

/** Asks about something that a family member added, in the member's own description or by the people in it. */
function askAboutKeepsake(
  requestId: string,
  keepsake: NonNullable<FamilyRequest['keepsake']>,
  maxWords: number,
  language: Asked['language'],
): Ask | null {
  const { id, people } = keepsake;
  const { before, after } = speechOf(language).family.keepsake(keepsake);
  const words = keepsake.words || new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(people);
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
    /^(?:in|on|at|by|with|from|of|for|to|and|y|or|but|near|outside|behind|before|after|when|where|which|that|who)$/i.test(
      said[at] ?? '',
    );
  let end = room;
  while (end > 2 && !ends(end)) end--;
  return said
    .slice(0, end > 2 ? end : room)
    .join(' ')
    .replace(/[,;:.!?]+$/, '');
}
