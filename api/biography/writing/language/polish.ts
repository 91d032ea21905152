import { isStopWord, tokens } from '#api/biography/writing/language/words.ts';

/** Stands for a place where the speaker hesitated, while a sentence is worked on. */
const BREAK = '¦';
/** The same between two commas. */
const PAUSE = '‖';
const HESITATION =
  /(,|—|–)?\s*(?:\b(?:um+|uh+|uhm+|er|erm|hmm+|mm+|mhm|uh-huh)\b|(?<=(?:^|,|[¦‖]|\b(?:and|but|so|because|or|that|then))\s*)(?:you know|I mean|you see|you know what I mean)(?=\s*(?:,|[¦‖]|[.?!]?$)))\s*([,.…]|—)?/gi;
const PARENTHESES =
  /\s*(?:\[[^\]]*\]|\((?:laughs?|laughter|laughing|crosstalk|inaudible|unclear|pause|chuckles?|sighs?)[^)]*\))/gi;
const OPENINGS =
  /^(?:(?:yeah|yes|yep|yup|no|nope|okay|ok|well|oh|ah|so|now|right|sure|alright|all right|exactly|absolutely|anyway|anyhow|again|like|you know|you see|I mean|see|let me see|let's see|gosh|golly|hey|as I said|as I say|like I said|like I say|as I was saying)(?:,|[.!…]+|\s*[—–[¦‖]])\s*)+/i;
const BARE_OPENING =
  /^(?:so|okay|ok|well|yeah|you know|I mean)\s+(?=(?:I|we|he|she|they|it|that|there|then|my|the|when|in|after|anyway)\b)(?!that\s+\p{L}+\s+(?:could|can|would)\b)/iu;
const ASIDES = [
  /, (?:like|right|okay)(?=,)/gi,
  /,? (?:if you will|right|okay|or whatever|and all that|and so on|and stuff(?: like that)?)(?=[.?!]?$)/gi,
  /(?<=^(?:And|But|So|Or|Because)),? (?:like|well|yeah|so|yes|no|wow|gosh|oh),/gi,
  /, I guess (?:I|you) (?:should|could|would) say(?=[.?!]?$)/gi,
];
const STARTERS =
  'I|we|he|she|they|it|you|there|that|this|these|those|the|a|an|my|our|his|her|their|in|on|at|to|of|for|from|with|by|out|up|over|into|about|through|and|but|or|as|if|when|because|where|was|were|is|are|had|have|has|did|do|would|could|went|who|which|so|not|what|how|one|some|all|any|no|just|been|be|than';
const SEPARATOR = '(?:,? ?[¦‖] ?|,? (?:and |but )?|[—–] ?)';
const REPEAT = new RegExp(
  `\\b((?:${STARTERS})(?:['’]\\p{L}+)?(?: [\\p{L}'’]+){0,4}?)${SEPARATOR}\\1(?![\\p{L}'’])(?!,? \\1\\b)`,
  'giu',
);
const ECHO = /\b(\p{L}{3,})(?:, | ?[¦‖] ?)\1\b(?!,? \1\b)/giu;
/** Several words said twice over are never meant. */
const TWICE = /\b(\p{L}{2,}(?: [\p{L}'’]+){1,4}),? \1\b/giu;
/** Said twice on purpose. */
const EMPHATIC =
  /^(?:very|many|much|long|big|really|far|never|no|little|old|poor|dear|work|day|year|years|please|wonderful|bye|on|again)$/i;
const DOUBLE_IS_RIGHT = /^(?:that|had|very|so|is|who|you|it)$/i;
const PRONOUN = "(?:I|we|he|she|they|it|you|there)(?:['’]\\p{L}+)?";
const AUX = 'was|were|had|did|do|have|would|could|am|is|are|has|just';
const EDGE = '(?:^|(?<=[.;,] )|(?<=\\b(?:and|but|so|because|that|or) ))';
const RESTARTS = [
  // "I had, uh, there were six of us": what was begun and broken off goes.
  new RegExp(
    `${EDGE}${PRONOUN}(?: (?!(?:I|we|he|she|they|it|there|think|guess|believe|thought)\\b)[\\p{L}'’]+){0,2} [¦‖] (?=${PRONOUN} \\p{L})`,
    'giu',
  ),
  new RegExp(
    `\\b(?:I|we|he|she|they|it)(?: (?:${AUX}))?(?:, |[—–] ?| [¦‖] )(?=(?:I|we|he|she|they|it|there)(?:['’]\\p{L}+)? (?!and\\b|or\\b))`,
    'giu',
  ),
  new RegExp(
    `${EDGE}(?:I|we|he|they)(?:,| [¦‖]) (?=(?:and|but|so|the|part|most|some|a|there|my|our|one|\\p{Lu}\\p{L}{3,}) )`,
    'gu',
  ),
  new RegExp(
    `\\b(?:${AUX})(?: ?[,—–]| [¦‖]) ?(?=(?:${AUX}|wasn['’]t|didn['’]t|hadn['’]t|weren['’]t)\\b)`,
    'giu',
  ),
  /\b(?:the|a|an|my|our|his|her|their|of|in|to|at|on|for|with|from)(?: ?[,—–]| [¦‖]) ?(?=(?:the|a|an|my|our|his|her|their)\b)/giu,
  /\b(?:the|a|an|to|of)(?: ?[,—–]| [¦‖]) ?(?=(?:to|in|on|at|of|with|by|out|up)\b)/giu,
  // "based on the method of the, because": words that wait for another go.
  /(?: (?:of|in|on|at|to|for|from|with|by))? (?:the|an?|my|our|his|her|their)(?=(?:,| [¦‖]) ?(?:because|and|but|so|or|which|when|it|I|we|he|she|they|there)\b)/giu,
];
/** "my sister's, no, my mother's good shoes": the correction stands, begun with the same word. */
const CORRECTION =
  /\b((my|the|a|his|her|our|in|on|at|it was|he was|she was) [^,.;!?]{1,28}),? (?:no|no wait|sorry|excuse me|or rather|I mean),? (?=\2 )/giu;

/**
 * A spoken sentence made fit to read, only by leaving out: signs of hesitation, stutters, false starts, openings that
 * say nothing. Every word left stands in the order in which it was said; '' when nothing is left.
 */
export function polish(sentence: string): string {
  let text = sentence
    .replace(/[¦‖]/g, ' ')
    .replace(PARENTHESES, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(CORRECTION, '');
  text = tidy(text.replace(HESITATION, markBreak).replace(HESITATION, markBreak));
  for (let round = 0; round < 3; round += 1) {
    const before = text;
    for (const aside of ASIDES) text = text.replace(aside, '');
    text = text.replace(REPEAT, (whole, unit: string) =>
      DOUBLE_IS_RIGHT.test(unit) && !/[,¦‖—–]/.test(whole) ? whole : unit,
    );
    text = text.replace(TWICE, '$1');
    text = text.replace(ECHO, (whole, word: string) => (EMPHATIC.test(word) ? whole : word));
    for (const restart of RESTARTS) text = text.replace(restart, '');
    text = tidy(text).replace(OPENINGS, '').replace(BARE_OPENING, '');
    if (text === before) break;
  }
  return finish(tidy(mendBreaks(text)));
}

function markBreak(_whole: string, before: string | undefined, after: string | undefined): string {
  if (after === '.' || after === '…') return `${before ?? ''} ${BREAK}.`;
  return before && after ? ` ${BREAK}${BREAK} ` : ` ${BREAK} `;
}

/** Where a break stood between two commas after a word of content, one comma stays. */
function mendBreaks(text: string): string {
  return text.replace(
    /\s*([¦‖])\s*([.!?…])?/g,
    (whole, kind: string, stop: string | undefined, at: number) => {
      const last = tokens(text.slice(0, at)).at(-1);
      const next = tokens(text.slice(at + whole.length)).at(0)?.norm ?? '';
      if (/^(?:that|to|of|for|with|from|in|on|at|by|than|about)$/.test(next)) return ' ';
      return stop ?? (kind === PAUSE && last && !isStopWord(last.norm) ? ', ' : ' ');
    },
  );
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\s,]*[¦‖][\s,¦‖]*/g, (found) => (/¦¦|,|‖/.test(found) ? ` ${PAUSE} ` : ` ${BREAK} `))
    .replace(/\s+([,.;:!?…])/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/,([.!?…;:])/g, '$1')
    .replace(/([.!?])\s*\.(?!\.)/g, '$1')
    .replace(/^[\s,.;:…¦‖—–-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function finish(text: string): string {
  const closed = text.replace(/[,;:\s—–-]+$/, '');
  if (!/\p{L}/u.test(closed)) return '';
  const ended = /[.!?…]["'”’)]*$/.test(closed) ? closed : `${closed}.`;
  return ended.replace(
    /^(["'“‘(]*)(\p{Ll})/u,
    (_whole, quote: string, letter: string) => quote + letter.toUpperCase(),
  );
}
