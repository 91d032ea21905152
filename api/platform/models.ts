import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { Model } from '#api/generated/prisma/client.ts';
import { db } from './database/database.ts';
import { log } from './log.ts';
import { settings } from './settings.ts';

/** The tasks of a language model. */
export const modelTasks = ['interview', 'write'] as const;

export type ModelTask = (typeof modelTasks)[number];

/** The supported model protocols. */
export const modelProviders = ['openai-compatible', 'anthropic', 'google'] as const;

export type ModelProvider = (typeof modelProviders)[number];

/** A language model, ready to be called. */
export type CallableModel = {
  name: string;
  provider: ModelProvider;
  baseUrl: string;
  apiKey: string | null;
  modelName: string;
  temperature?: number;
  timeoutMs?: number;
  maxOutputTokens?: number;
};

/** The names of the server's model keys. */
export function modelKeyNames(): string[] {
  return Object.keys(settings().modelKeys).sort();
}

/**
 * The enabled models for a task in the order of use: `firstId` where a prompt names one, then the default of the task,
 * then by position. An empty list means the built-in one.
 */
export async function modelsFor(
  task: ModelTask,
  firstId: string | null = null,
): Promise<[CallableModel, ...CallableModel[]] | []> {
  const rows = await db.model.findMany({
    where: { enabled: true, OR: [{ tasks: { has: task } }, ...(firstId ? [{ id: firstId }] : [])] },
    orderBy: [{ position: 'asc' }, { createdAt: 'asc' }],
  });
  const rank = (row: Model) => (row.id === firstId ? 0 : row.defaultFor.includes(task) ? 1 : 2);
  const models: CallableModel[] = [];
  for (const row of rows.toSorted((a, b) => rank(a) - rank(b))) {
    const why = await whyNotCallable(row);
    const model = callable(row);
    if (why || !model)
      log.warn({ model: row.id }, `a model is not asked: ${why ?? 'its provider is not known'}`);
    else models.push(model);
  }
  return models as [CallableModel, ...CallableModel[]] | [];
}

/** Converts a row; null for a provider that this version doesn't know. */
export function callable(row: Model): CallableModel | null {
  const provider = modelProviders.find((known) => known === row.provider);
  if (!provider) return null;
  const { name, baseUrl, modelName, apiKeyEnv, temperature, timeoutMs, maxOutputTokens } = row;
  return {
    name,
    provider,
    baseUrl,
    modelName,
    apiKey: apiKeyEnv === null ? null : (settings().modelKeys[apiKeyEnv] ?? null),
    ...(temperature !== null && { temperature }),
    ...(timeoutMs !== null && { timeoutMs }),
    ...(maxOutputTokens !== null && { maxOutputTokens }),
  };
}

/** Why a model can't be called with its settings, for the team; null when it can. */
export async function whyNotCallable(row: Model): Promise<string | null> {
  if (!modelProviders.some((known) => known === row.provider)) return 'its provider is not known';
  if (row.apiKeyEnv !== null && !(row.apiKeyEnv in settings().modelKeys))
    return `${row.apiKeyEnv} is not set in the server’s environment`;
  if (await isRefusedAddress(row.baseUrl))
    return 'its address is private; set ALLOW_PRIVATE_ADDRESSES=yes to let models reach it';
  return null;
}

/** Whether an address is private, and the configuration doesn't allow that. */
export async function isRefusedAddress(baseUrl: string): Promise<boolean> {
  return !settings().allowPrivateAddresses && (await isPrivate(baseUrl));
}

/** Whether an address leads to this machine or a private network, by number or by name. */
async function isPrivate(address: string): Promise<boolean> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const found = ipaddr.isValid(host) ? [host] : await addressesOf(host);
  return found.some((each) => ipaddr.process(each).range() !== 'unicast');
}

/** Empty for an unknown name: the call then fails by itself. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** Creates the configured model for all tasks; only when there is no model yet. */
export async function makeFirstModel(
  given: { baseUrl: string; modelName: string; apiKeyEnv: string | null } | null,
) {
  if (!given || (await db.model.count())) return;
  const first = { ...given, name: given.modelName, tasks: ['interview', 'write'] };
  await db.model.createMany({ data: [first], skipDuplicates: true });
}
