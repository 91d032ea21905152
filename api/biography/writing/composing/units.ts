import type { Exchange } from '#api/biography/writing/composing/answer-signs.ts';
import { type StoryUnit, unitText } from '#api/biography/writing/composing/story-unit.ts';
import type { Telling } from '#api/biography/writing/composing/tellings.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { countWords } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { SourcedSentence } from '#api/biography/writing/writer.ts';
import type { JoiningSigns } from '#api/biography/writing/writing-language.ts';
import type { Language } from '#api/language/languages.ts';

const COMFORTABLE = 130;
const TOO_LONG = 340;
/** A story of more words is split where it plainly begins another. */
const LONG = 250;
/** The fewest words on either side of such a break. */
const PART = 60;
const PARAGRAPH = 90;

/** A turn may continue only one of this many last stories. */
const STORIES_BACK = 6;

/** Fewer words ("I can hear you.") begin no story of their own. */
const FEWEST_WORDS = 5;

/** From this certainty on, in log odds, a telling joins a story: an unrelated one joined is worse than one left apart. */
const SURE = 0;

/** Few words join the last story from this certainty on. */
const SURE_OF_FEW = -1;

/** How much more certain it is that an answer goes on with the last story when the question followed it up. */
const FOLLOWED_UP = 2.5;

/** From this certainty on, an answer goes on with the last story even after a question that opens another subject. */
const WHATEVER_IS_ASKED = 2.5;

/** A unit being built, with its exchanges. */
interface OpenUnit extends StoryUnit {
  exchanges: Exchange[];
  /** The question that its last telling answered. */
  lastQuestion: Telling['question'];
}

/**
 * Groups the answers of a conversation into stories: an answer joins the story that it continues, whatever
 * came between.
 */
export function cutUnits(tellings: readonly Telling[], language: Language = 'en'): StoryUnit[] {
  const { joining: signs, contentLemmas } = writingLanguage(language);
  // Cached, because each sentence is compared for every split point near it and every part it belongs to.
  const lemmasOf = remembered(contentLemmas, 5_000);
  const units: OpenUnit[] = [];
  for (const telling of tellings) {
    if (telling.paragraphs.length === 0) continue;
    const exchange = { question: telling.asked, answer: unitText(telling) };
    const story = storyFor(units, telling, exchange, signs);
    if (story) {
      story.paragraphs.push(...telling.paragraphs);
      story.exchanges.push(exchange);
      story.lastQuestion = telling.question;
    } else {
      const { question, paragraphs } = telling;
      units.push({
        question,
        lastQuestion: question,
        paragraphs: [...paragraphs],
        exchanges: [exchange],
      });
    }
  }
  return units
    .map(({ question, paragraphs }) => ({ question, paragraphs }))
    .flatMap((unit) => splitAtBreaks(unit, signs))
    .flatMap((unit) => split(unit, signs, lemmasOf))
    .map((unit) => ({ ...unit, paragraphs: openWell(evenParagraphs(unit.paragraphs), signs) }));
}

/**
 * The story that a telling continues: usually the last one, or an earlier one that its question returns to.
 */
function storyFor(
  units: readonly OpenUnit[],
  telling: Telling,
  exchange: Exchange,
  { resumes, takesUp, leaves, answerGoesOn, goesOnWith }: JoiningSigns,
): OpenUnit | undefined {
  const last = units.at(-1);
  if (!last) return undefined;
  if (resumes(exchange) || takesUp(last.exchanges, exchange.answer)) return last;
  // A question from the bank or the family starts a new story, unless the person goes on with theirs whatever is asked.
  if (telling.question?.opens && !followsUp(last, telling))
    return answerGoesOn(last.exchanges, exchange.answer) >= WHATEVER_IS_ASKED ? last : undefined;
  const isFollowUp = followsUp(last, telling);
  if (isFollowUp && leaves(last.exchanges, exchange.answer)) return undefined;
  const stories = units.map(({ exchanges }) => exchanges);
  const [best] = units
    .map((unit, at) => ({
      unit,
      sure:
        goesOnWith(unit.exchanges, exchange, {
          back: units.length - 1 - at,
          others: stories.filter((_, other) => other !== at),
        }) + (unit === last && isFollowUp ? FOLLOWED_UP : 0),
    }))
    .slice(-STORIES_BACK)
    .sort((a, b) => b.sure - a.sure);
  if (best && best.sure >= SURE) return best.unit;
  return best && best.sure >= SURE_OF_FEW && countWords(exchange.answer) < FEWEST_WORDS ? last : undefined;
}

/** A follow-up carries the question that it follows. People answer it, or tell something else. */
function followsUp({ lastQuestion }: OpenUnit, { question }: Telling): boolean {
  return lastQuestion?.opens === true && lastQuestion.text === question?.text;
}

/** Splits a long unit at a paragraph that begins with another time and with nothing that was told before. */
function splitAtBreaks(unit: StoryUnit, signs: JoiningSigns): StoryUnit[] {
  const { question, paragraphs } = unit;
  if (countWords(unitText(unit)) <= LONG) return [unit];
  const textOf = (from: number, to?: number) => unitText({ paragraphs: paragraphs.slice(from, to) });
  const at = paragraphs.findIndex(
    (paragraph, index) =>
      index > 0 &&
      countWords(textOf(0, index)) >= PART &&
      countWords(textOf(index)) >= PART &&
      signs.leaves([{ question: '', answer: textOf(0, index) }], unitText({ paragraphs: [paragraph] })),
  );
  if (at < 0) return [unit];
  const after = { question, paragraphs: paragraphs.slice(at) };
  return [{ question, paragraphs: paragraphs.slice(0, at) }, ...splitAtBreaks(after, signs)];
}

/**
 * Splits a very long unit where the subject changes: at the paragraph or sentence with least in common
 * across it.
 */
function split(unit: StoryUnit, signs: JoiningSigns, lemmasOf: (text: string) => string[]): StoryUnit[] {
  const size = countWords(unitText(unit));
  if (size <= TOO_LONG) return [unit];
  const sentences = unit.paragraphs.flatMap((paragraph) =>
    paragraph.map((sentence, at) => ({ sentence, opens: at === 0 })),
  );
  const texts = sentences.map(({ sentence }) => sentence.text);
  let best = { at: -1, score: Number.POSITIVE_INFINITY };
  let before = 0;
  sentences.forEach(({ sentence, opens }, at) => {
    const after = size - before;
    if (before >= COMFORTABLE * 0.7 && after >= COMFORTABLE * 0.7) {
      const balance = Math.abs(before - Math.min(size / 2, COMFORTABLE * 1.5)) / size;
      const amid = signs.opensAmid.test(sentence.text) ? OPENS_AMID : 0;
      const score = cohesion(texts, at, lemmasOf) + balance * 0.3 - (opens ? 0.25 : 0) + amid;
      if (score < best.score) best = { at, score };
    }
    before += countWords(sentence.text);
  });
  if (best.at < 0) return [unit];
  const paragraphs = (from: number, to: number) => {
    const result: SourcedSentence[][] = [];
    sentences.slice(from, to).forEach(({ sentence, opens }, at) => {
      if (at === 0 || opens) result.push([]);
      result.at(-1)?.push(sentence);
    });
    return result;
  };
  const left = { question: unit.question, paragraphs: paragraphs(0, best.at) };
  const right = { question: unit.question, paragraphs: paragraphs(best.at, sentences.length) };
  return [...split(left, signs, lemmasOf), ...split(right, signs, lemmasOf)];
}

function cohesion(sentences: string[], at: number, lemmasOf: (text: string) => string[]): number {
  const left = new Set(sentences.slice(Math.max(0, at - 4), at).flatMap(lemmasOf));
  const right = new Set(sentences.slice(at, at + 4).flatMap(lemmasOf));
  return [...right].filter((word) => left.has(word)).length / Math.max(1, Math.min(left.size, right.size));
}

/** A penalty for starting a story in the middle of a thought. */
const OPENS_AMID = 0.12;

/** Makes paragraphs of a few sentences each: joins single lines and splits long blocks. */
function evenParagraphs(paragraphs: SourcedSentence[][]): SourcedSentence[][] {
  const even: SourcedSentence[][] = [];
  for (const sentence of paragraphs.flatMap((paragraph) =>
    paragraph.map((one, at) => ({ one, opens: at === 0 })),
  )) {
    const last = even.at(-1);
    const size = countWords(last?.map((one) => one.text).join(' ') ?? '');
    const room = sentence.opens ? PARAGRAPH / 3 : PARAGRAPH;
    if (last && size < room) last.push(sentence.one);
    else even.push([sentence.one]);
  }
  const tail = even.at(-1);
  if (even.length > 1 && tail && countWords(tail.map((one) => one.text).join(' ')) < 15)
    even.at(-2)?.push(...(even.pop() ?? []));
  return even;
}

/** Removes a conjunction at the start of a story, because the sentence it referred to is not there. */
function openWell(paragraphs: SourcedSentence[][], { conjunction }: JoiningSigns): SourcedSentence[][] {
  const first = paragraphs[0]?.[0];
  const rest = first?.text.match(conjunction)?.[1];
  if (!first || !rest) return paragraphs;
  const text = rest.charAt(0).toUpperCase() + rest.slice(1);
  return [[{ ...first, text }, ...(paragraphs[0] ?? []).slice(1)], ...paragraphs.slice(1)];
}
