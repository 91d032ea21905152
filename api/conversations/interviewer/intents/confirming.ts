import { plainText } from '#api/dialogue-acts/rules/clauses.ts';
import type { TurnKind } from '../history-turn.ts';
import { wordCount } from '../words.ts';

/** The person's answer to a confirming question of ours. */
export interface Confirmed {
  /** The answer to “for today, or for good?”. */
  stop?: 'STOP_TODAY' | 'STOP_FOR_GOOD';
  /** The person did not want to stop. */
  goOn?: true;
  /**
   * The answer to “shall I keep that between us?”, “are you safe?”, “shall I stop recording?”; null when
   * there was none.
   */
  yes?: boolean | null;
  /** The answer to “may I record our call?”. */
  recording?: boolean;
  /** The words say who may read what was told before. */
  audience?: true;
}

const YES =
  /^(?:oh |well |um |uh |er |ah )*(?:yes|yeah|yep|aye|please do|please|of course|sure|i'd like that|i would(?: like that)?|that'd be (?:best|better|good)|do that|do|keep it|if you (?:would|don't mind)|definitely|absolutely|better|i think so|i suppose so|i am|i'm (?:fine|okay|ok|all right|alright|safe|good))\b/;
const NO =
  /^(?:oh |well |um |uh |er |ah )*(?:no|nah|nope|not (?:really|at all|now)|it's (?:fine|all right|alright|ok|okay|no secret)|that's (?:fine|all right|alright|ok|okay|no secret)|don't bother|i don't (?:mind|think so|know|feel)|i'm not|you can|go ahead|anyone can|anybody can|never mind)\b/;
const GO_ON =
  /\bnever (?:said|meant)|didn't (?:say|mean)|(?:don't|do not) (?:want to )?stop\b|\bneither\b|\b(?:keep|carry|go|let's go|let's carry) on\b|\bcontinue\b|\bkeep going\b/;
const FOR_GOOD =
  /(?<!\bnot )\b(?:for good|forever|for ever|permanently|never|altogether|completely|don't call|do not call|any ?more|once and for all|stop calling|for always)\b/;
const TODAY =
  /\b(?:today|now|tonight|tired|later|tomorrow|next|moment|another|not for good|this time|call again|bye|goodbye)\b/;

/** A short answer to “we can pause, talk of something lighter, or stop”. */
export function answerToOffer(
  utterance: string,
  asked: TurnKind | null | undefined,
): 'SKIP' | 'PAUSE' | 'STOP_TODAY' | null {
  if (asked !== 'COMFORT' && asked !== 'CRISIS') return null;
  const said = plainText(utterance);
  if (wordCount(said) > 14) return null;
  if (/\b(?:lighter|something else|another|change|different|other)\b/.test(said)) return 'SKIP';
  if (/\b(?:pause|break|moment|rest)\b/.test(said)) return 'PAUSE';
  return /\b(?:stop|leave it|goodbye|bye|enough)\b/.test(said) ? 'STOP_TODAY' : null;
}

/** How the words answer our confirming question; null when there was none. */
export function answerToConfirm(utterance: string, asked: TurnKind | null | undefined): Confirmed | null {
  if (!asked?.startsWith('CONFIRM_')) return null;
  // The answer names people or a time; see `answeredAudience`.
  if (asked === 'CONFIRM_AUDIENCE') return null;
  if (asked === 'CONFIRM_RECORDING') {
    const recording = answerToRecording(utterance);
    return recording === null ? null : { recording };
  }
  const said = plainText(utterance);
  if (asked === 'CONFIRM_STOP') return answerToStop(said);
  if (YES.test(said)) return { yes: true };
  return { yes: NO.test(said) ? false : null };
}

const GLADLY =
  /\b(?:(?:don't|do not|wouldn't) mind|no (?:problem|trouble|objections?|harm)|not (?:a problem|at all a problem))\b/;
const MAY_RECORD =
  /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:yes|yeah|yep|yup|aye|of course|sure|certainly|absolutely|definitely|please do|you (?:may|can)|go ahead|that's (?:fine|all right|alright|ok|okay)|it's (?:fine|all right|alright|ok|okay)|okay|ok|all right|alright|by all means|i agree|fine)\b/;
const NOT_RECORD = /\b(?:no|nope|nah|not|don't|won't|wouldn't|rather|without|never)\b/;
/** An answer begins with its yes or no; what follows may already be a story. */
const answerWords = 8;

/** Whether the call may be recorded: only a clear yes counts as one. Null for words that don't answer. */
function answerToRecording(utterance: string): boolean | null {
  const words = plainText(utterance).match(/[\p{L}']+/gu) ?? [];
  const answer = words.slice(0, answerWords).join(' ');
  const rest = answer.replace(GLADLY, '');
  // “Yes?” only means that somebody is listening.
  if (/\?\s*$/.test(utterance) && words.length <= 4 && rest === answer) return null;
  if (NOT_RECORD.test(rest)) return false;
  return rest !== answer || MAY_RECORD.test(answer) ? true : null;
}

function answerToStop(said: string): Confirmed | null {
  if (GO_ON.test(said)) return { goOn: true };
  const words = wordCount(said);
  if (words > 25) return null;
  if (FOR_GOOD.test(said)) return { stop: 'STOP_FOR_GOOD' };
  if (TODAY.test(said)) return { stop: 'STOP_TODAY' };
  return words <= 5 ? { stop: 'STOP_TODAY' } : null;
}
