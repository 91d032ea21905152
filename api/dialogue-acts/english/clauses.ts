import { createWishFinder } from '../rules/wish-finder.ts';

const LEAD_IN = new Set(
  `please just let's let us can could would will you we i i'd i'll i'm want like to prefer rather need ask asking that this it
  for now but and so well oh ok okay yes yeah no look listen maybe perhaps should must have better do me promise make sure
  kindly also only though actually um uh er ah dear love evertold all right alright mind if best think wish hope hey then
  really honestly sorry excuse may might we'll we'd we're i've tell something you'd you'll am going before remember first
  be might you're thank thanks computer honey hello hi today now's what afraid mister sir ma'am truly simply because
  don't also quite know said say bit part one story thing last is was that's it's always`.split(/\s+/),
);

const BOUNDARY =
  /[.!?;:,()"\n]|\s[-–—]+\s|—|\b(?:but|so|anyway|because|and(?= (?:stop|don't|do not|please)))\b/g;
const REPORTED_BEFORE =
  /\b(?:said|says|saying|say|told|tells|whispered|shouted|yelled|cried|begged|warned|asked|went|goes|hollered|called out)(?: (?:me|us|him|her|them|to (?:me|us|him|her|them)|everyone|everybody))?[,:]? *["']?\s*$/;
const REPORTED_AFTER =
  /^[^.!?]{0,30}?[,"!?] *(?:he|she|they|my \w+|mother|father|mom|mum|dad|grandma|grandpa)\b[^.!?]{0,12}\b(?:said|says|told|would say|used to say|whispered|shouted|yelled|cried)\b/;
/** “We would keep that between us” tells of the past; “would you keep…” asks. */
const TELLS =
  /\b(?:we|i|you) (?:would|could|always|never|did|was|said)\b(?! (?:like|rather|prefer|love|please|want|that (?:is|was) private))/;

/** Finds wishes in English. */
export const wish = createWishFinder({
  leadIn: LEAD_IN,
  boundary: BOUNDARY,
  reportedBefore: REPORTED_BEFORE,
  reportedAfter: REPORTED_AFTER,
  tells: TELLS,
});

const POLITE =
  /\b(?:please|now|thanks?(?: you)?(?: (?:very|so) much| dear)?|okay|ok|well|oh|um|uh|er|ah|dear|love|evertold|then|just|alright|all right|yes|yeah|no|so|right|sorry|i think|honey|sir|ma'am|computer|excuse me|hey|hm+|and|but|actually|my)\b/g;

/** Short words without politeness and fillers. */
export function bare(said: string): string {
  return said
    .replace(POLITE, ' ')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
