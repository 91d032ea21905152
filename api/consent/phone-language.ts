import { type Language, languageOf } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { languageOfWording } from './wordings.ts';

/**
 * The languages for words to a phone: those of its books; for a phone without books that of the words to which it last
 * agreed; English otherwise.
 */
async function languagesOfPhone(tx: Tx, phone: string): Promise<Language[]> {
  const books = await tx.subject.findMany({
    where: { phone, status: { not: 'DELETED' } },
    distinct: ['language'],
    select: { language: true },
  });
  if (books.length) return books.map(({ language }) => languageOf(language));
  const agreed = await tx.consentEntry.findFirst({
    where: { identity: { is: { phone } }, status: 'GRANTED' },
    orderBy: { position: 'desc' },
    select: { kind: true, wordingVersion: true },
  });
  return [agreed ? languageOfWording(agreed.kind, agreed.wordingVersion) : 'en'];
}

/** The language for words to a phone; English if its books have several. */
export async function languageOfPhone(tx: Tx, phone: string): Promise<Language> {
  const language = await languageOfReply(tx, phone);
  return language === 'several' ? 'en' : language;
}

/** The language of an answer or a code to a phone, which is read by everybody who shares it. */
export async function languageOfReply(tx: Tx, phone: string): Promise<Language | 'several'> {
  const [language = 'en', ...others] = await languagesOfPhone(tx, phone);
  return others.length ? 'several' : language;
}

/** The language of subjects that all have the same one; English otherwise. */
export function commonLanguage(subjects: readonly { language: string }[]): Language {
  return subjects.length > 0 && subjects.every(({ language }) => language === 'es') ? 'es' : 'en';
}
