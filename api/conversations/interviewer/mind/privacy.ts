import { plain, wordCount } from '../words.ts';
import { wish } from './clauses.ts';

export type PrivateScope = 'THIS' | 'THIS_AND_BEFORE' | 'THIS_AND_NEXT';

const IT =
  "(?:that|this|it|all of (?:that|this|it)|any of (?:that|this|it)|what i(?:'ve| have)?(?: just)? (?:said|told you|tell you|say)|(?:that|this|the) (?:last )?(?:bit|part|one|story|thing)(?: (?:about|with|i) [^.,!?]{1,40})?)";
const NOBODY = '(?:any ?one|anybody|a soul|people|nobody|no one|the others|others|the family|my family|them)';

const WISHES: RegExp[] = [
  new RegExp(
    `\\b(?:keep|keeping|leave|hold) ${IT} (?:just |strictly |only |all )?(?:between (?:us|you and me|the two of us|ourselves)(?! (?:girls|boys|kids|children|two|all|three|brothers|sisters))|to yourself|private|quiet|secret|a secret|off the record|under your hat|confidential|in confidence|out of (?:it|the book|this|the story|my book)|out)\\b`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|didn't|won't|needn't|never) (?:you )?(?:ever )?(?:write|put|note|type|jot|take) ${IT}(?: bit| part)? (?:down|in|into|out|on (?:paper|record)|anywhere)\\b`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|didn't|won't|never) (?:you )?(?:ever )?(?:write|put|record|publish|print|include|use|share|repeat|quote|keep) ${IT}(?= ?(?:$|[.,!?;]|please|though|ok|in|with|to|anywhere|any))`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|didn't|won't|mustn't|must not|can't|cannot|never|not) (?:you )?(?:ever |go )?(?:tell|telling|let|show|pass)(?:ing)? (?:${IT} (?:to |on to )?)?${NOBODY}\\b(?! (?:in|at|into|off|use|drive|go|wear|touch|pick|play|buy|eat|what to do|how))`,
  ),
  new RegExp(`\\b(?:don't|do not) (?:pass|let) ${IT} (?:on|out|get out|leave this room)\\b`),
  /\boff the record\b(?! (?:player|label|sleeve|shelf|store|company))/,
  /\bbetween you(?: and me|, me and|,? me,? and)\b/,
  /\b(?:just|strictly|only|stays?|must stay|should stay|is|'s|keep it|private,?) between (?:us|ourselves|the two of us)\b(?! (?:girls|boys|kids|children|two|all|three|brothers|sisters|and))/,
  /\b(?:this|that|it)(?:'s| is| was| has to be| should be| must be)(?: really| strictly)? (?:just |only )for you(?:r ears(?: only)?)?(?= ?(?:$|[.,!?;]|and not|not|,|alone|only|i ))/,
  /\bfor your ears only\b/,
  /\b(?:this|that|it|the next part|the next bit|what i said|this part|that part|this bit|that bit)(?:'s| is| was| has to be| should be| must be)(?: very| strictly| really| kind of| a bit)? (?:private|confidential|a secret|not for the book|not for (?:publication|print|the record|anyone else|anybody else|other people))(?= ?(?:$|[.,!?;]|between|so|and|please|but|though|ok))/,
  /\bnot for (?:the book|publication|print|the record)\b/,
  /\b(?:that|this|it) (?:stays?|has to stay|must stay|should stay|remains?) (?:private|between us|between you and me|with you|with us|here|in this room|secret)\b/,
  /\b(?:nobody|no one)(?: else)? (?:must|should|needs to|has to|can|may|is to|ought to)(?: ever)? (?:know|hear|read|see|find out)\b/,
  new RegExp(
    `\\bi (?:don't|do not|wouldn't) want ${NOBODY}(?: else)?(?: to)?(?: ever)? (?:know|knowing|hear|hearing|read|reading|see|seeing|find out|learn)\\b(?! (?:my stories|anything))`,
  ),
  /\b(?:strike that|scratch that)\b(?=[^a-z]*(?:from|$|[.,!?]))/,
  /\bforget (?:that )?i (?:said|told you|mentioned|ever said) (?:that|this|it|anything)\b/,
  /\byou (?:didn't|did not) hear (?:that|this|it) from me\b/,
  /\b(?:make|mark) (?:that|this|it|what i said) private\b/,
  /\b(?:mum's the word|in (?:strict |strictest )?confidence)\b/,
  /\b(?:can|could|will) you keep a secret\b/,
  /\bi (?:shouldn't|should not) have (?:said|told you) (?:that|this|it|so much)\b/,
];

const ANNOUNCES =
  /\b(?:i'll|i will|i want to|i'd like to|can i|may i|could i|let me|i'm going to|i am going to|if i) (?:tell|say|share)\b|\bwhat i'm (?:about|going) to\b|\bwhat comes next\b|\bthe next (?:part|bit)\b|\bkeep a secret\b/;
const POINTS_BACK =
  /\bwhat i(?:'ve| have)?(?: just)? (?:said|told)\b|\b(?:that|the) last (?:bit|part|thing|story)\b|\bi (?:said|told you|mentioned) (?:that|this|it)\b|\bjust now\b|\bshouldn't have (?:said|told)\b|\bstrike that\b/;

/** How words go on that belong to the wish, and tell nothing of their own: a reason, a plea, a reference to what was told. */
const BELONGS =
  /^(?:it|that|this|these|those|because|since|as|so|or|if|unless|until|till|promise|you|nobody|no one|not|never|all|just|only|what|for|from|with|in|at|on|to|by|about|don't|do not|let's|i (?:mean|don't|do not|said|told|beg|trust|ask)|i'm|i am|i feel|my dear)\b/;
/** What might come of it if it were known is said of what was told before. */
const MIGHT = /\b(?:would|wouldn't|could|couldn't|might|will|won't|must|mustn't|shall|should)\b|'(?:d|ll)\b/;
/** “… , but my father drank”, “…: my father drank”, “don't tell anyone that my father drank”. */
const BRINGS_IN =
  /^(?:\s*[:–—]| +-+ |[\s,;.!]*but\b(?! (?:please|it|that|this)\b)| that (?!(?:i|is|was|one|part|bit|story|thing)\b))/;
const COURTESY = /^(?:[\s,;:.!–—-]|(?:please|ok|okay|and|but|now|dear|evertold|alright|right)\b)+/;

interface Found {
  sentence: string;
  /** All of the words, if they are few. */
  whole: string;
  first: boolean;
  rest: number;
  /** The wish comes first, and what it is about follows in the same breath. */
  ownStory: boolean;
}

/** Whether words that begin with a wish go on with what they want to be kept: “off the record: my father drank”. */
function tellsItself(before: string, wished: string, after: string): boolean {
  const broughtIn = BRINGS_IN.test(after);
  const told = after.replace(broughtIn ? /^ that\b/ : '', '').replace(COURTESY, '');
  if (wordCount(before) > 3 || POINTS_BACK.test(before + wished + after)) return false;
  if (BELONGS.test(told) || MIGHT.test(told.split(/[.!?,;:]/)[0] ?? '')) return false;
  if (/^(?:\s*[:–—]| +-+ )/.test(after)) return wordCount(told) > 1;
  return !/\b(?:that|it)\b/.test(wished) && wordCount(told) >= (broughtIn ? 3 : 4);
}

function find(utterance: string): Found | null {
  const said = plain(utterance);
  for (const pattern of WISHES) {
    const found = wish(said, pattern);
    if (!found) continue;
    const start =
      Math.max(...['.', '!', '?', ',', ';'].map((mark) => said.lastIndexOf(mark, found.index - 1))) + 1;
    const end = said.slice(found.index + found.text.length).search(/[.!?,;]/);
    const until = end < 0 ? said.length : found.index + found.text.length + end;
    const sentence = said.slice(start, until).trim();
    const whole = wordCount(said) < 16 ? said : sentence;
    return {
      sentence,
      whole,
      first: wordCount(said.slice(0, start)) < 4,
      rest: wordCount(said) - wordCount(sentence),
      ownStory: tellsItself(
        said.slice(0, found.index),
        found.text,
        said.slice(found.index + found.text.length),
      ),
    };
  }
  return null;
}

/**
 * Whether words are to stay private, and how far that reaches: a wish that brings its own story along is about
 * that one, a wish alone about the story before. When in doubt the wider reading holds: too
 * much withheld can be given free by the subject, too much shared can't be taken back.
 */
export function heardPrivacy(utterance: string, announced: boolean): PrivateScope | null {
  const found = find(utterance);
  if (!found) return announced && utterance.trim() ? 'THIS' : null;
  if (ANNOUNCES.test(found.whole) && found.rest < 12) return 'THIS_AND_NEXT';
  if (found.ownStory) return 'THIS';
  if (POINTS_BACK.test(found.sentence) || found.rest < 8) return 'THIS_AND_BEFORE';
  return found.first && /\b(?:that|it)\b/.test(found.sentence) ? 'THIS_AND_BEFORE' : 'THIS';
}

/** Whether the words announce a private story: “this is just between us”, with the story still to come. */
export function announcesPrivacy(utterance: string): boolean {
  const found = find(utterance);
  if (!found || found.rest >= 12) return false;
  return (
    ANNOUNCES.test(found.whole) ||
    (!found.ownStory &&
      /\b(?:this|you and me|off the record)\b/.test(found.sentence) &&
      !POINTS_BACK.test(found.sentence))
  );
}
