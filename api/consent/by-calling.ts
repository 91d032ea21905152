import { plainText } from '#api/dialogue-acts/rules/clauses.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enterForPhone, subjectsWith } from './by-phone.ts';
import { withdrawnBySubjectAt } from './given-back.ts';
import { covers, newestConsents } from './ledger.ts';
import { isStopped, newestOfPhone } from './phone-entries.ts';
import { readCommand } from './read-command.ts';
import { wordingInForce } from './wordings.ts';

const booksSelected = {
  ...{ id: true, preferredName: true, fullName: true, phone: true, status: true, sharing: true },
  selfUserId: true,
} as const;

/**
 * Whether the holder of a phone can agree to calls by calling us from it: it is the phone of a book, and nobody has
 * agreed to calls on it, taken that back, or said stop. A person with an account agrees there, because a caller's number
 * proves nothing.
 */
export async function mayAgreeByCalling(tx: Tx, phone: string): Promise<boolean> {
  const where = { phone, status: { notIn: ['DELETED' as const, 'MEMORIAL' as const] } };
  const books = await tx.subject.findMany({ where, select: booksSelected });
  if (!books.length || (await isStopped(tx, phone))) return false;
  const ofPhone = await newestOfPhone(tx, phone);
  if (ofPhone.some(({ kind, status }) => kind === 'CALLS' && status === 'WITHDRAWN')) return false;
  for (const book of books) {
    if (book.selfUserId || (await withdrawnBySubjectAt(tx, book, 'CALLS'))) return false;
    if (covers(await newestConsents(book.id, tx), 'CALLS', phone)) return false;
  }
  return true;
}

/** The words read to a caller, the question after them, and the version of the wording that a yes enters. */
export function callConsentQuestion(): { words: string; question: string; wordingVersion: number } {
  const { text, version } = wordingInForce('CALLS');
  const hello =
    'Hello, this is Evertold, a computer that keeps a family’s stories. Somebody gave us this number, to keep yours.';
  const ask = 'May Evertold call you at this number? This is what you would agree to.';
  const question = 'Say yes, if Evertold may call you.';
  return { words: `${hello} ${ask} ${text}`, question, wordingVersion: version };
}

export type CallConsentAnswer = 'YES' | 'NO' | 'STOP' | 'UNCLEAR';

/** The whole utterances that agree. “Yes, speaking” or “yes, call my son” greet or ask, so a yes alone is not enough. */
const agreements = new Set([
  ...['yes', 'yeah', 'yep', 'yup', 'yes yes', 'yes please', 'yes please do', 'yes thank you', 'yes sure'],
  ...['yes of course', 'yes certainly', 'yes absolutely', 'yes definitely'],
  ...['yes i agree', 'i agree', 'i do agree'],
  ...['of course', 'certainly', 'absolutely', 'definitely', 'sure', 'please do', 'oh yes', 'oh yes please'],
  ...['yes you may', 'yes you can', 'yes it may', 'yes it can', 'yes evertold may', 'yes evertold can'],
  ...["yes that's fine", 'yes that is fine', 'yes i agree to that', 'i agree to that', 'yes please call me'],
  ...['you', 'evertold', 'it'].flatMap((caller) =>
    ['may', 'can'].flatMap((may) => {
      const said = `${caller} ${may} call me`;
      return [said, `${said} at this number`, `yes ${said}`, `yes ${said} at this number`];
    }),
  ),
]);
const mostWordsOfNo = 8;
const no =
  /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:no|nope|nah|not|never|i don't|i do not|please don't|don't)\b/;

/** How a caller's words answer the question. Only an utterance that is a yes and nothing else is one. */
export function readCallConsent(speech: string): CallConsentAnswer {
  const words = plainText(speech).match(/[\p{L}\p{N}']+/gu) ?? [];
  // Speech recognition may write the name as two words.
  const said = words.join(' ').replace('ever told', 'evertold');
  if (!speech.includes('?') && agreements.has(said)) return 'YES';
  if (readCommand(speech)?.kind === 'STOP') return 'STOP';
  return words.length <= mostWordsOfNo && no.test(said) ? 'NO' : 'UNCLEAR';
}

type Heard = {
  phone: string;
  answer: CallConsentAnswer;
  speech: string;
  callId: string;
  wordingVersion: number;
};

/** Enters what a caller answered, once. Returns the answer that holds; UNCLEAR when nothing was entered. */
export async function enterCallConsent(tx: Tx, wake: Wake, heard: Heard): Promise<CallConsentAnswer> {
  const { phone, answer, speech, callId, wordingVersion } = heard;
  const evidence = { origin: { requestId: callId, ipAddress: null, userAgent: `call ${callId}: ${speech}` } };
  if (answer === 'STOP') {
    const stop = { phone, status: 'WITHDRAWN', kinds: ['CALLS', 'SMS'], via: 'VOICE', evidence } as const;
    await enterForPhone(tx, wake, stop);
    return answer;
  }
  if (answer !== 'YES') return answer;
  // From here on nobody can take calls back or get an account meanwhile.
  await subjectsWith(tx, phone);
  if (!(await mayAgreeByCalling(tx, phone))) return 'UNCLEAR';
  const consent = { phone, status: 'GRANTED', kinds: ['CALLS'], via: 'VOICE', evidence } as const;
  await enterForPhone(tx, wake, { ...consent, wordingVersion });
  return answer;
}
