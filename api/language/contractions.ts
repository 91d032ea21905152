/** Contractions as recognised speech writes them, without the apostrophe. */
const SHORT_FORMS: Record<string, string> = Object.fromEntries(
  `i'm i've he's she's that's there's what's where's who's how's here's you're they're we've you've they've you'll they'll
  that'll it'll there'll he'd she'd they'd you'd don't doesn't didn't can't won't wouldn't couldn't shouldn't isn't aren't
  wasn't weren't hasn't haven't hadn't mustn't needn't ain't y'all`
    .split(/\s+/)
    .filter((word) => !["he'd", "she'd"].includes(word))
    .map((word) => [word.replace("'", ''), word]),
);
const SHORT_FORM = new RegExp(`(?<![\\p{L}'])(?:${Object.keys(SHORT_FORMS).join('|')})(?![\\p{L}'])`, 'gu');
/** “id” and “ill” are words too: only before these words do they stand for “I’d” and “I’ll”. */
const WOULD =
  /(?<![\p{L}'])id(?= (?:rather|sooner|like|love|prefer|just|have|be|been|never|go|say|tell)\b)/gu;
const WILL =
  /(?<![\p{L}'])ill(?= (?:tell|talk|be|have|see|get|call|ring|do|go|never|not|come|think|ask|say|just|pass)\b)/gu;

/**
 * Restores in lower-case words the apostrophes that recognised speech drops: “dont”, “thats”, “id rather”.
 */
export function withApostrophes(low: string): string {
  return low
    .replace(SHORT_FORM, (form) => SHORT_FORMS[form] ?? form)
    .replace(WOULD, "i'd")
    .replace(WILL, "i'll");
}
