import type { Heard, Intent, ListenContext } from '../mind.ts';
import { namedTheme } from '../themes.ts';
import { wordCount } from '../words.ts';
import { bare, ending, wish } from './clauses.ts';

const SKIP =
  /^(?:skip(?: that| this| it)?(?: one| question)?|next(?: question| one)?|pass|(?:can you |could you |why don't you )?ask (?:me )?(?:something else|another(?: question| one)?|a different (?:question|one))|(?:i'd|i would) rather not(?: say| answer(?: that)?| tell you)?|i (?:don't|do not) (?:know|want to answer(?: that| this)?|want to say|have anything to say(?: about that)?)(?: what to (?:say|tell you))?|(?:i really )?don't know|no comment|(?:let's|can we|could we) (?:move on|change the subject|skip (?:that|this|it)(?: one)?|talk about something else)|move on|something else|another one|not that one|i have nothing to say(?: about that)?|i (?:can't|cannot|don't|do not) (?:really )?(?:remember|recall)(?: that| it| any of (?:that|it)| much| very much| anything| a thing)*(?: (?:about|of|from) (?:that|it|this|him|her|them|those (?:days|times|years)|that time|then))?|(?:it was|that was|it's|that's)(?: all)?(?: such| so| too)?(?: a)?(?: very)? long (?:time )?ago|that's about (?:all|it)(?: i (?:know|remember))?|i forget|i've forgotten|no idea|nothing(?: really)?(?: comes to mind)?)$/;

const CONFUSION =
  /^(?:what|huh|eh|pardon(?: me)?|come again|what(?:'s| is| was) (?:that|the question|it)|what did you (?:say|ask|want to know)|(?:can|could|would|will) you (?:repeat|say)(?: that| it| the question| this)?(?: again| for me| once more)*|say (?:that|it) again|repeat(?: that| the question| it)?|i (?:don't|didn't|can't|couldn't) (?:quite |really )?(?:understand|hear|follow|catch)(?: you| that| this| the question| what you (?:said|mean|asked|want))?|i(?:'m| am) (?:a (?:bit|little) )?(?:confused|lost|mixed up|muddled)|what do you mean(?: by that)?|where am i|what are we (?:doing|talking about)|what were we (?:talking about|saying|on)|where (?:was i|were we)|what was i saying|what was i saying i(?:'ve)? lost (?:thread|train of thought|place)|i(?:'ve)? lost (?:my |the )?(?:thread|train of thought|place)|which one)$/;

const PAUSE =
  /^(?:hold on|hang on|wait|one (?:moment|second|minute|sec)|a (?:moment|minute|second)|give me (?:a|one|half a) (?:minute|moment|second|sec|bit)|let me (?:get|answer|turn|fetch|close|put|check|sit|think|see|find|drink|blow|have a (?:drink|think))|(?:someone|somebody)(?:'s| is) at the door|there's (?:someone|somebody) at the door|the (?:phone|doorbell|kettle|dog|nurse)(?:'s| is)|i need (?:a|to take a) (?:break|minute|moment|drink|glass of water)|can we (?:take a break|pause)|could we (?:take a break|pause)|(?:i'll )?be right back|pause|a break|take a break|let's (?:pause|take a break))\b/;

const GO_ON =
  /^(?:(?:i'm (?:fine|good|ok|okay|ready|better)|i am fine|fine|good|ready) (?:go on|go ahead|continue|carry on|keep going)|go on|go ahead|continue|carry on|keep going|i'm (?:ready|back|here|fine|good|ok|okay|all|better)(?: again)?|i am (?:ready|back|here|fine)|ready|fine|good|sure|of course|let's (?:go on|continue|go|carry on|keep going)|we can go on|i can go on|i want to go on|i'd like to go on|i don't want to stop|don't stop|i didn't (?:mean|say) (?:that|stop|it|to stop)|it's|that's|i'll be)?$/;

const ABOUT: [NonNullable<Heard['about']>, RegExp][] = [
  [
    'COMPUTER',
    /\b(?:are you (?:a |an )?(?:real|human|person|computer|machine|robot|recording|ai|artificial|man or|woman or|alive)|am i (?:talking|speaking) (?:to|with) (?:a|an) (?:\w+ )?(?:computer|machine|robot|person|human|ai|recording)|is this (?:a|an) (?:computer|robot|recording|machine|real person|ai|human))\b/,
  ],
  [
    'MONEY',
    /\b(?:do you want (?:my )?(?:money|bank|credit|card)|is this (?:a )?(?:scam|sales call|fraud|con)|are you (?:selling|trying to sell|after my money)|what does (?:this|it) cost|how much does (?:this|it) cost|do i have to pay|how do i know (?:you|this|that you|it's))\b/,
  ],
  [
    'PRIVACY',
    /\b(?:who (?:hears|reads|gets|listens|will (?:hear|read|see|listen|get)|can (?:hear|read|see|listen)|is listening|else)|are you (?:recording|taping)|is (?:this|it) (?:being )?(?:recorded|taped)|what (?:do|will|are) you (?:do|doing|going to do) with (?:this|it|my|all|what|these)|where does (?:this|it|all this) go)\b/,
  ],
  [
    'PURPOSE',
    /\b(?:why are you (?:calling|asking|phoning|texting|doing)|what(?:'s| is) this (?:about|for|all about)|what do you want(?: from me)?|why do you (?:want to know|ask)|how (?:did|do) you (?:get|have|know) my (?:number|name)|what(?:'s| is) the (?:point|purpose) of (?:this|it)|(?:is|are|will) (?:this|it|that|these|all this|my stories|what i say)(?: all)? (?:going (?:to be )?|be )?(?:in|into|for|made into) (?:a|the|some) book|are you (?:writing|making) a book)(?= ?(?:$|[.,!?]|me|that|this|all))/,
  ],
  [
    // What they would like to know of us, as of anybody whom they talk with; it ends what they say.
    'OURSELVES',
    /\b(?:(?:what|how) about you(?:rself)?|and (?:you|yourself)|how old are you|where (?:do you live|are you from|did you grow up|do you come from)|are you (?:married|well|happy|hungry|tired|cold|old|still there|there|listening)|how are you(?: (?:today|doing|keeping))?|what(?:'s| is) your (?:favou?rite|opinion)|what do you think|do you (?:have|like|believe|ever|dream|eat|sleep|enjoy|miss|hear me|understand me)|have you (?:ever|got|any|a|been)|did you ever|can you (?:swim|cook|sing|dance|imagine|hear me|laugh|cry))\b[^.!?]*\?["']? *$/,
  ],
  [
    'WHO',
    /\b(?:who (?:is this|are you|am i (?:talking|speaking) (?:to|with)|is calling|is it|is that|'s calling|'s there)|who's (?:this|calling|speaking|there)|what(?:'s| is) your name|what are you)(?= ?(?:$|[.,!?]|please|again|exactly|anyway|really|then))/,
  ],
];

const YOUNG =
  '(?:the |my |our |those |any of the )?(?:great-?)?(?:grandchildren|grandkids|children|kids|little ones|young ones|grandson|granddaughter|girls|boys|daughter|son|daughters|sons|wife|husband|sister|brother|family|in-laws)';
const AUDIENCE = [
  new RegExp(
    `\\b(?:(?:this|that|it)(?:'s| is)(?: really| definitely)? |(?:this|that) (?:part|bit|one|story|thing)(?:'s| is) )?not for ${YOUNG}(?:'s (?:ears|eyes))?(?= ?(?:$|[.,!?;]|please|though|ok|until|to (?:hear|read|see|know)))`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|never) (?:you )?(?:tell|show|let|share (?:that|this|it) with)(?: (?:that|this|it) to)? ${YOUNG}(?= ?(?:$|[.,!?;]|that|this|it|about (?:that|this|it)|hear|read|see|know|i ))`,
  ),
  /\b(?:not |only )?(?:until|till|before|after|when|once) (?:i'm|i am|i've|i have) (?:gone|dead|died|passed|in my grave)(?= ?(?:$|[.,!?;]|they|you|people|please))/,
  new RegExp(`\\b(?:this|that|it)(?:'s| is| should be) (?:only|just) for ${YOUNG}\\b(?= ?(?:$|[.,!?;]))`),
  /\b(?:this|that|it)(?:'s| is) (?:for adults only|not for young ears|not for the young)\b/,
];

const OBJECT =
  "((?:the |my |our |your |his |her |that |those |these )?[\\p{L}'-]+(?: (?:of |in |with |from |and )?[\\p{L}'-]+){0,5})";
const AVOID = [
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|never|please don't) (?:ever )?ask (?!(?:me )?(?:about )?(?:how|why|what|when|where|who|which|whether|if|for|to)\\b)(?:me )?(?:again )?(?:about |anything about )?${OBJECT}`,
    'u',
  ),
  new RegExp(`\\b(?:stop|quit) asking (?:me )?(?:about )?${OBJECT}`, 'u'),
  new RegExp(
    `\\bi(?:'d| would|'m| am)? (?:don't|do not|won't|will not|rather not|refuse to|not going to|prefer not to|really don't) (?:really |ever )?(?:want to |like to |wish to |care to )?(?:talk|speak|go into|discuss|get into|be asked)(?: (?:any more|anymore))?(?: about| of| on)? (?!you|to you|today|right|now|any|on the|with|like|loud|fast|much|for|at|in)${OBJECT}`,
    'u',
  ),
  new RegExp(`\\blet's not (?:talk|speak|go|get)(?: about| of| into) ${OBJECT}`, 'u'),
];
const PRIVATE_GROUND =
  /\b(?:that's|that is|it's|this is) (?:none of your business|nobody's business|off limits|too personal)\b/;

function heardAvoid(said: string, context: ListenContext): string | null {
  for (const pattern of AVOID) {
    const found = wish(said, pattern);
    if (!found) continue;
    const object = new RegExp(pattern.source, 'u').exec(found.text)?.[1] ?? '';
    return namedTheme(object) ?? context.lastTheme() ?? 'this';
  }
  return wish(said, PRIVATE_GROUND) ? (context.lastTheme() ?? 'this') : null;
}

const MEANINGFUL = /[\p{L}]{4,}/gu;

function repeats(said: string, earlier: string[]): boolean {
  const words = new Set(said.match(MEANINGFUL));
  if (words.size < 8) return false;
  return earlier.some((text) => {
    const before = new Set(text.toLowerCase().match(MEANINGFUL));
    const shared = [...words].filter((word) => before.has(word)).length;
    return shared / words.size >= 0.7 && shared / before.size >= 0.5;
  });
}

/** The smaller wishes: to skip, to wait, to hear it again, to know who we are, to hold something back. */
export function heardAsides(
  said: string,
  context: ListenContext,
): Pick<Heard, 'intents' | 'theme' | 'about' | 'audience'> {
  const words = wordCount(said);
  const core = bare(said);
  const { sentence, before } = ending(said);
  const kind = context.lastAssistant.kind;
  const afterOffer = kind === 'COMFORT' || kind === 'WAIT' || kind === 'CRISIS' || kind === 'CONFIRM_STOP';
  const intents: Intent[] = [];

  // In a long story such words are part of it, unless they close it.
  const theme = heardAvoid(words > 60 ? sentence : said, context);
  const audience = AUDIENCE.map((pattern) => wish(said, pattern)).find(Boolean)?.text ?? null;
  const short = words <= 14;
  const about =
    words <= 30
      ? (ABOUT.find(([, pattern]) => wish(before > 12 ? sentence : said, pattern))?.[0] ?? null)
      : null;

  if (about) intents.push('ASKS_US');
  if (short && (CONFUSION.test(core) || (core !== '' && CONFUSION.test(bare(sentence)))))
    intents.push('CONFUSION');
  else if (words > 0 && words <= 2 && /\?\s*$/.test(said) && !about) intents.push('CONFUSION');
  else if (/^(?:sorry|pardon|excuse me)\W*\?$/.test(said)) intents.push('CONFUSION');
  if (short && (PAUSE.test(core) || (afterOffer && /\b(?:pause|break|moment|rest a)\b/.test(core))))
    intents.push('PAUSE');
  if (
    words <= 16 &&
    !intents.includes('CONFUSION') &&
    (SKIP.test(core) ||
      SKIP.test(bare(sentence)) ||
      (afterOffer && /\b(?:lighter|something else|another|change|different|other)\b/.test(core)))
  ) {
    intents.push('SKIP');
  }
  if (short && intents.length === 0 && (afterOffer || core !== '') && GO_ON.test(core) && said.length > 0) {
    if (afterOffer || /\b(?:go on|go ahead|continue|carry on|keep going|ready|didn't)\b/.test(said))
      intents.push('GO_ON');
  }
  if (
    /\b(?:did i|have i|i think i|i may have|i've)(?: already)? (?:tell|told) you (?:this|that|about (?:this|that|the \p{L}+|my \p{L}+|him|her)(?=[^.]*\?| (?:already|before))|already)/u.test(
      said,
    ) ||
    repeats(said, context.earlier)
  ) {
    intents.push('REPETITION');
  }
  return { intents, theme, about, audience };
}
