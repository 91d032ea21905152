import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import { looksSpanish, spanishKeyword, spanishWithdrawals } from './spanish-commands.ts';

/** A command about texts themselves, with the language in which it was given; null for words of both languages. */
export type TextCommand = { language: Language | null } & (
  | { kind: 'STOP'; withdraws: ConsentKind[]; tells: boolean }
  | { kind: 'HELP' }
  | { kind: 'AGREE'; word: 'start' | 'unstop' | 'yes' }
);

/** A text that withdraws something and has at least this many other words also tells a story. */
const meantToTell = 8;

/** The carriers' English keywords, which stop texts to any phone. */
const carrierStop = /^\W*(?:stop|stop ?all|unsubscribe|cancel|end|quit|revoke|opt ?-?out)\W*$/i;

/**
 * Reads a carrier keyword or free words that mean stop; null when the text is neither. Keywords and Spanish words are
 * understood from every phone. Other sentences are read in `language`, that of the phone, or in Spanish if they look so.
 */
export function readCommand(said: string, language: Language = 'en'): TextCommand | null {
  const spanish = spanishWithdrawals(said);
  if (spanish.length) return { kind: 'STOP', withdraws: spanish, tells: false, language: 'es' };
  if (carrierStop.test(said)) return { kind: 'STOP', withdraws: ['SMS'], tells: false, language: null };
  const context = { ...withoutConversation, language: looksSpanish(said) ? ('es' as const) : language };
  const { withdraws, toldWords } = listen(said, context);
  if (withdraws.length) return { kind: 'STOP', withdraws, tells: toldWords >= meantToTell, language: null };
  const word = said
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (word === 'help' || word === 'info') return { kind: 'HELP', language: null };
  if (word === 'start' || word === 'unstop' || word === 'yes') return { kind: 'AGREE', word, language: null };
  const keyword = spanishKeyword(said);
  if (keyword === 'help') return { kind: 'HELP', language: 'es' };
  return keyword && { kind: 'AGREE', word: keyword, language: 'es' };
}
