import type { Language } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { languageOfWording } from './wordings.ts';

/**
 * The language for words to a phone: that of its books if they all have one language; for a phone without books that of
 * the words to which it last agreed; English otherwise.
 */
export async function languageOfPhone(tx: Tx, phone: string): Promise<Language> {
  const books = await tx.subject.findMany({
    where: { phone, status: { not: 'DELETED' } },
    distinct: ['language'],
    select: { language: true },
  });
  if (books.length) return commonLanguage(books);
  const agreed = await tx.consentEntry.findFirst({
    where: { identity: { is: { phone } }, status: 'GRANTED' },
    orderBy: { position: 'desc' },
    select: { kind: true, wordingVersion: true },
  });
  return agreed ? languageOfWording(agreed.kind, agreed.wordingVersion) : 'en';
}

/** The language of subjects that all have the same one; English otherwise. */
export function commonLanguage(subjects: readonly { language: string }[]): Language {
  return subjects.length > 0 && subjects.every(({ language }) => language === 'es') ? 'es' : 'en';
}
