import { z } from 'zod';
import { annoys } from '#api/conversations/interviewer/turn.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { isLanguage, languages } from '#api/language/languages.ts';
import { audit } from '#api/platform/audit.ts';
import { db, pool, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import {
  askedKey,
  BankContent,
  builtInContent,
  type ListedQuestion,
  listBank,
} from '#api/questions/bank/in-force.ts';
import { CHAPTERS, type ChapterKey, DEPTHS, LIFE_AGES } from '#api/questions/bank/question.ts';
import { ChangedMeanwhile } from '../errors.ts';
import { mustBeTeam } from '../policy.ts';

/** The maximum of words in one turn of the interviewer. */
const mostWords = 25;
/** Far more than an interviewer can ask. An export of as many still fits in a request's body. */
export const mostQuestions = 2_000;

const chapterKeys = CHAPTERS.map(({ key }) => key) as [ChapterKey, ...ChapterKey[]];
const chapter = z.string().pipe(z.enum(chapterKeys, 'must be one of the twelve chapters'));

const asked = line(300).superRefine((text, ctx) => {
  const problem =
    wordCount(text) > mostWords
      ? `must have at most ${mostWords} words`
      : (text.match(/\?/g)?.length ?? 0) > 1
        ? 'must ask one thing'
        : languages.some((language) => annoys(text, language))
          ? 'must not rank memories or test them'
          : null;
  if (problem) ctx.addIssue({ code: 'custom', message: problem });
});

const Content = z.object({
  chapter,
  depth: z.string().pipe(z.enum(DEPTHS, `must be one of ${DEPTHS.join(', ')}`)),
  sensitivity: z.int().min(0, 'must be 0, 1 or 2').max(2, 'must be 0, 1 or 2'),
  text: asked,
  followUps: z.array(asked).max(5, 'must be at most 5'),
  theme: z
    .array(line(40).transform((tag) => tag.toLowerCase()))
    .min(1, 'must name what it touches, so that it can be left out')
    .max(10, 'must be at most 10'),
  /** Of a question that there is, `reason` and `decade` left out stay as they are, and null clears them. */
  reason: clearable(line(120)).optional(),
  decade: z
    .string()
    .pipe(z.enum(LIFE_AGES, `must be one of ${LIFE_AGES.join(', ')}`))
    .nullish(),
  /** Without it: as before, or en for a new question. */
  language: z
    .string()
    .refine(isLanguage, `must be one of ${languages.join(', ')}`)
    .nullish(),
});

export const SaveBankQuestion = Content.extend({
  key: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:@[a-z]{2})?$/, 'must be small letters, digits and hyphens')
    .max(80, 'must be at most 80 characters')
    .nullish(),
  /** The number of the version that the caller has seen; 0 for the built-in one. */
  basedOn: z.int().nullish(),
});

type SaveBankQuestion = z.output<typeof SaveBankQuestion>;
type WholeQuestion = ReturnType<typeof completed>;

/** What is saved: what was left out is as before. */
function completed(question: SaveBankQuestion, existing: ListedQuestion | undefined) {
  const { language, reason = existing?.reason ?? null, decade = existing?.decade ?? null } = question;
  return { ...question, reason, decade, language: language ?? existing?.language ?? 'en' };
}

/** Saves or adds a question of the bank, which may be asked from the next turn on. Returns its key. */
export async function saveBankQuestion(
  viewer: Viewer,
  input: z.input<typeof SaveBankQuestion>,
): Promise<string> {
  mustBeTeam(viewer);
  const given = parse(SaveBankQuestion, input);
  return transaction(async (tx) => {
    await lockBank(tx);
    const all = await listBank(tx);
    const existing = all.find(({ key }) => key === given.key);
    const question = completed(given, existing);
    if (question.key && !existing) throw new NotFound('BankQuestion', ['key']);
    await refuseOthersWork(tx, existing, question.basedOn);
    if (!existing && all.length >= mostQuestions)
      throw new InvalidInput([
        { path: 'text', message: `can’t be added: the bank has ${mostQuestions} questions` },
      ]);
    const key = existing?.key ?? newKey(question.text, all);
    mustKeepLanguage(existing, question, ['language']);
    const version = await writeQuestion(tx, viewer, key, contentOf(question), existing);
    await audit(tx, viewer, existing ? 'bank.saved' : 'bank.added', { detail: { key, version } });
    return key;
  });
}

/** Brings an earlier version back as a new one; 0 is the built-in question. Returns the key. */
export async function restoreBankQuestion(
  viewer: Viewer,
  { key, number, basedOn }: { key: string; number: number; basedOn: number },
): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockBank(tx);
    const existing = (await listBank(tx)).find((question) => question.key === key);
    if (!existing) throw new NotFound('BankQuestion', ['key']);
    await refuseOthersWork(tx, existing, basedOn);
    const [versions = []] = await versionsOf([key], tx);
    const earlier = versions.find((version) => version.number === number);
    if (!earlier) throw new NotFound('BankQuestionVersion', ['number']);
    const isInForce =
      number === 0 ? !existing.isEdited : existing.isEdited && isSame(existing, earlier.content);
    if (isInForce) return key;
    // An older wording keeps the rules of today.
    const content =
      number === 0 ? earlier.content : contentOf(completed(parse(Content, earlier.content), existing));
    mustKeepLanguage(existing, content, ['language']);
    const version = await writeQuestion(tx, viewer, key, content, existing);
    // The built-in words are in force again, also as a later release improves them.
    if (number === 0) await tx.bankQuestion.update({ where: { key }, data: { content: Prisma.DbNull } });
    await audit(tx, viewer, 'bank.restored', { detail: { key, version, from: number } });
    return key;
  });
}

export type BankQuestionVersion = {
  key: string;
  number: number;
  content: BankContent;
  savedBy: string | null;
  savedAt: Date | null;
};

/** All versions of each question, newest first; of a built-in one the last is 0, as it is built in. */
export async function versionsOf(keys: readonly string[], tx: Tx = db): Promise<BankQuestionVersion[][]> {
  const rows = await tx.bankQuestionVersion.findMany({
    where: { key: { in: [...keys] } },
    include: { savedBy: { select: { name: true } } },
    orderBy: { number: 'desc' },
  });
  const saved = Map.groupBy(
    rows.map(({ key, number, content, savedBy, savedAt }) => ({
      ...{ key, number, content: BankContent.parse(content), savedBy: savedBy?.name ?? null, savedAt },
    })),
    ({ key }) => key,
  );
  return keys.map((key) => {
    const original = builtInContent(key);
    const builtIn = { key, number: 0, savedBy: null, savedAt: null };
    return [...(saved.get(key) ?? []), ...(original ? [{ ...builtIn, content: original }] : [])];
  });
}

/** A built-in question stands in its language; the other languages have questions of their own in its place. */
function mustKeepLanguage(
  existing: ListedQuestion | undefined,
  { language }: Pick<WholeQuestion, 'language'>,
  path: readonly (string | number)[],
): void {
  if (!existing?.isBuiltIn || existing.language === language) return;
  const message = `must stay ${existing.language}: a built-in question stands in each language`;
  throw new InvalidInput([{ path: path.join('.'), message }]);
}

async function refuseOthersWork(
  tx: Tx,
  existing: ListedQuestion | undefined,
  basedOn: number | null | undefined,
): Promise<void> {
  if (!existing || basedOn == null || existing.revision === basedOn) return;
  const newest = await tx.bankQuestionVersion.findUnique({
    where: { key_number: { key: existing.key, number: existing.revision } },
    select: { savedBy: { select: { name: true } } },
  });
  throw new ChangedMeanwhile(existing.revision, newest?.savedBy?.name ?? null);
}

/** A unique key made of the question's words. */
function newKey(text: string, all: readonly ListedQuestion[]): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 6)
    .join('-');
  const key = words || 'question';
  return all.some((question) => question.key === key) ? `${key}-${newId().slice(-8)}` : key;
}

function contentOf({ basedOn: _, key: __, ...said }: WholeQuestion): BankContent {
  return BankContent.parse(said);
}

/** Puts a wording in force, of which the database keeps a version. Returns its number. */
async function writeQuestion(
  tx: Tx,
  viewer: Viewer,
  key: string,
  content: BankContent,
  existing: ListedQuestion | undefined,
): Promise<number> {
  const data = { content, updatedById: viewer.userId, updatedAt: clock.now() };
  // A question that moves to another chapter loses its position.
  const moved = existing !== undefined && existing.chapter !== content.chapter && { position: null };
  await tx.bankQuestion.upsert({ where: { key }, create: { key, ...data }, update: { ...data, ...moved } });
  const { revision } = await tx.bankQuestion.findUniqueOrThrow({
    where: { key },
    select: { revision: true },
  });
  return revision;
}

/** Enables or disables a question, from the next turn on. */
export async function switchBankQuestion(
  viewer: Viewer,
  { key, enabled }: { key: string; enabled: boolean },
): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockBank(tx);
    const existing = (await listBank(tx)).find((question) => question.key === key);
    if (!existing) throw new NotFound('BankQuestion', ['key']);
    if (existing.enabled === enabled) return key;
    const data = { enabled, updatedById: viewer.userId, updatedAt: clock.now() };
    await tx.bankQuestion.upsert({ where: { key }, create: { key, ...data }, update: data });
    await audit(tx, viewer, 'bank.switched', { detail: { key, enabled } });
    return key;
  });
}

const OrderBank = z.object({ chapter, keys: z.array(z.string()).max(mostQuestions) });

/** Orders a chapter's questions of one language; unnamed ones follow in their old order. Returns the language. */
export async function orderBankQuestions(viewer: Viewer, input: z.input<typeof OrderBank>): Promise<string> {
  mustBeTeam(viewer);
  const { chapter: wanted, keys } = parse(OrderBank, input);
  if (new Set(keys).size < keys.length)
    throw new InvalidInput([{ path: 'keys', message: 'must name each question once' }]);
  return transaction(async (tx) => {
    await lockBank(tx);
    const ofChapter = (await listBank(tx)).filter((question) => question.chapter === wanted);
    const language = ofChapter.find(({ key }) => key === keys[0])?.language ?? 'en';
    const all = ofChapter.filter((question) => question.language === language);
    if (keys.some((key) => !all.some((question) => question.key === key)))
      throw new NotFound('BankQuestion', ['keys']);
    const place = new Map(keys.map((key, at) => [key, at]));
    const inOrder = all.toSorted(
      (a, b) => (place.get(a.key) ?? keys.length) - (place.get(b.key) ?? keys.length),
    );
    const data = { updatedById: viewer.userId, updatedAt: clock.now() };
    for (const [at, { key, position }] of inOrder.entries()) {
      if (position === at + 1) continue;
      await tx.bankQuestion.upsert({
        where: { key },
        create: { key, position: at + 1, ...data },
        update: { position: at + 1, ...data },
      });
    }
    await audit(tx, viewer, 'bank.ordered', { detail: { chapter: wanted } });
    return language;
  });
}

const ImportBank = z.object({
  questions: z
    .array(SaveBankQuestion.omit({ basedOn: true }).extend({ enabled: z.boolean().nullish() }))
    .min(1, 'must have at least one question')
    .max(mostQuestions, `must be at most ${mostQuestions}`),
});

/** Imports questions, all or none: those with a known key change it, the others are added. Returns their number. */
export async function importBankQuestions(
  viewer: Viewer,
  input: z.input<typeof ImportBank>,
): Promise<number> {
  mustBeTeam(viewer);
  const { questions } = parse(ImportBank, input);
  const keys = questions.flatMap(({ key }) => key ?? []);
  if (new Set(keys).size < keys.length)
    throw new InvalidInput([{ path: 'questions', message: 'must name each key once' }]);
  await transaction(async (tx) => {
    await lockBank(tx);
    const all = await listBank(tx);
    const fresh = questions.filter(({ key }) => !key || !all.some((question) => question.key === key));
    if (all.length + fresh.length > mostQuestions)
      throw new InvalidInput([
        { path: 'questions', message: `must leave the bank at most ${mostQuestions}` },
      ]);
    for (const [at, { enabled, ...given }] of questions.entries()) {
      const existing = all.find(({ key }) => key === given.key);
      const question = completed(given, existing);
      mustKeepLanguage(existing, question, ['questions', at, 'language']);
      const key = question.key ?? newKey(question.text, all);
      // An unchanged built-in question is not stored.
      if (!existing || !isSame(existing, question)) {
        await writeQuestion(tx, viewer, key, contentOf(question), existing);
        if (!existing) all.push({ ...(question as unknown as ListedQuestion), key });
      }
      if (enabled != null && enabled !== (existing?.enabled ?? true))
        await tx.bankQuestion.upsert({
          where: { key },
          create: { key, enabled, updatedById: viewer.userId },
          update: { enabled, updatedById: viewer.userId },
        });
    }
    await audit(tx, viewer, 'bank.imported', { detail: { count: questions.length } });
  });
  return questions.length;
}

function isSame(existing: ListedQuestion, { reason, decade: age, ...question }: WholeQuestion | BankContent) {
  const { chapter: its, depth, sensitivity, text, followUps, theme, reason: why, language } = existing;
  const { decade } = existing;
  const here = { chapter: its, depth, sensitivity, text, followUps, theme, language, reason: why, decade };
  const { chapter: other, ...rest } = question;
  const there = {
    ...{ chapter: other, depth: rest.depth, sensitivity: rest.sensitivity, text: rest.text },
    ...{ followUps: rest.followUps, theme: rest.theme, language: rest.language, reason },
    decade: age,
  };
  return JSON.stringify(here) === JSON.stringify(there);
}

/** One writer at a time, so that the bank can't change between read and write. */
function lockBank(tx: Tx) {
  return tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.question-bank'))`;
}

export type AskedCounts = { asked: number; answered: number; skipped: number };

/** The number of days counted. */
const countedDays = 90;

/** How often questions were recently asked, answered and skipped. */
export async function countAsked(
  questions: readonly Pick<ListedQuestion, 'key' | 'isBuiltIn' | 'language'>[],
): Promise<Map<string, AskedCounts>> {
  const since = new Date(clock.now().getTime() - countedDays * 86_400_000);
  const { rows } = await pool.query<{ key: string; language: string } & AskedCounts>(
    `select m.question_key as key, s.language, count(*)::int as asked,
        count(*) filter (where n.id is not null and n.told)::int as answered,
        count(*) filter (where n.id is not null and not n.told)::int as skipped
      from message m join subject s on s.id = m.subject_id
      left join lateral (
        select u.id, coalesce(u.reading->'spans' @? '$[*] ? (@.act == "TELLS" || @.act == "ANSWERS" || @.act == "CORRECTS")', true) as told
        from message u where u.conversation_id = m.conversation_id and u.seq > m.seq and u.role = 'user'
        order by u.seq limit 1) n on true
      where m.question_key = any($1) and m.created_at >= $2 and m.role = 'assistant' and m.turn_kind in ('OPEN', 'ASK')
      group by 1, 2`,
    [questions.map(askedKey), since],
  );
  const counted = new Map(rows.map(({ key, language, ...counts }) => [`${key} ${language}`, counts]));
  return new Map(
    questions.flatMap((question) => {
      const counts = counted.get(`${askedKey(question)} ${question.language}`);
      return counts ? [[question.key, counts] as const] : [];
    }),
  );
}
