import { plainText } from '#api/dialogue-acts/rules/clauses.ts';
import type { Language } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enterForPhone, subjectsWith } from './by-phone.ts';
import { withdrawnBySubjectAt } from './given-back.ts';
import { covers, newestConsents } from './ledger.ts';
import { isStopped, newestOfPhone } from './phone-entries.ts';
import { readCommand } from './read-command.ts';
import { plainSpanish } from './spanish-commands.ts';
import { wordingInForce } from './wordings.ts';

const booksSelected = {
  ...{ id: true, preferredName: true, fullName: true, phone: true, status: true, sharing: true },
  ...{ selfUserId: true, language: true, timeZone: true },
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

const consentQuestions: Record<Language, { hello: string; ask: string; question: string }> = {
  en: {
    hello:
      'Hello, this is Evertold, a computer that keeps a family’s stories. Somebody gave us this number, to keep yours.',
    ask: 'May Evertold call you at this number? This is what you would agree to.',
    question: 'Say yes, if Evertold may call you.',
  },
  es: {
    hello:
      'Hola, soy Evertold, una computadora que guarda las historias de una familia. Alguien nos dio este número para guardar las suyas.',
    ask: '¿Puede Evertold llamarle a este número? Esto es lo que usted aceptaría.',
    question: 'Diga sí, si Evertold puede llamarle.',
  },
};

/** The words read to a caller, the question after them, and the version of the wording that a yes enters. */
export function callConsentQuestion(language: Language) {
  const { text, version } = wordingInForce('CALLS', language);
  const { hello, ask, question } = consentQuestions[language];
  return { words: `${hello} ${ask} ${text}`, question, wordingVersion: version, language };
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

const spanishAgreements = new Set([
  ...[
    'si',
    'si si',
    'si claro',
    'si por favor',
    'si gracias',
    'si como no',
    'si por supuesto',
    'si desde luego',
  ],
  ...[
    'si de acuerdo',
    'de acuerdo',
    'si acepto',
    'acepto',
    'si estoy de acuerdo',
    'estoy de acuerdo',
    'claro',
  ],
  ...[
    'claro que si',
    'como no',
    'por supuesto',
    'por supuesto que si',
    'desde luego',
    'bueno si',
    'ay si',
    'si senor',
  ],
  ...[
    'si senorita',
    'esta bien',
    'si esta bien',
    'si me parece bien',
    'si lo acepto',
    'si con gusto',
    'con mucho gusto',
  ],
  ...[
    'puede',
    'evertold puede',
    'usted puede',
    'pueden',
    'si puede',
    'si pueden',
    'si evertold puede',
  ].flatMap((may) => [
    ...(may.startsWith('si ') ? [may] : []),
    ...[`${may} llamarme`, `${may} llamarme a este numero`],
  ]),
  ...[
    'me puede llamar',
    'si me puede llamar',
    'me pueden llamar',
    'si me pueden llamar',
    'llameme',
    'si llameme',
  ],
]);
const spanishNo =
  /^(?:ay |oh |pues |bueno |este |eh |hola )*(?:no|nunca|jamas|tampoco|para nada|de ninguna manera)\b/;

/** How a caller's words answer the question. Only an utterance that is a yes and nothing else is one. */
export function readCallConsent(speech: string, language: Language = 'en'): CallConsentAnswer {
  if (language === 'es') return readSpanish(speech);
  const words = plainText(speech).match(/[\p{L}\p{N}']+/gu) ?? [];
  // Speech recognition may write the name as two words.
  const said = words.join(' ').replace('ever told', 'evertold');
  if (!speech.includes('?') && agreements.has(said)) return 'YES';
  if (readCommand(speech)?.kind === 'STOP') return 'STOP';
  return words.length <= mostWordsOfNo && no.test(said) ? 'NO' : 'UNCLEAR';
}

function readSpanish(speech: string): CallConsentAnswer {
  const said = plainSpanish(speech).replace('ever told', 'evertold');
  // A yes in the caller's other language is as clear.
  const isYes = spanishAgreements.has(said) || agreements.has(said);
  if (!/[¿?]/.test(speech) && isYes) return 'YES';
  if (readCommand(speech, 'es')?.kind === 'STOP') return 'STOP';
  return said.split(' ').length <= mostWordsOfNo && spanishNo.test(said) ? 'NO' : 'UNCLEAR';
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
