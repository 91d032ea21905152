/** The beginning of an answer that was heard: as many words as the phone service says it spoke. */
export function heardOf(answer: string, spoken: string): string {
  const words = spoken.match(/\S+/g)?.length ?? 0;
  let end = 0;
  let count = 0;
  for (const word of answer.matchAll(/\S+/g)) {
    if (count === words) break;
    end = word.index + word[0].length;
    count += 1;
  }
  return answer.slice(0, end);
}

/** Words after which people usually go on, so that an utterance that ends with them is unfinished. */
const UNFINISHED =
  /(?:,|…|\.\.\.|\b(?:and|but|so|because|then|or|um|uh|well|the|a|my|our|with|of|to|in))\s*[.…]*$/i;

export function soundsUnfinished(text: string): boolean {
  return UNFINISHED.test(text.trim());
}

const OTHER =
  /\b(?:wrong number|nobody (?:here )?by that name|no one (?:here )?by that name|can[’']t come to the phone)\b/i;
const AWAY = /\b(?:is|are|isn[’']t|[’']s)\s+(?:not\s+|n[’']t\s+)?(?:here|home|in|available|around)\b/i;
const NEGATED = /\b(?:not|isn[’']t|aren[’']t|out)\b/i;

/** Whether somebody else has picked up and says that the person is not there. */
export function saysNotHere(text: string, preferredName: string): boolean {
  const words = text.trim().split(/\s+/).length;
  if (words > 15) return false;
  if (OTHER.test(text)) return true;
  const named = new RegExp(`\\b(?:she|he|they|mom|mum|mother|dad|father|${escaped(preferredName)})\\b`, 'i');
  return named.test(text) && AWAY.test(text) && NEGATED.test(text) && !/\bI\b/.test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
