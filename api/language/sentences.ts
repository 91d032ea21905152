export interface Sentence {
  text: string;
  start: number;
  end: number;
  /** Counted from 0. A line break separates paragraphs. */
  paragraph: number;
}

const ABBREVIATIONS = new Set(
  `mr mrs ms messrs dr prof rev fr sr jr st ste mt ft gen col maj capt cmdr lt sgt cpl pvt gov sen rep hon pres
  ave blvd rd co corp inc ltd bros dept univ no nos vol ed vs etc approx est jan feb mar apr jun jul aug sep sept oct
  nov dec mon tue wed thu fri sat sun e.g i.e a.m p.m`.split(/\s+/),
);
/** Titles seldom end a sentence, whatever follows them. */
const TITLES = new Set(
  'mr mrs ms messrs dr prof rev fr st ste mt ft gen col maj capt lt sgt gov sen rep hon pres'.split(' '),
);
const BOUNDARY = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s|$)/g;
/** The longest sentence. Speech that was transcribed without full stops is cut at pauses. */
const LONGEST = 1_000;
/** How many characters back the word before a full stop can start, with the name before an initial. */
const NEAR = 60;

/**
 * The sentences of a text with their exact positions: `text.slice(start, end)` is the sentence.
 * Abbreviations, initials, decimals, ellipses and closing quotes stay with their sentence.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  const isLow = isInLowerCase(text);
  let paragraph = 0;
  for (const block of blocks(text)) {
    let start = block.start;
    for (const match of text.slice(block.start, block.end).matchAll(BOUNDARY)) {
      const end = block.start + match.index + match[0].length;
      if (end < block.end && !endsSentence(text, start, block.start + match.index, end, isLow)) continue;
      push(start, end);
      start = end;
    }
    push(start, block.end);
    paragraph += 1;
  }
  return sentences;

  function push(from: number, to: number) {
    const end = from + text.slice(from, to).trimEnd().length;
    for (let at = from; at < end; ) {
      const start = end - text.slice(at, end).trimStart().length;
      const until = end - start > LONGEST ? pauseBefore(text, start, start + LONGEST) : end;
      const whole = text.slice(start, until).trimEnd();
      sentences.push({ text: whole, start, end: start + whole.length, paragraph });
      at = until;
    }
  }
}

/**
 * Where text without a full stop is cut: after its last comma, else at its last space, else between two
 * characters.
 */
function pauseBefore(text: string, start: number, limit: number): number {
  const stretch = text.slice(start, limit);
  const pause = Math.max(stretch.lastIndexOf(', '), stretch.lastIndexOf('; '), stretch.lastIndexOf('— '));
  if (pause > LONGEST / 2) return start + pause + 1;
  const space = stretch.search(/\s\S*$/);
  if (space > 0) return start + space;
  return /[\ud800-\udbff]$/.test(stretch) ? limit - 1 : limit;
}

/** A sentence's position as a source. */
export function spanOf(
  messageId: string,
  sentence: Pick<Sentence, 'start' | 'end'>,
): { messageId: string; start: number; end: number } {
  return { messageId, start: sentence.start, end: sentence.end };
}

/** The lines between line breaks. Transcripts also write a break as the two characters "\n". */
function blocks(text: string) {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of text.matchAll(/(?:\r?\n|\\n)+/g)) {
    if (text.slice(start, match.index).trim()) found.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  if (text.slice(start).trim()) found.push({ start, end: text.length });
  return found;
}

/** The share of sentence ends that a small letter must follow in a text written without capitals. */
const LOW_SHARE = 0.5;

/** Whether a text is written without capitals at the start of sentences, as many people type. */
function isInLowerCase(text: string): boolean {
  const [, first] = text.match(/^[^\p{L}]*(\p{L})/u) ?? [];
  const low = text.match(/\p{L}{2}[.!?]\s+\p{Ll}/gu)?.length ?? 0;
  const high = text.match(/\p{L}{2}[.!?]\s+\p{Lu}/gu)?.length ?? 0;
  const startsLow = first !== undefined && /\p{Ll}/u.test(first);
  return low > 0 && (startsLow || low / (low + high) > LOW_SHARE);
}

function endsSentence(text: string, from: number, dot: number, end: number, isLow: boolean): boolean {
  const mark = text.slice(dot, end).replace(/["'”’»)\]].*$/, '');
  const before =
    text.slice(Math.max(from, dot - NEAR), dot).match(/(?<![\p{L}\p{N}.])[\p{L}\p{N}.]+$/u)?.[0] ?? '';
  const rest = text.slice(end, end + NEAR).trimStart();
  const next = rest.replace(/^["'“‘«([]+/, '');
  const goesOnLow = /^\p{Ll}/u.test(next);
  if (isLow && goesOnLow && isPlainEnd(mark, before)) return true;
  if (/[!?…]|\.{2,}/.test(mark)) return !goesOnLow;
  const word = before.toLowerCase();
  if (TITLES.has(word)) return false;
  if (word === 'no') return !/^\d/.test(next) && !goesOnLow;
  if (ABBREVIATIONS.has(word)) return startsClause(next);
  if (/^\p{Lu}$/u.test(before)) return before === 'I' ? !goesOnLow : initialEnds(text, from, dot, next);
  if (/^(?:\p{L}\.)+\p{L}$/u.test(before)) return startsClause(next);
  return !goesOnLow;
}

/** Whether a mark ends a sentence whatever the next letter is: not an ellipsis, an initial or an abbreviation. */
function isPlainEnd(mark: string, before: string): boolean {
  if (!/^[.!?]+$/.test(mark) || mark.startsWith('..')) return false;
  const word = before.toLowerCase();
  return /^[\p{L}\p{N}]{2,}$/u.test(word) && !ABBREVIATIONS.has(word);
}

/**
 * After "B.A." or "Inc.", a capital alone doesn't show a new sentence, as a name may follow. A word that
 * opens clauses does.
 */
function startsClause(next: string): boolean {
  return /^(?:I|We|He|She|They|It|The|A|An|And|But|So|That|This|There|Then|When|You|My|Our|His|Her|In|At|On|What|After|Before|If|As)\b/.test(
    next,
  );
}

/** "J. F. Kennedy" goes on; "I got a B. And then" and "vitamin C." end. */
function initialEnds(text: string, from: number, dot: number, next: string): boolean {
  if (!/^\p{L}/u.test(next)) return true;
  const earlier = text.slice(Math.max(from, dot - NEAR), dot - 1).trimEnd();
  const afterName = /(?:^|\s)(?:\p{Lu}[\p{L}'’]+|\p{Lu}\.)$/u.test(earlier);
  return (
    startsClause(next) || (/\p{Ll}$/u.test(earlier) && !afterName && /^(?:Then|Well|Yes|No|Oh)\b/.test(next))
  );
}
