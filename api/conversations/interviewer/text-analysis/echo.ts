import { HARD_TO_TELL } from '../weight.ts';
import { capitalise, plain, sentencesOf, wordCount } from '../words.ts';
import { secondPerson } from './second-person.ts';

/**
 * A few of the person's own words that can stand alone, in the second person. The more striking, the higher
 * the score.
 */
export interface Echo {
  text: string;
  score: number;
}

const NUMBER =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|a hundred|both|half';
const HOLLOW =
  /\b(?:i (?:don't|do not|didn't|can't|couldn't) (?:know|remember|recall|think|want)|i (?:guess|think|suppose|mean|believe|remember|would say)|you know|that's (?:right|it|all|about|true)|let me|let's see|sort of|kind of|stuff|things? like|whatever|et cetera|or something|so on|of course|for sure|yes|yeah|no problem|okay|good question|thank|things?|stuff|important|interesting|basically|definitely|actually|really|issues?|projects?|process|pretty much)\b|\b(?:um|uh|er)\b/i;
const VAGUE_START =
  /^(?:it|this|that|these|those|there|here|which|who|what|when|where|why|how|because|if|although|though|as|or|than|to|of|for|with|by|from|at|in|on|then|also|just|actually|basically|maybe|perhaps|anyway|including|is|are|was|were|do|did|does|have|has|had|and|but|so)\b/i;
/** Verbs that mark a clause. */
const FINITE =
  "was|were|wasn't|weren't|is|are|had|have|has|did|didn't|could|couldn't|would|wouldn't|never|always|came|went|said|told|took|made|gave|got|put|sat|stood|ran|kept|held|lost|found|heard|knew|thought|felt|saw|left|let|bought|brought|sold|sent|sang|slept|spoke|spent|wrote|built|began|broke|caught|chose|drove|drank|ate|fell|flew|grew|hung|hid|led|meant|met|paid|read|rode|rose|shook|shut|swam|taught|threw|tore|understood|wore|won|woke|swore|dug|shot|hit|cut|lit|wept|swept|fed|sank|froze|stole|stuck|swung|bent|bit|blew";
const SUBJECT = `(?:I|we|he|she|they|you|my \\p{Ll}+|our \\p{Ll}+|the \\p{Ll}+(?: \\p{Ll}+)?|nobody|somebody|everybody|everyone|no one|\\p{Lu}\\p{Ll}+|(?:${NUMBER}) \\p{Ll}+)`;
const CLAUSE = new RegExp(`^${SUBJECT} (?:\\p{L}+ly )?(?:(?:${FINITE})|\\p{L}+ed)\\b`, 'iu');
/** Words that can't end a complete phrase. */
const OPEN_END =
  /\b(?:a|an|the|my|our|your|his|her|their|its|of|to|in|on|at|for|with|from|by|and|or|but|that|which|who|than|as|so|very|too|was|were|is|are|be|been|had|have|has|would|could|should|will|can|may|might|did|do|said|told|asked|says|because|if|when|where|while|put|let|made|about|into|like|not|this|these|those|kind|sort|such|got|gave|took|used|going|thought|knew|wanted|felt|meant|saying|remember|sure|one|until|till|since|before|after)$/i;
/** Words that make a phrase striking. */
const STRIKING =
  /\b(?:never|not one|nobody|nothing|no one|only|every|on purpose|by heart|barefoot|by hand|alone|together|all (?:night|day|winter|summer|five|four|three|six)|to this day|whole)\b/i;
const CONCRETE =
  /\b(?:water|bread|coat|shoes|dress|snow|rain|ice|salt|flour|milk|coal|candle|lamp|rope|bell|door|window|stairs|roof|table|stove|oven|wall|road|train|boat|horse|cow|dog|apples?|peach|oranges?|potato\w*|soup|coffee|sugar|egg|pie|song|whistl\w*|piano|fiddle|laugh\w*|kiss\w*|danc\w*|letter|penny|nickel|dime|dollars?|mud|dust|wind|sea|river|stars?|moon|fire|smoke|hands?|feet|hair|eyes|knife|needle|thread|quilt|blanket|mirror|chair|bed|barn|hay|chickens?|wagon|truck|suitcase|trunk|box|bag|jar|bucket|hat|boots|ribbon|lace|violin|radio|clock)\b/i;

function clausesOf(sentence: string): string[] {
  const parts = sentence
    .replace(/[“”"].*$/u, '')
    .split(
      /\s*(?:[;:—–…]|,? (?:and|but|so|because|which|who) (?=(?:I|we|he|she|they|it|you|my|our|the|nobody|everybody)\b)|, and |, but |, (?=which|who|where|when))\s*/iu,
    );
  // Text after these words was only thought, not told; alone it would say something else.
  const toldParts = parts.map((part) =>
    part.replace(/,? (?:as if|as though|so that|until|unless|except|if|whether) .*$/i, ''),
  );
  return [sentence, ...toldParts.filter((part) => part !== sentence)];
}

const NOUNS = new RegExp(
  `(?<![\\p{L}’'-])((?:a|an|${NUMBER}) (?:\\p{Ll}+ ){0,2}?\\p{Ll}+ (?:of|and (?:a|an|${NUMBER})) (?:\\p{Ll}+ )?\\p{Ll}{3,})(?=[.,;:!?]| (?:and|but|for|on|in|at|to|with|from|that|which|who|when|because|until|so)\\b)`,
  'giu',
);
const VAGUE_NOUNS =
  /\b(?:lot|ton|tons|bit|couple|kind|sort|number|variety|series|group|bunch|piece|part|matter|way|ways|time|times|things?|people|years?|months?|weeks?|days?|minutes?|percent|type|sense|area|level|one|some|any|each|other|others|them|us|it|him|her|me|you|this|that|these|those|total|third|half|quarter|result|process|program|project)\b/i;

function bare(text: string): string {
  return text
    .trim()
    .replace(
      /^(?:(?:and|but|so|well|oh|now|then|yes|no|yeah|anyway|because|like|I mean|you see|of course|you know)\b[,\s]*)+/i,
      '',
    )
    .replace(/(?<![\s,;:.!…—–-])[\s,;:.!…—–-]+$/u, '')
    .trim();
}

/** Whether nothing in the text reads wrongly when it is repeated back. */
function readsWellAlone(text: string): boolean {
  const said = plain(text);
  const [i, you] = [
    /\b(?:i|me|my|we|us|our|i'm|i'd|i've|we'd)\b/.test(said),
    /\byou(?:r|rs|'d|'re)?\b/.test(said),
  ];
  return (
    !(i && you) &&
    !/[?"“”()[\]\d]/.test(text) &&
    !HOLLOW.test(said) &&
    !VAGUE_START.test(text) &&
    !OPEN_END.test(said) &&
    !HARD_TO_TELL.test(text) &&
    !/\b(?:my|your) \p{L}+ (?:and|or) (?:i|me)\b/u.test(said) &&
    !/\bi\b(?! \p{L})/u.test(said) &&
    (said.match(/,/g)?.length ?? 0) <= 1
  );
}

const tooMany = (text: string, most: number) => wordCount(text) > most;

/** This many characters at the end of an answer hold the sentences that are read, however long they are. */
const END = 4_000;

/** Clauses and noun phrases of an answer that may be repeated back, the most striking first. */
export function echoesOf(utterance: string): Echo[] {
  const text = utterance
    .slice(-END)
    .replace(/\[[^\]]{0,400}\]|\([^)]{0,400}\)/g, ' ')
    .replace(/\\n/g, ' ');
  const sentences = sentencesOf(text).slice(-6);
  const found: Echo[] = [];
  sentences.forEach((sentence, at) => {
    const late = sentences.length > 1 ? at / (sentences.length - 1) : 1;
    const quoted = /[“”"]/.test(sentence);
    clausesOf(sentence).forEach((clause, part) => {
      const own = bare(clause);
      const words = wordCount(own);
      const whole = part === 0;
      if (words < 2 || tooMany(own, 8) || !readsWellAlone(own) || (quoted && whole)) return;
      const fragment =
        whole &&
        words <= 4 &&
        at > 0 &&
        new RegExp(`^(?:(?:${NUMBER})|not|only|always|never|no) `, 'i').test(own);
      const complete = CLAUSE.test(own) && words >= 3;
      if (!fragment && !complete) return;
      const pronoun = /^(?:he|she|they)\b/i.test(own);
      const strength =
        (whole ? 1.5 : 0) +
        (fragment ? 2 : 0) +
        (STRIKING.test(own) ? 1.5 : 0) +
        (CONCRETE.test(own) ? 1 : 0) +
        (new RegExp(`\\b(?:${NUMBER})\\b`, 'i').test(own) ? 0.7 : 0) -
        (pronoun ? 0.5 : 0) -
        (/^(?:\S+ ){1,3}(?:was|were) \p{L}+ing\b/iu.test(own) ? 1.5 : 0) -
        (words === 3 && !STRIKING.test(own) ? 1 : 0) -
        (/^(?:i|we) (?:was|were|had|have|did|went|got|thought|felt|knew)\b/i.test(own) ? 1 : 0);
      found.push({ text: `${capitalise(secondPerson(own))}.`, score: strength + late });
    });
    for (const match of sentence.matchAll(NOUNS)) {
      const own = match[1] ?? '';
      // A comparison names something that was not there.
      if (/\b(?:like|as) $/i.test(sentence.slice(0, match.index))) continue;
      if (VAGUE_NOUNS.test(own) || HARD_TO_TELL.test(own) || tooMany(own, 7) || OPEN_END.test(own)) continue;
      if (/(?:ed|ing|ly)$|\b(?:and|or|but)\b.*\b(?:and|or|but)\b/i.test(own)) continue;
      if (/\b(?:was|were|is|had|and (?:i|we|he|she|they))\b/i.test(own)) continue;
      if (!CONCRETE.test(own) && !new RegExp(`^(?:${NUMBER}) `, 'i').test(own)) continue;
      found.push({ text: `${capitalise(own)}.`, score: 1.8 + late + (CONCRETE.test(own) ? 1 : 0) });
    }
  });
  return found.sort((a, b) => b.score - a.score);
}
