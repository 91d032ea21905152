import { z } from 'zod';
import { annoys } from '#api/conversations/interviewer/turn.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { audit } from '#api/platform/audit.ts';
import { pool, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { BankContent, type ListedQuestion, listBank } from '#api/questions/bank/in-force.ts';
import { CHAPTERS, type ChapterKey, DEPTHS } from '#api/questions/bank/question.ts';
import { languages } from '#api/subjects/details.ts';
import { ChangedMeanwhile } from '../errors.ts';
import { mustBeTeam } from '../policy.ts';

/** The interviewer says no more in a turn. */
const mostWords = 25;
/** Far beyond what an interviewer gets through. */
const mostQuestions = 2_000;

const chapterKeys = CHAPTERS.map(({ key }) => key) as [ChapterKey, ...ChapterKey[]];
const chapter = z.string().pipe(z.enum(chapterKeys, 'must be one of the twelve chapters'));

const asked = line(300).superRefine((text, ctx) => {
  const problem =
    wordCount(text) > mostWords
      ? `must have at most ${mostWords} words`
      : (text.match(/\?/g)?.length ?? 0) > 1
        ? 'must ask one thing'
        : annoys(text)
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
  reason: clearable(line(120)).nullish(),
  language: z
    .string()
    .refine((value) => languages.includes(value), `must be one of ${languages.join(', ')}`)
    .nullish()
    .transform((value) => value ?? 'en'),
});

export const SaveBankQuestion = Content.extend({
  key: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens')
    .max(80, 'must be at most 80 characters')
    .nullish(),
  /** The revision that the caller has seen, 0 for what is as built in. */
  basedOn: z.int().nullish(),
});

type SaveBankQuestion = z.output<typeof SaveBankQuestion>;

/** Changes a question of the bank, or adds one: it may be asked from the next turn on. Returns its key. */
export async function saveBankQuestion(
  viewer: Viewer,
  input: z.input<typeof SaveBankQuestion>,
): Promise<string> {
  mustBeTeam(viewer);
  const question = parse(SaveBankQuestion, input);
  return transaction(async (tx) => {
    await lockBank(tx);
    const all = await listBank(tx);
    const subjectAccess = all.find(({ key }) => key === question.key);
    if (question.key && !subjectAccess) throw new NotFound('BankQuestion', ['key']);
    await refuseOthersWork(tx, subjectAccess, question.basedOn);
    if (!subjectAccess && all.length >= mostQuestions)
      throw new InvalidInput([
        { path: 'text', message: `can’t be added: the bank has ${mostQuestions} questions` },
      ]);
    const key = subjectAccess?.key ?? newKey(question.text, all);
    await writeQuestion(tx, viewer, key, question, subjectAccess);
    await audit(tx, viewer, subjectAccess ? 'bank.saved' : 'bank.added', { detail: { key } });
    return key;
  });
}

async function refuseOthersWork(
  tx: Tx,
  subjectAccess: ListedQuestion | undefined,
  basedOn: number | null | undefined,
): Promise<void> {
  if (!subjectAccess || basedOn == null || subjectAccess.revision === basedOn) return;
  const row = await tx.bankQuestion.findUnique({
    where: { key: subjectAccess.key },
    select: { updatedBy: { select: { name: true } } },
  });
  throw new ChangedMeanwhile(subjectAccess.revision, row?.updatedBy?.name ?? null);
}

/** A key that says what is asked, and that nothing else has. */
function newKey(text: string, all: readonly ListedQuestion[]): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 6)
    .join('-');
  const key = words || 'question';
  return all.some((question) => question.key === key) ? `${key}-${newId().slice(-8)}` : key;
}

async function writeQuestion(
  tx: Tx,
  viewer: Viewer,
  key: string,
  { basedOn: _, key: __, reason = null, ...said }: SaveBankQuestion,
  subjectAccess: ListedQuestion | undefined,
): Promise<void> {
  const content = BankContent.parse({ ...said, reason, decade: subjectAccess?.decade ?? null });
  const data = { content, updatedById: viewer.userId, updatedAt: clock.now() };
  // In another chapter its place is another one too.
  const moved = subjectAccess !== undefined && subjectAccess.chapter !== said.chapter && { position: null };
  await tx.bankQuestion.upsert({
    where: { key },
    create: { key, ...data },
    update: { ...data, ...moved, revision: { increment: 1 } },
  });
}

/** Switches a question on or off: one that is off is not asked from the next turn on. */
export async function switchBankQuestion(
  viewer: Viewer,
  { key, enabled }: { key: string; enabled: boolean },
): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockBank(tx);
    const subjectAccess = (await listBank(tx)).find((question) => question.key === key);
    if (!subjectAccess) throw new NotFound('BankQuestion', ['key']);
    if (subjectAccess.enabled === enabled) return key;
    const data = { enabled, updatedById: viewer.userId, updatedAt: clock.now() };
    await tx.bankQuestion.upsert({
      where: { key },
      create: { key, ...data },
      update: { ...data, revision: { increment: 1 } },
    });
    await audit(tx, viewer, 'bank.switched', { detail: { key, enabled } });
    return key;
  });
}

const OrderBank = z.object({ chapter, keys: z.array(z.string()).max(mostQuestions) });

/** Puts a chapter's questions in this order; those that are not named come after them, as they were. */
export async function orderBankQuestions(viewer: Viewer, input: z.input<typeof OrderBank>): Promise<void> {
  mustBeTeam(viewer);
  const { chapter: wanted, keys } = parse(OrderBank, input);
  if (new Set(keys).size < keys.length)
    throw new InvalidInput([{ path: 'keys', message: 'must name each question once' }]);
  await transaction(async (tx) => {
    await lockBank(tx);
    const all = (await listBank(tx)).filter((question) => question.chapter === wanted);
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
        update: { position: at + 1, ...data, revision: { increment: 1 } },
      });
    }
    await audit(tx, viewer, 'bank.ordered', { detail: { chapter: wanted } });
  });
}

const ImportBank = z.object({
  questions: z
    .array(SaveBankQuestion.omit({ basedOn: true }).extend({ enabled: z.boolean().nullish() }))
    .min(1, 'must have at least one question')
    .max(500, 'must be at most 500 at a time'),
});

/** Takes in questions, all of them or none: those with a key that is known change it, the others are new. Returns how many. */
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
    for (const { enabled, ...question } of questions) {
      const subjectAccess = all.find(({ key }) => key === question.key);
      const key = question.key ?? newKey(question.text, all);
      // What is as it is built in stays so.
      if (!subjectAccess || !isSame(subjectAccess, question)) {
        await writeQuestion(tx, viewer, key, question, subjectAccess);
        if (!subjectAccess) all.push({ ...(question as unknown as ListedQuestion), key });
      }
      if (enabled != null && enabled !== (subjectAccess?.enabled ?? true))
        await tx.bankQuestion.upsert({
          where: { key },
          create: { key, enabled, updatedById: viewer.userId },
          update: { enabled, updatedById: viewer.userId, revision: { increment: 1 } },
        });
    }
    await audit(tx, viewer, 'bank.imported', { detail: { count: questions.length } });
  });
  return questions.length;
}

function isSame(
  subjectAccess: ListedQuestion,
  { basedOn: _, key: __, reason = null, ...question }: SaveBankQuestion,
) {
  const { chapter: its, depth, sensitivity, text, followUps, theme, reason: why, language } = subjectAccess;
  const here = { chapter: its, depth, sensitivity, text, followUps, theme, language, reason: why };
  const { chapter: other, ...rest } = question;
  const there = {
    ...{ chapter: other, depth: rest.depth, sensitivity: rest.sensitivity, text: rest.text },
    ...{ followUps: rest.followUps, theme: rest.theme, language: rest.language, reason },
  };
  return JSON.stringify(here) === JSON.stringify(there);
}

/** One at a time, so that nobody changes what another one has just read. */
function lockBank(tx: Tx) {
  return tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.question-bank'))`;
}

export type AskedCounts = { asked: number; answered: number; skipped: number };

/** How far back it is counted. */
const countedDays = 90;

/** How often questions were asked lately, and what became of them: told something, or passed over. */
export async function countAsked(keys: readonly string[]): Promise<Map<string, AskedCounts>> {
  const since = new Date(clock.now().getTime() - countedDays * 86_400_000);
  const { rows } = await pool.query<{ key: string } & AskedCounts>(
    `select m.question_key as key, count(*)::int as asked,
        count(*) filter (where n.id is not null and n.told)::int as answered,
        count(*) filter (where n.id is not null and not n.told)::int as skipped
      from message m
      left join lateral (
        select u.id, coalesce(u.reading->'spans' @? '$[*] ? (@.act == "TELLS" || @.act == "ANSWERS" || @.act == "CORRECTS")', true) as told
        from message u where u.conversation_id = m.conversation_id and u.seq > m.seq and u.role = 'user'
        order by u.seq limit 1) n on true
      where m.question_key = any($1) and m.created_at >= $2 and m.role = 'assistant' and m.turn_kind in ('OPEN', 'ASK')
      group by 1`,
    [keys, since],
  );
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}
