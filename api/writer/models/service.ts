import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound } from '#api/platform/errors.ts';
import { isRefusedAddress, type ModelProvider, modelProviders, modelTasks } from '#api/platform/models.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { ChangedMeanwhile } from '../errors.ts';
import { mustBeTeam } from '../policy.ts';

/** The maximum of models. */
export const modelLimit = 50;

/** The fixed addresses of some providers. */
const ownAddresses: Partial<Record<ModelProvider, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

const Task = z.enum(modelTasks, `must be one of ${modelTasks.join(', ')}`);
const Tasks = z.array(Task).transform((tasks) => [...new Set(tasks)]);
const Price = z.number().min(0, 'must not be below 0').max(100_000, 'must be at most 100000');

const Address = z
  .string()
  .trim()
  .max(500, 'must be at most 500 characters')
  .refine((value) => isPlainAddress(value), {
    message: 'must be an http or https address without a name, password, query or fragment',
  })
  .transform((value) => value.replace(/\/+$/, ''));

export const SaveModel = z.object({
  id: z.string().nullish(),
  /** The revision that the caller has seen; without it, any revision is replaced. */
  revision: z.int().nullish(),
  name: line(60).optional(),
  provider: z
    .string()
    .transform((value) => value.trim().toLowerCase().replaceAll('_', '-'))
    .pipe(z.enum(modelProviders, `must be one of ${modelProviders.join(', ')}`))
    .optional(),
  modelName: line(200).optional(),
  baseUrl: clearable(Address).optional(),
  apiKeyEnv: clearable(
    z
      .string()
      .trim()
      .regex(/^MODEL_KEY_[A-Z0-9_]{1,60}$/, 'must be the name of a variable that begins with MODEL_KEY_'),
  ).optional(),
  enabled: z.boolean().nullish(),
  tasks: Tasks.nullish(),
  defaultFor: Tasks.nullish(),
  temperature: z.number().min(0, 'must be from 0 to 2').max(2, 'must be from 0 to 2').nullish(),
  timeoutMs: z
    .int()
    .min(1_000, 'must be from 1000 to 600000')
    .max(600_000, 'must be from 1000 to 600000')
    .nullish(),
  maxOutputTokens: z
    .int()
    .min(16, 'must be from 16 to 200000')
    .max(200_000, 'must be from 16 to 200000')
    .nullish(),
  inputPricePerMillion: Price.nullish(),
  outputPricePerMillion: Price.nullish(),
});

/**
 * Creates a model, or changes the given fields of one; null clears a field. Families' words go to its address, so a
 * stolen session must not do this. Throws `ProofNeeded`.
 */
export async function saveModel(viewer: Viewer, input: z.input<typeof SaveModel>): Promise<string> {
  mustBeTeam(viewer);
  mustBeProven(viewer, 'WAYS_IN');
  const { id, revision, enabled, tasks, defaultFor, ...given } = parse(SaveModel, input);
  const before = id ? await db.model.findUnique({ where: { id } }) : null;
  if (id && !before) throw new NotFound('Model', ['id']);
  const provider = given.provider ?? (before?.provider as ModelProvider | undefined);
  const baseUrl = given.baseUrl ?? (given.provider || !before ? null : before.baseUrl);
  const address = baseUrl ?? (provider && ownAddresses[provider]) ?? before?.baseUrl;
  const name = given.name ?? before?.name;
  const modelName = given.modelName ?? before?.modelName;
  const missing = Object.entries({ name, provider, modelName, baseUrl: address })
    .filter(([, value]) => !value)
    .map(([path]) => ({ path, message: 'must be given' }));
  if (!name || !provider || !modelName || !address) throw new InvalidInput(missing);
  // The DNS look-up happens before any lock.
  if (await isRefusedAddress(address)) {
    throw new InvalidInput([
      { path: 'baseUrl', message: 'is a private address; ALLOW_PRIVATE_ADDRESSES=yes lets models reach it' },
    ]);
  }
  return transaction(async (tx) => {
    await lockModels(tx);
    const now = id ? await tx.model.findUnique({ where: { id } }) : null;
    if (id && !now) throw new NotFound('Model', ['id']);
    if (now && revision != null && now.revision !== revision) throw new ChangedMeanwhile(now.revision, null);
    const count = await tx.model.count();
    if (!now && count >= modelLimit)
      throw new LimitReached(`There are ${modelLimit} models already: change one of them`, modelLimit);
    const namesake = await tx.model.findUnique({ where: { name } });
    if (namesake && namesake.id !== id)
      throw new InvalidInput([{ path: 'name', message: 'is the name of another model' }]);
    const doneFor = tasks ?? now?.tasks ?? [];
    const first = (defaultFor ?? now?.defaultFor ?? []).filter((task) => doneFor.includes(task));
    const data = {
      ...given,
      ...{ name, provider, modelName, baseUrl: address, tasks: doneFor, defaultFor: first },
      ...(enabled != null && { enabled }),
    };
    const saved = now
      ? await tx.model.update({ where: { id: now.id }, data: { ...data, revision: { increment: 1 } } })
      : await tx.model.create({ data: { ...data, position: count } });
    // Only one model is the default of a task.
    for (const task of first) {
      const others = await tx.model.findMany({
        where: { id: { not: saved.id }, defaultFor: { has: task } },
        select: { id: true, defaultFor: true },
      });
      for (const other of others) {
        const left = other.defaultFor.filter((each) => each !== task);
        await tx.model.update({ where: { id: other.id }, data: { defaultFor: left } });
      }
    }
    await audit(tx, viewer, now ? 'model.changed' : 'model.made', {
      targetId: saved.id,
      detail: {
        ...{ name, provider, modelName, baseUrl: address, apiKeyEnv: saved.apiKeyEnv },
        ...{ enabled: saved.enabled, tasks: saved.tasks, defaultFor: saved.defaultFor },
      },
    });
    return saved.id;
  });
}

/**
 * Sets the fallback order of the models; `ids` must be all of them. The order decides to which address families' words
 * go. Throws `ProofNeeded`.
 */
export async function orderModels(viewer: Viewer, ids: readonly string[]): Promise<void> {
  mustBeTeam(viewer);
  mustBeProven(viewer, 'WAYS_IN');
  await transaction(async (tx) => {
    await lockModels(tx);
    const models = await tx.model.findMany({ select: { id: true, name: true } });
    const names = new Map(models.map(({ id, name }) => [id, name]));
    if (new Set(ids).size !== models.length || ids.some((id) => !names.has(id)))
      throw new InvalidInput([{ path: 'ids', message: 'must be all models, each once' }]);
    for (const [position, id] of ids.entries()) await tx.model.update({ where: { id }, data: { position } });
    await audit(tx, viewer, 'models.ordered', { detail: { order: ids.map((id) => names.get(id) ?? '') } });
  });
}

/** Only one change at a time, because a default moves from one model to another. */
function lockModels(tx: Tx) {
  return tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.models'))`;
}

function isPlainAddress(value: string): boolean {
  const url = URL.parse(value);
  return (
    !!url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  );
}
