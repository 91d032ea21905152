import { plain, sentencesOf } from '../words.ts';

/** Words that somebody said at the end of a story. */
export interface Speech {
  /** The person who tells the story said it. */
  own: boolean;
  /** “he”, “she” or “they”; null if that is unclear. */
  speaker: string | null;
  /** It was said to the person who tells the story. */
  toYou: boolean;
}

const SAID =
  /\b(?:said|(?:used to|would (?:always )?) ?say|says|(?<!\b(?:being|been|was|were|be|got) )asked|told (?:me|us)(?= (?:that|to|i|he|she|it|we|you|they|the|my|not)\b|, (?!and|but|so)|:)|answered|shouted|whispered|called out|cried out|replied)\b/g;
/** Nothing was said, or only that something was said. */
const NOTHING_SAID =
  /\b(?:never|not|n't|nobody|nothing|no one|hadn't|should have|could have|as (?:i|he|she|they)|what (?:i|he|she|they)|(?:\w+ )?(?:is|was) what \w+) (?:\w+ )?(?:said|says|(?<!\b(?:being|been|was|were|be|got) )asked|told)\b|\bsaid (?:nothing|anything|so|goodbye|hello|no more|a word|it all)\b/;
const HE =
  /^(?:he|mr|father|dad|daddy|papa|grandfather|grandpa|granddad|uncle|brother|husband|son|man|boy|king|priest|foreman)$/;
const THEY =
  /^(?:they|girls|boys|men|women|people|children|kids|others|neighbou?rs|parents|teachers|brothers|sisters)$/;
const SHE =
  /^(?:she|mrs|miss|ms|mother|mum|mom|mama|grandmother|grandma|gran|aunt|auntie|sister|wife|daughter|woman|girl|lady)$/;

const GOES_ON = /\band (?:i|we)(?:'ve| have|'d| never| still| always)\b/;

/** The speech with which a story ends (“…and he said, there you are”), or null. */
export function closingSpeech(words: string): Speech | null {
  const sentences = sentencesOf(words).map(plain);
  const at = sentences.findLastIndex((sentence) => sentence.search(SAID) >= 0);
  if (at < 0 || at < sentences.length - 2) return null;
  const sentence = sentences[at] ?? '';
  if (NOTHING_SAID.test(sentence)) return null;
  // A sentence after the words goes on with the story, unless it goes on with the words.
  if (at === sentences.length - 2 && (!/["”]/.test(words) || /^(?:i|we)\b/.test(sentences.at(-1) ?? '')))
    return null;
  const last = [...sentence.matchAll(SAID)].at(-1);
  const before = sentence.slice(0, last?.index);
  const subjects = before.match(/[\p{L}]+/gu) ?? [];
  const speaker = subjects.findLast(
    (word) =>
      /^(?:i|we|nobody|everybody|somebody|it)$/.test(word) ||
      THEY.test(word) ||
      HE.test(word) ||
      SHE.test(word),
  );
  const own = speaker === 'i' || speaker === 'we';
  const after = sentence.slice(last?.index);
  // “…, and I’ve never forgotten her face” goes on with the story.
  if (GOES_ON.test(after)) return null;
  return {
    own,
    speaker:
      !speaker || own
        ? null
        : HE.test(speaker)
          ? 'he'
          : SHE.test(speaker)
            ? 'she'
            : THEY.test(speaker)
              ? 'they'
              : null,
    toYou:
      /^(?:told|asked) (?:me|us)|^\w+ to me\b|\b(?:whether|if) (?:i|we)\b|^said (?:that )?i (?:could|should|must|might)\b|\byou\b|\bmy (?:dear|girl|boy|son)\b/.test(
        after,
      ) && !/\b(?:used to|would|always)\b/.test(before),
  };
}
