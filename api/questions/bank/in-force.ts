import { z } from 'zod';
import { db, type Tx } from '#api/platform/database/database.ts';
import { BANK } from './bank.ts';
import { type BankQuestion, CHAPTERS, type ChapterKey, DEPTHS, LIFE_AGES } from './question.ts';

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
  /** 0 until the team first saves it. */
  revision: number;
};

/** The language of the built-in questions. */
const builtInLanguage = 'en';
const builtIn = new Map(BANK.map((question) => [question.key, question]));

/** The whole bank with the team's changes, by chapter in order, including disabled questions. */
export async function listBank(tx: Tx = db): Promise<ListedQuestion[]> {
  const rows = await tx.bankQuestion.findMany({ orderBy: { key: 'asc' } });
  const changed = new Map(rows.map((row) => [row.key, row]));
  const own = rows.filter(({ key }) => !builtIn.has(key)).map(({ key }) => key);
  const all = [...builtIn.keys(), ...own].flatMap((key): ListedQuestion[] => {
    const row = changed.get(key);
    const content = row?.content ? BankContent.parse(row.content) : null;
    const original = builtIn.get(key);
    const question = content ? { ...content, key } : original && { ...original, language: builtInLanguage };
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
  return chapterKeys.flatMap((chapter) =>
    all.filter((question) => question.chapter === chapter).sort((a, b) => place(a) - place(b)),
  );
}

/**
 * The enabled questions of a language, read for each turn, so that the team's changes take effect at once in every
 * process.
 */
export async function bankInForce(language: string): Promise<BankQuestion[]> {
  const all = await listBank();
  return all
    .filter((question) => question.enabled && (!question.isEdited || question.language === language))
    .map(
      ({ language: _, enabled: __, isBuiltIn: ___, isEdited: ____, revision: _____, ...question }) =>
        question,
    );
}
