import type { ConfirmingWords, Hearing } from '../hearing.ts';
import type { TurnKind } from '../history-turn.ts';
import { wordCount } from '../words.ts';
import { splitByState } from './how-they-are.ts';

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
  /** The answer to “would you say yes once more?”. */
  voice?: boolean;
  /** The words say who may read what was told before. */
  audience?: true;
}

/** A short answer to “we can pause, talk of something lighter, or stop”. */
export function answerToOffer(
  utterance: string,
  asked: TurnKind | null | undefined,
  { plain, confirming }: Hearing,
): 'SKIP' | 'PAUSE' | 'STOP_TODAY' | null {
  if (asked !== 'COMFORT' && asked !== 'CRISIS') return null;
  const said = plain(utterance);
  if (wordCount(said) > 14) return null;
  if (confirming.lighter.test(said)) return 'SKIP';
  if (confirming.pause.test(said)) return 'PAUSE';
  return confirming.stop.test(said) ? 'STOP_TODAY' : null;
}

/** How the words answer our confirming question; null when there was none. */
export function answerToConfirm(
  utterance: string,
  asked: TurnKind | null | undefined,
  hearing: Hearing,
): Confirmed | null {
  if (!asked?.startsWith('CONFIRM_')) return null;
  // The answer names people or a time; see `answeredAudience`.
  if (asked === 'CONFIRM_AUDIENCE') return null;
  // See `readVoiceYes`.
  if (asked === 'CONFIRM_BY_VOICE') return null;
  if (asked === 'CONFIRM_RECORDING') {
    const recording = answerToRecording(utterance, hearing);
    return recording === null ? null : { recording };
  }
  const { confirming } = hearing;
  const said = hearing.plain(utterance);
  if (asked === 'CONFIRM_STOP') return answerToStop(said, confirming);
  if (confirming.yes.test(said)) return { yes: true };
  return { yes: confirming.no.test(said) ? false : null };
}

/** In more words than this, “I’ll call her” is part of what is told. */
const fetchingWords = 14;

/** Whether somebody else answered, who goes to get the person: nothing they said is the person’s own answer. */
export function fetchesPerson(utterance: string, { plain, confirming }: Hearing): boolean {
  const said = plain(utterance);
  return wordCount(said) <= fetchingWords && confirming.fetches.test(said);
}

/** An answer begins with its yes or no; what follows may already be a story. */
const answerWords = 8;

/**
 * Whether the call may be recorded: only a clear yes counts as one. Null for words that don't answer. How the person is
 * makes no yes of other words: where the no is only that, we ask again, unless a yes was said first and nothing else.
 */
export function answerToRecording(utterance: string, hearing: Hearing): boolean | null {
  if (fetchesPerson(utterance, hearing)) return null;
  const answer = plainAnswer(utterance, hearing);
  const state = splitByState(utterance, hearing);
  if (!state || answer === null) return answer;
  if (saysNo(state.beside, hearing)) return false;
  const after = state.beside.slice(state.before.length);
  return isFirmYes(state.before, hearing) && agreesOn(after, hearing) ? true : null;
}

/** Whether any of the words say no. */
function saysNo(said: string, { plain, confirming }: Hearing): boolean {
  const words = wordsIn(plain(said)).join(' ').replace(confirming.gladly, '');
  return confirming.notRecord.test(words) || confirming.refuses(confirming.plainByVoice(said));
}

function isFirmYes(words: string, hearing: Hearing): boolean {
  const { confirming, plain } = hearing;
  if (!onlyAnswers(words, hearing) || plainAnswer(words, hearing) !== true) return false;
  const said = wordsIn(plain(words)).join(' ');
  if (confirming.postponesOrObjects.test(said)) return false;
  if (confirming.firmYes.test(said)) return /[,.;:!…—–]\s*$/.test(words);
  return confirming.firmYesAlone.test(said) && /[.!…]\s*$/.test(words);
}

/** Whether words after a yes take nothing of it back: “… but go ahead”. */
function agreesOn(words: string, hearing: Hearing): boolean {
  const { confirming, plain } = hearing;
  const answer = plain(words).replace(/^[^\p{L}]*(?:but|and|pero|y)\b/u, '');
  return onlyAnswers(answer, hearing) && !confirming.postponesOrObjects.test(answer);
}

const wordsIn = (plainWords: string) => plainWords.match(/[\p{L}']+/gu) ?? [];

/** The same for words that don't say how the person is. */
export function plainAnswer(said: string, { plain, confirming }: Hearing): boolean | null {
  const words = wordsIn(plain(said));
  const answer = words.slice(0, answerWords).join(' ');
  const rest = answer.replace(confirming.gladly, '');
  // “Yes?” only means that somebody is listening.
  if (/\?\s*$/.test(said) && words.length <= 4 && rest === answer) return null;
  if (confirming.notRecord.test(rest)) return false;
  if (rest === answer && !confirming.mayRecord.test(answer)) return null;
  // “Yes, I know that my daughter would like it, but no.”
  const first = wordsIn(plain(/^[^.!?…]*/.exec(said)?.[0] ?? '')).join(' ');
  return confirming.notRecord.test(first.replace(confirming.gladly, '')) ? null : true;
}

/** Whether words say yes or no to being recorded, and nothing else. */
export function onlyAnswers(words: string, { confirming }: Hearing): boolean {
  return wordsIn(confirming.plainByVoice(words)).every((word) => confirming.answering.test(word));
}

function answerToStop(said: string, { goOn, forGood, today }: ConfirmingWords): Confirmed | null {
  if (goOn.test(said)) return { goOn: true };
  const words = wordCount(said);
  if (words > 25) return null;
  if (forGood.test(said)) return { stop: 'STOP_FOR_GOOD' };
  if (today.test(said)) return { stop: 'STOP_TODAY' };
  return words <= 5 ? { stop: 'STOP_TODAY' } : null;
}
