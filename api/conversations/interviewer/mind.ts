import { heardAsides } from './mind/asides.ts';
import { heardDistress } from './mind/distress.ts';
import { announcesPrivacy, heardPrivacy, type PrivateScope } from './mind/privacy.ts';
import { heardStop } from './mind/stop.ts';
import { heardWithdrawal } from './mind/withdrawal.ts';
import type { Channel, HistoryTurn } from './request.ts';
import { themeOfQuestion } from './themes.ts';
import { plain, wordCount } from './words.ts';

export type ConsentKind = 'CALLS' | 'SMS' | 'RECORDING' | 'AI_WRITING' | 'SHARING';

export type Intent =
  | 'ANSWER'
  | 'PRIVATE'
  | 'AVOID'
  | 'SKIP'
  | 'STOP_TODAY'
  | 'STOP_FOR_GOOD'
  | 'STOP_UNCLEAR'
  | 'WITHDRAW'
  | 'GRIEF'
  | 'CRISIS'
  | 'CONFUSION'
  | 'REPETITION'
  | 'PAUSE'
  | 'GO_ON'
  | 'ASKS_US'
  | 'AUDIENCE';

/** What the rules found in an utterance. Several intents may hold at once; ANSWER stands when a story is told. */
export interface Heard {
  intents: Intent[];
  /** With PRIVATE. */
  privateScope: PrivateScope | null;
  /** With AVOID: what is not to be asked about, a tag or the person's own words. */
  theme: string | null;
  /** With WITHDRAW. */
  withdraws: ConsentKind[];
  /** With CRISIS. */
  crisis: 'CRISIS' | 'MEDICAL' | 'VIOLENCE' | null;
  /** With ASKS_US: what the person wants to know of us. */
  about: 'COMPUTER' | 'WHO' | 'PRIVACY' | 'MONEY' | 'PURPOSE' | 'OURSELVES' | null;
  /** With AUDIENCE: for whom it is not, in the person's words. */
  audience: string | null;
  words: number;
}

/** What must be known of the conversation to understand the words that come next. */
export interface ListenContext {
  channel: Channel;
  /** The interviewer's last words, and what kind of turn they were. */
  lastAssistant: { text: string | null; kind: HistoryTurn['kind'] };
  /** The theme of the question just asked: looked for when a wish points at it, as few do. */
  lastTheme: () => string | null;
  /** The person announced that what comes next is private. */
  privacyAnnounced: boolean;
  /** What the person said before in this conversation. */
  earlier: string[];
}

/** The context that a conversation's turns so far (without the new words) give to `listen`. */
export function contextOf(history: HistoryTurn[], channel: Channel): ListenContext {
  const lastAssistant = history.findLast((turn) => turn.role === 'assistant');
  const lastUser = history.findLast((turn) => turn.role === 'user');
  const lastWords = lastUser?.text ?? '';
  return {
    channel,
    lastAssistant: { text: lastAssistant?.text ?? null, kind: lastAssistant?.kind ?? null },
    lastTheme: () =>
      lastAssistant ? themeOfQuestion(lastAssistant.questionKey ?? null, lastAssistant.text) : null,
    privacyAnnounced: announcesPrivacy(lastWords),
    earlier: history.flatMap((turn) => (turn.role === 'user' && turn.text ? [turn.text] : [])),
  };
}

/**
 * Decides what was heard, by rules alone, before the words go anywhere else. Pure: the same words in the same
 * context are always heard the same way. Words that only sound like a wish (“the bus stop”) are an ANSWER.
 */
export function listen(utterance: string, context: ListenContext): Heard {
  const said = plain(utterance);
  const words = wordCount(utterance);
  const privateScope = heardPrivacy(utterance, context.privacyAnnounced);
  const distress = heardDistress(said);
  const withdraws = heardWithdrawal(said, context.channel);
  const asides = heardAsides(said, context);
  const stop = distress.crisis ? null : heardStop(said, context, withdraws);

  const intents: Intent[] = [];
  if (distress.crisis) intents.push('CRISIS');
  if (privateScope) intents.push('PRIVATE');
  if (withdraws.length > 0) intents.push('WITHDRAW');
  if (stop) intents.push(stop);
  if (asides.theme) intents.push('AVOID');
  if (asides.audience) intents.push('AUDIENCE');
  if (distress.grief) intents.push('GRIEF');
  intents.push(...asides.intents);
  if (words > 0 && (intents.length === 0 || words > 25)) intents.push('ANSWER');

  return {
    intents,
    privateScope,
    theme: asides.theme,
    withdraws,
    crisis: distress.crisis,
    about: asides.about,
    audience: asides.audience,
    words,
  };
}
