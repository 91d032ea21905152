import type { Language } from '#api/language/languages.ts';
import { keepsakeKey } from '../family-question.ts';
import { hearingOf } from '../hearing-of.ts';
import type { Heard, Intent } from '../mind.ts';
import type { HistoryTurn } from '../request.ts';
import { openQuestion } from './open-question.ts';

/**
 * A reply to “Tell me about it”, said of a keepsake: only agrees (“Yes, I do”), doesn't know the keepsake, or says
 * something else. Null where no keepsake was asked about, or the reply leaves it.
 */
export type KeepsakeReply = 'AGREES' | 'UNKNOWN' | 'SAYS' | null;

const LEAVES = new Set<Intent>(['SKIP', 'AVOID', 'GO_ON', 'PRIVATE', 'REPETITION']);

/** How the last words reply to a keepsake that was just asked about. */
export function keepsakeReply({
  history,
  heard,
  language,
}: {
  history: readonly HistoryTurn[];
  heard: Heard;
  language: Language;
}): KeepsakeReply {
  const put = openQuestion(history);
  if (!put?.questionKey?.startsWith(keepsakeKey) || put.kind === 'FOLLOW_UP') return null;
  const words = history.at(-1)?.text ?? '';
  const hearing = hearingOf(language);
  if (hearing.knowsNothingOfIt(words)) return 'UNKNOWN';
  if (heard.doubt || heard.privateScope || heard.intents.some((intent) => LEAVES.has(intent))) return null;
  return heard.toldWords === 0 || hearing.onlyAgrees(words) ? 'AGREES' : 'SAYS';
}
