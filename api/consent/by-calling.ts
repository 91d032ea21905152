import { plainText } from '#api/dialogue-acts/rules/clauses.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enterForPhone } from './by-phone.ts';
import { withdrawnBySubjectAt } from './given-back.ts';
import { covers, lockSubject, newestConsents } from './ledger.ts';
import { isStopped, newestOfPhone } from './phone-entries.ts';
import { readCommand } from './read-command.ts';
import { wordingInForce } from './wordings.ts';

/**
 * Whether the holder of a phone can agree to calls by calling us from it: it is the phone of a book, and nobody has
 * agreed to calls on it, taken that back, or said stop. A person with an account agrees there, because a caller's number
 * proves nothing.
 */
export async function mayAgreeByCalling(tx: Tx, phone: string): Promise<boolean> {
  const where = { phone, status: { notIn: ['DELETED' as const, 'MEMORIAL' as const] } };
  const books = await tx.subject.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } });
  if (!books.length || (await isStopped(tx, phone))) return false;
  const ofPhone = await newestOfPhone(tx, phone);
  if (ofPhone.some(({ kind, status }) => kind === 'CALLS' && status === 'WITHDRAWN')) return false;
  for (const { id } of books) {
    const subject = await lockSubject(tx, id);
    if (!subject || subject.selfUserId || (await withdrawnBySubjectAt(tx, subject, 'CALLS'))) return false;
    if (covers(await newestConsents(id, tx), 'CALLS', phone)) return false;
  }
  return true;
}

/** The question to a caller, with the wording that a yes enters. */
export function callConsentQuestion(): { words: string; wordingVersion: number } {
  const { text, version } = wordingInForce('CALLS');
  const hello =
    'Hello, this is Evertold, a computer that keeps a family’s stories. Somebody gave us this number, to keep yours.';
  const ask = 'May Evertold call you at this number? This is what you would agree to.';
  return { words: `${hello} ${ask} ${text} Say yes, if Evertold may call you.`, wordingVersion: version };
}

export type CallConsentAnswer = 'YES' | 'NO' | 'STOP' | 'UNCLEAR';

const mostWords = 8;
const yes =
  /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:yes|yeah|yep|yup|aye|of course|sure|certainly|absolutely|definitely|please do|please call|you may call|i agree)\b/;
const no =
  /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:no|nope|nah|not|never|i don't|i do not|please don't|don't)\b/;
const doubtful =
  /\b(?:no|not|nope|nah|never|don't|won't|can't|isn't|but|if|maybe|perhaps|unless|until|who|what|why|wrong|rather|without)\b/;

/** How a caller's words answer the question. Only a short and clear yes is one. */
export function readCallConsent(speech: string): CallConsentAnswer {
  if (readCommand(speech)?.kind === 'STOP') return 'STOP';
  const said = plainText(speech);
  const words = said.match(/[\p{L}']+/gu) ?? [];
  if (no.test(said) && words.length <= mostWords) return 'NO';
  const isClear = words.length <= mostWords && !speech.includes('?') && !doubtful.test(said);
  return isClear && yes.test(said) ? 'YES' : 'UNCLEAR';
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
  if (!(await mayAgreeByCalling(tx, phone))) return 'UNCLEAR';
  const consent = { phone, status: 'GRANTED', kinds: ['CALLS'], via: 'VOICE', evidence } as const;
  await enterForPhone(tx, wake, { ...consent, wordingVersion });
  return answer;
}
