/** Lower case, straight quotes, single spaces: the form that rules match against. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

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

/**
 * Finds a wish that is addressed to us: the pattern matches, the words before it in the same clause are
 * only a lead-in (“well, could you please …”), and no character of the story is quoted.
 */
export function wish(said: string, pattern: RegExp): { index: number; text: string } | null {
  // Most texts don't match, and building a global pattern is slower than finding that out.
  if (said.search(pattern) < 0) return null;
  for (const match of said.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))) {
    const before = said.slice(0, match.index);
    const after = said.slice(match.index + match[0].length);
    const boundaries = [...said.matchAll(BOUNDARY)].filter(
      (mark) => mark.index + mark[0].length <= match.index,
    );
    const last = boundaries.at(-1);
    const clause = last ? before.slice((last.index ?? 0) + last[0].length) : before;
    const words = clause.match(/[\p{L}']+/gu) ?? [];
    if (!words.every((word) => LEAD_IN.has(word)) || TELLS.test(clause)) continue;
    if (last?.[0] === '"' && (before.match(/"/g)?.length ?? 0) % 2 === 1) continue;
    if (
      REPORTED_BEFORE.test(last ? before.slice(0, last.index) : '') ||
      REPORTED_BEFORE.test(`${clause}\u0000`)
    )
      continue;
    if (REPORTED_AFTER.test(after)) continue;
    return { index: match.index, text: match[0] };
  }
  return null;
}

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
