import { isWord, type SpokenToken } from './spoken-tokens.ts';
import { DETERMINERS, isAuxiliary, isGrammar, isSubjectPronoun, PREPOSITIONS } from './word-classes.ts';

/** The most words of a repetition. */
const LONGEST = 8;
/** Words that are repeated on purpose. */
const EMPHATIC =
  /^(?:very|many|much|long|big|really|far|never|no|yes|little|old|poor|dear|work|day|year|years|please|wonderful|bye|on|again|soon|now|so|well|there|ha|knock|tut|night|round|over|up|down|cold|hot|dark|deep|high|hard|good|bad|tall|small|tiny|wide|loud|sweet|slow|quiet|beautiful|terrible|lovely|great)$/;
const DOUBLE_IS_RIGHT = /^(?:that|had|very|so|is|who|you|it|do|her)$/;
const REST = /^(?:and|or|but)$/;
/** Words that begin a clause with its own subject and verb: “what I know”. */
const OPENS_CLAUSE = /^(?:what|whatever|who|whoever|all|everything|where|wherever|how)$/;

/** Whether words said twice in a row are a slip: "he had he had", but not "never, never". */
export function isSlip(
  words: readonly string[],
  marked: boolean,
  said: readonly SpokenToken[] = [],
): boolean {
  if (words.length === 1) {
    const [word = ''] = words;
    if (EMPHATIC.test(word)) return false;
    if (DOUBLE_IS_RIGHT.test(word) && !marked) return false;
    return isGrammar(word) || marked || !/^\p{Lu}/u.test(said[0]?.text ?? '');
  }
  // "walked and walked and walked"
  if (words.length === 2 && words.some((word) => REST.test(word)))
    return words.some((word) => DETERMINERS.has(word) || isSubjectPronoun(word) || isAuxiliary(word));
  // "I ran and I ran and": repeated on purpose.
  if (
    words.length > 2 &&
    [words[0], words.at(-1)].some((word) => REST.test(word ?? '')) &&
    words.some((word) => !isGrammar(word))
  )
    return false;
  return !words.every((word) => EMPHATIC.test(word));
}

/** The words without immediate repetitions that have no mark between them. */
export function withoutStutters(tokens: readonly SpokenToken[]): SpokenToken[] {
  const left: SpokenToken[] = [];
  tokens.forEach((token, at) => {
    if (isWord(token) && !token.quoted) {
      const size = repeatedFrom(left, tokens, at);
      if (size > 0) left.length -= size;
      else dropRoughCopy(left, tokens, at);
    }
    left.push(token);
  });
  return left;
}

/** How many words at the end of `left` are repeated from `at` on. */
function repeatedFrom(left: readonly SpokenToken[], tokens: readonly SpokenToken[], at: number): number {
  for (let size = Math.min(LONGEST, left.length); size > 0; size -= 1) {
    let same = true;
    for (let offset = 0; same && offset < size; offset += 1) {
      const one = left[left.length - size + offset];
      const other = tokens[at + offset];
      same = isWord(one) && isWord(other) && one.norm === other.norm && !one.quoted;
    }
    if (!same) continue;
    const said = left.slice(-size);
    const words = said.map(({ norm }) => norm);
    // "Most of what I know I know from her": the first is a clause of its own.
    if (isSubjectPronoun(words[0]) && OPENS_CLAUSE.test(left.at(-size - 1)?.norm ?? '')) return 0;
    // "that that that" has one word too many; so have "Up up the stairs" and "smell it it from the road".
    const after = tokens[at + 1];
    const goesOn =
      size === 1 &&
      /^(?:up|down|over|on|round|it|you|her)$/.test(words[0] ?? '') &&
      isWord(after) &&
      (DETERMINERS.has(after.norm) || (words[0] !== 'on' && PREPOSITIONS.has(after.norm)));
    if (goesOn) return size;
    const thrice = size === 1 && isWord(left.at(-2)) && left.at(-2)?.norm === words[0];
    if (thrice ? isGrammar(words[0] ?? '') || words[0] === 'that' : isSlip(words, false, said)) return size;
  }
  return 0;
}

/** "I'd not swap it I wouldn't swap it": a repetition with another auxiliary. */
function dropRoughCopy(left: SpokenToken[], tokens: readonly SpokenToken[], at: number) {
  const subject = tokens[at]?.norm;
  if (!isSubjectPronoun(subject)) return;
  for (let size = 4; size <= 6 && size <= left.length; size += 1) {
    const said = left.slice(-size);
    if (!said.every(isWord) || bare(said[0]?.norm) !== bare(subject)) continue;
    const tail = said.slice(-2).map(({ norm }) => norm);
    for (let next = at + 2; next <= at + 5; next += 1) {
      const between = [...said.slice(1, -2), ...tokens.slice(at + 1, next)];
      if (tokens[next]?.norm !== tail[0] || tokens[next + 1]?.norm !== tail[1]) continue;
      if (!between.every((token) => isWord(token) && (isAuxiliary(token.norm) || token.norm === 'not')))
        continue;
      left.length -= size;
      return;
    }
  }
}

function bare(norm = ''): string {
  return norm.replace(/'.*$/, '');
}
