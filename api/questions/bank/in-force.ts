import { z } from 'zod';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { BANKS } from './bank.ts';
import { type BankQuestion, CHAPTERS, type ChapterKey, DEPTHS, LIFE_AGES } from './question.ts';

/** The languages that have questions. */
const bankLanguages = Object.keys(BANKS) as Language[];

const chapterKeys = CHAPTERS.map(({ key }) => key) as [ChapterKey, ...ChapterKey[]];

/** The team's version of a question as stored. */
export const BankContent = z.object({
  chapter: z.enum(chapterKeys),
  depth: z.enum(DEPTHS),
  sensitivity: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  decade: z.enum(LIFE_AGES).nullable(),
  theme: z.array(z.string()),
  text: z.string(),
  followUps: z.array(z.string()),
  reason: z.string().nullable(),
  language: z.string(),
});
export type BankContent = z.output<typeof BankContent>;

/** A question of the bank with the team's changes. */
export type ListedQuestion = BankQuestion & {
  language: string;
  enabled: boolean;
  isBuiltIn: boolean;
  /** Whether the team has changed or written it. */
  isEdited: boolean;
  /** The number of its newest version; 0 until the team first saves it. */
  revision: number;
};

/**
 * The built-in questions of all languages. One in another language than English has the key of the English question
 * and its own language, as in “story-of-name@es”; asked questions are stored by the key alone.
 */
const builtIn = new Map(
  bankLanguages.flatMap((language) =>
    BANKS[language].map((question) => {
      const key = language === 'en' ? question.key : `${question.key}@${language}`;
      return [key, { ...question, key, language }];
    }),
  ),
);

/** The words of a question as it is built in; null for the team's own. */
export function builtInContent(key: string): BankContent | null {
  const question = builtIn.get(key);
  if (!question) return null;
  return BankContent.parse({ ...question, decade: question.decade ?? null, reason: question.reason ?? null });
}

/** The key by which a listed question is asked. */
export function askedKey({ key, isBuiltIn }: Pick<ListedQuestion, 'key' | 'isBuiltIn'>): string {
  return isBuiltIn ? key.replace(/@\w+$/, '') : key;
}

/**
 * The whole bank with the team's changes, by language and chapter in order, including disabled questions.
 */
export async function listBank(tx: Tx = db): Promise<ListedQuestion[]> {
  const rows = await tx.bankQuestion.findMany({ orderBy: { key: 'asc' } });
  const changed = new Map(rows.map((row) => [row.key, row]));
  const own = rows.filter(({ key }) => !builtIn.has(key)).map(({ key }) => key);
  const all = [...builtIn.keys(), ...own].flatMap((key): ListedQuestion[] => {
    const row = changed.get(key);
    const content = row?.content ? BankContent.parse(row.content) : null;
    const original = builtIn.get(key);
    const question = content ? { ...content, key } : original;
    if (!question) return [];
    return [
      {
        ...question,
        ...(row?.position != null && { position: row.position }),
        ...{
          enabled: row?.enabled ?? true,
          isBuiltIn: original !== undefined,
          isEdited: content !== null,
        },
        revision: row?.revision ?? 0,
      },
    ];
  });
  const place = ({ position = Number.MAX_SAFE_INTEGER }: ListedQuestion) => position;
  return bankLanguages.flatMap((language) =>
    chapterKeys.flatMap((chapter) =>
      all
        .filter((question) => question.language === language && question.chapter === chapter)
        .sort((a, b) => place(a) - place(b)),
    ),
  );
}

/**
 * The enabled questions of a language, read for each turn, so that the team's changes take effect at once in every
 * process.
 */
export async function bankInForce(language: string): Promise<BankQuestion[]> {
  const all = await listBank();
  return all
    .filter((question) => question.enabled && question.language === languageOf(language))
    .map((listed) => {
      const {
        language: _,
        enabled: __,
        isBuiltIn: ___,
        isEdited: ____,
        revision: _____,
        ...question
      } = listed;
      return { ...question, key: askedKey(listed) };
    });
}
