import type { ConsentKind, Intent, ListenContext } from '../mind.ts';
import { wordCount } from '../words.ts';
import { bare, ending, wish } from './clauses.ts';

const TODAY = [
  /\b(?:that's|that is|that'll be|that will be|let that be|it's|this is) (?:all|enough|it|plenty)(?: i have)? (?:for )?(?:today|now|tonight|this time|one day)(?= ?(?:$|[.,!?;]|please|i'm|dear|thank))/,
  /\bthat(?:'ll| will) do(?: (?:me|us|nicely))? (?:for )?(?:today|now|tonight|one day|this time)\b/,
  /\b(?:let's|let us|we'll|we can|i'll|i'd like to|can we|could we|shall we) (?:just )?leave it (?:there|here|at that)(?: for (?:today|now|tonight))?(?= ?(?:$|[.,!?;]))/,
  /\benough for (?:today|now|tonight|one day|this time)\b/,
  /\b(?:let's|let us|can we|could we|may we|shall we|i'd like to|i want to|i'd rather|we should|i should|i'll|we can)(?: please)? (?:stop|finish|end|leave it|break off|wrap (?:it )?up|call it|pick (?:this|it) up|continue|go on|do (?:this|it|the rest)|talk)(?: here| there| this| it| now| our (?:talk|call))*(?: a day| a night| tomorrow| another (?:time|day)| later| next (?:time|week)| some other (?:time|day)| for (?:today|now|tonight))/,
  /\bi(?:'m| am)(?: getting| feeling)?(?: very| so| a bit| a little| too| quite| rather| really| just| awfully)* (?:tired|worn out|sleepy|exhausted)(?: now| today| tonight)*(?= ?(?:$|[.!?;]|,? (?:let's|can we|i (?:want|need|think|have|must|should)|so|dear|and i)))/,
  /\b(?:i|we)(?: really)?(?: have to|'ve got to| have got to| need to| must| should| ought to| gotta|'d better| better| had better) (?:go|run|hang up|stop|leave|get going|get off the phone|say goodbye|rest|lie down|be going|be off)(?: now| soon| here| then)*(?= ?(?:$|[.!?;,]))/,
  /\b(?:talk|speak|see|call)(?: to)?(?: you)? (?:later|soon|tomorrow|next (?:time|week|tuesday|sunday))(?= ?(?:$|[.!?;,]))/,
  /\b(?:call|phone|ring|text|try)(?: me)?(?: back| again)* (?:later|tomorrow|another (?:time|day)|next week|in an hour|this evening|some other (?:time|day))(?= ?(?:$|[.!?;,]|please|when|instead))/,
  /\b(?:not now|not today|not right now|this is not a good time|this isn't a good time|it's not a good time|it's a bad time|this is a bad time|i'm (?:rather |a bit |too )?busy(?: (?:right )?now| today)?)(?= ?(?:$|[.!?;,]|please|dear|evertold|i'm|can))/,
  /\b(?:can|could) we do this (?:later|tomorrow|another (?:time|day)|some other (?:time|day))\b/,
  /\bi (?:don't|do not) (?:feel like|want to) (?:talk(?:ing)?|do(?:ing)? this) (?:today|right now|now|tonight)\b/,
];

const UNCLEAR =
  /^(?:stop(?: it| this| here| talking| asking| there)?|good ?bye(?: for)?|good bye|bye(?: bye)?|bye-bye|good night|cheerio|so long|farewell|(?:i|i'd) (?:want|like) to stop(?: this)?|i would like to stop|i wish to stop|let's stop(?: here| this| there)?|can we stop(?: here| this)?|could we stop|enough|that's enough|that is enough|i'm done|i am done|we're done|i've had enough|i(?:'d| would)? (?:don't|do not|rather not|no longer) (?:want to )?(?:talk|continue|go on|do this)(?: to you| with this)?(?: any ?more)?|no more|quit|end|end (?:this|it|the call|call|conversation)|hang up|finish(?:ed)?|that'll be all|that will be all|that'll do|that will do|that's me done|that's all|we can stop(?: here)?)$/;

const GOODBYE_END = /^(?:good ?bye|bye(?: bye)?|bye-bye|good night|so long)(?: evertold)?$/;

function answerToConfirm(said: string, words: number): Intent | null {
  if (
    /\bnever (?:said|meant)|didn't (?:say|mean)|(?:don't|do not) (?:want to )?stop\b|\bneither\b|\b(?:keep|carry|go|let's go|let's carry) on\b|\bcontinue\b|\bkeep going\b/.test(
      said,
    )
  ) {
    return 'GO_ON';
  }
  if (words > 25) return null;
  if (
    /(?<!\bnot )\b(?:for good|forever|for ever|permanently|never|altogether|completely|don't call|do not call|any ?more|once and for all|stop calling|for always)\b/.test(
      said,
    )
  ) {
    return 'STOP_FOR_GOOD';
  }
  if (
    /\b(?:today|now|tonight|tired|later|tomorrow|next|moment|another|not for good|this time|call again|bye|goodbye)\b/.test(
      said,
    )
  ) {
    return 'STOP_TODAY';
  }
  return words <= 5 ? 'STOP_TODAY' : null;
}

/** Whether the words end the conversation, and for how long. A stop inside a story is no stop. */
export function heardStop(said: string, context: ListenContext, withdraws: ConsentKind[]): Intent | null {
  if (withdraws.includes('CALLS') || withdraws.includes('SMS')) return 'STOP_FOR_GOOD';
  const words = wordCount(said);
  const kind = context.lastAssistant.kind;
  if (kind === 'CONFIRM_STOP') {
    const answer = answerToConfirm(said, words);
    if (answer) return answer === 'GO_ON' ? null : answer;
  }

  const { sentence } = ending(said);
  const last = words <= 30 ? said : sentence;
  if (TODAY.some((pattern) => wish(last, pattern))) return 'STOP_TODAY';
  const core = bare(said);
  const stopped = UNCLEAR.test(core) || (words <= 40 && GOODBYE_END.test(bare(sentence)));
  if (!stopped) {
    const forGood = wish(
      last,
      /\b(?:stop|end|finish|quit)(?: this| it| all this)? (?:for good|forever|for ever|altogether)\b/,
    );
    return forGood ? 'STOP_FOR_GOOD' : null;
  }
  // A choice was just offered and “stop” was part of it: it needs no second question.
  return kind === 'COMFORT' || kind === 'CRISIS' ? 'STOP_TODAY' : 'STOP_UNCLEAR';
}
