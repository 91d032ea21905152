import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';

/** A command about texts themselves. */
export type TextCommand =
  | { kind: 'STOP'; withdraws: ConsentKind[]; tells: boolean }
  | { kind: 'HELP' }
  | { kind: 'AGREE'; word: 'start' | 'unstop' | 'yes' };

/** A text that withdraws something and has at least this many other words also tells a story. */
const meantToTell = 8;

/** Reads a carrier keyword, or free words that mean stop; null when the text is neither. */
export function readCommand(said: string): TextCommand | null {
  const { withdraws, toldWords } = listen(said, withoutConversation);
  if (withdraws.length) return { kind: 'STOP', withdraws, tells: toldWords >= meantToTell };
  const word = said
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (word === 'help' || word === 'info') return { kind: 'HELP' };
  if (word === 'start' || word === 'unstop' || word === 'yes') return { kind: 'AGREE', word };
  return null;
}
