import type { Prisma } from '#api/generated/prisma/client.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** The language for words to the holder of an account: that of the book about them; null without such a book. */
export async function languageOfAccount(tx: Tx, account: Prisma.UserWhereInput): Promise<Language | null> {
  const own = await tx.subject.findFirst({
    where: { selfUser: { is: account } },
    select: { language: true },
  });
  return own && languageOf(own.language);
}
