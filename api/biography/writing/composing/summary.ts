import type { SummaryWords } from '#api/biography/writing/composing/summary-words.ts';
import { countWords } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { CardDraft, WriteRequest } from '#api/biography/writing/writer.ts';
import type { WritingLanguage } from '#api/biography/writing/writing-language.ts';
import type { Language } from '#api/language/languages.ts';
import { splitSentences } from '#api/language/sentences.ts';

/** A sentence longer than this, in words, is cut at its first pause. */
const LONG = 32;
const SHORT = 5;
/** The least number of words by which an opening says more than the title. */
const SAYS_MORE = 2;

/**
 * A summary of one or two sentences in the person's own words, as the cards have them: the opening of the
 * longest story, and the sentence that adds most to it, or the opening of the next story.
 */
export function summaryOf(request: WriteRequest, cards: readonly CardDraft[]): string {
  const name = request.subject.preferredName;
  const [first, second] = cards.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const language = writingLanguage(request.subject.language);
  if (!first) return language.summary.nothingTold(name);
  const opening = openingOf(first, first.title, language);
  const more = second ? openingOf(second, first.title, language) : tellingOf(first, opening, language);
  const sentences =
    second && cards.indexOf(second) < cards.indexOf(first) ? [more, opening] : [opening, more];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => shorten(sentence, language.summary))
    .join(' ');
}

/** The title of the conversation: that of its longest story, the earlier of two equals. */
export function conversationTitle(cards: readonly CardDraft[], language: Language = 'en'): string {
  const longest = cards.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  return longest?.title ?? writingLanguage(language).summary.shortTalk;
}

function sizeOf(card: CardDraft): number {
  return card.paragraphs.flat().reduce((sum, sentence) => sum + sentence.text.length, 0);
}

function sentencesOf({ paragraphs }: CardDraft): string[] {
  return paragraphs.flat().map(({ text }) => text);
}

/**
 * The sentence that opens a story: the first one, or the next that says more than the conversation's title and doesn't
 * depend on the question.
 */
function openingOf(card: CardDraft, shown: string, { contentLemmas, summary }: WritingLanguage): string {
  const sentences = sentencesOf(card);
  const title = new Set(contentLemmas(shown));
  const opens = (sentence: string) =>
    countWords(sentence) >= SHORT &&
    !summary.hangsOn.test(sentence) &&
    contentLemmas(sentence).filter((word) => !title.has(word)).length >= SAYS_MORE;
  return (
    sentences.slice(0, 3).find(opens) ??
    sentences.find((sentence) => countWords(sentence) >= SHORT) ??
    beginningOf(sentences)
  );
}

/** The first short sentences together: "Madeira. They never met there." */
function beginningOf(sentences: readonly string[]): string {
  const enough = sentences.findIndex((_, at) => countWords(sentences.slice(0, at + 1).join(' ')) >= SHORT);
  return sentences.slice(0, enough < 0 ? sentences.length : enough + 1).join(' ');
}

/** The sentence that adds most to the opening in the fewest words; the later of two equals. */
function tellingOf(card: CardDraft, opening: string, { contentLemmas, summary }: WritingLanguage): string {
  const known = new Set([...contentLemmas(opening), ...contentLemmas(card.title)]);
  let best = { text: '', worth: 0 };
  for (const text of sentencesOf(card)) {
    const size = countWords(text);
    if (text === opening || size < SHORT || size > LONG) continue;
    const worth = (summary.shownBy(text, known) / Math.sqrt(size)) * (summary.hangsOn.test(text) ? 0.8 : 1);
    if (worth >= best.worth) best = { text, worth };
  }
  return best.text;
}

/** A long sentence up to its last pause within the limit; a shorter one as it is. */
function shorten(sentence: string, { pause }: SummaryWords): string {
  const [first] = splitSentences(sentence);
  if (countWords(sentence) <= LONG || !first) return sentence;
  const parts = sentence.split(pause);
  let shortened = parts[0] ?? sentence;
  for (const part of parts.slice(1)) {
    if (countWords(`${shortened} ${part}`) > LONG) break;
    shortened = `${shortened} ${part}`;
  }
  return countWords(shortened) > LONG ? sentence : `${shortened.replace(/[,;]$/, '')}.`;
}
