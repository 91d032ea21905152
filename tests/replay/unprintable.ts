import { toldBy } from '#api/biography/pipeline/load.ts';
import { splitSentences } from '#api/language/sentences.ts';

/**
 * What an editor never prints, whatever the writer's own reading of it was: thanks, farewells and questions to the
 * interviewer, interruptions in the room, and the search for a word.
 */
const REMARKS = [
  /^(?:oh,? |and |so |well,? )?(?:hold on|just a (?:second|moment|minute)|wait a (?:second|moment|minute)|i['’]m back|excuse me|sorry about that)\b/i,
  /\bneed to stop (?:for )?(?:just )?a (?:second|moment|minute)\b|\bthis (?:darn|damn) phone\b/i,
  /^(?:well,? |okay,? |all right,? )?(?:first of all,? )?(?:\p{L}+, )?(?:thank you|thanks)\b.*\b(?:opportunity|inviting|having me|your time|interview|listening)\b/iu,
  /^(?:okay,? )?(?:bye|goodbye|bye-bye)\b/i,
  /^(?:sorry,? |and )?(?:what was|what['’]s) (?:your|the) (?:next )?question\b|\b(?:can you hear me|could you repeat|can you repeat|say that again)\b/i,
  /^(?:is (?:this|it|that)(?: thing)?|are (?:we|you)) (?:still )?recording\b|^(?:do|did) you want me to\b|\bdoes that answer (?:your|the) question\b/i,
  /^(?:now,? |so,? )?(?:where was i|what was i (?:saying|going to say)|i (?:forgot|forget) what i was (?:saying|going to say))\b/i,
  /^(?:what is|what['’]s) the word i['’]m looking for\b|\bthat['’]s (?:about )?all i can think of\b/i,
];
const FEWEST_WORDS = 3;
/** A shorter one is often a part of what is told elsewhere: "They didn't", "or something like that". */
const FEWEST_WITHIN = 5;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The sentences of an interview that belong in no book: remarks to the interviewer, and what was read as no telling. */
export function unprintable(answers: readonly string[]): string[] {
  return answers.flatMap((answer) => {
    const told = toldBy(answer).text;
    return splitSentences(answer)
      .filter(({ text }) => wordsOf(text).length >= FEWEST_WORDS)
      .filter(
        ({ text, start, end }) =>
          REMARKS.some((remark) => remark.test(text)) || wordsOf(told.slice(start, end)).length === 0,
      )
      .map(({ text }) => text);
  });
}

/** Those of them that stand in a printed text all the same. */
export function printedOf(sentences: readonly string[], printed: readonly string[]): string[] {
  const texts = printed.map((text) => ` ${wordsOf(text).join(' ')} `);
  const printedSentences = new Set(
    printed.flatMap((text) => splitSentences(text).map(({ text: sentence }) => wordsOf(sentence).join(' '))),
  );
  return sentences.filter((sentence) => {
    const words = wordsOf(sentence);
    return words.length < FEWEST_WITHIN
      ? printedSentences.has(words.join(' '))
      : texts.some((text) => text.includes(` ${words.join(' ')} `));
  });
}
