import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { db } from './database/database.ts';
import { log } from './log.ts';

/** What a language model is asked for. */
export type ModelTask = 'interview' | 'write';

/** A language model as it is called. */
export type CallableModel = {
  name: string;
  provider: 'openai-compatible' | 'anthropic' | 'google';
  baseUrl: string;
  apiKey: string | null;
  modelName: string;
  temperature?: number;
  timeoutMs?: number;
};

const providers: readonly CallableModel['provider'][] = ['openai-compatible', 'anthropic', 'google'];

type Access = { modelKeys: Readonly<Record<string, string>>; allowPrivateAddresses: boolean };

let access: Access = { modelKeys: {}, allowPrivateAddresses: false };

/** Set once at the start: the keys that models may use, and whether they may be in the house. */
export function openModels({ modelKeys, allowPrivateAddresses }: Access) {
  access = { modelKeys, allowPrivateAddresses };
}

/** The enabled models for a task, in their order; none leaves it to what is built in. */
export async function modelsFor(task: ModelTask): Promise<CallableModel[]> {
  const rows = await db.model.findMany({
    where: { enabled: true, tasks: { has: task } },
    orderBy: [{ position: 'asc' }, { createdAt: 'asc' }],
  });
  const models: CallableModel[] = [];
  for (const row of rows) {
    if (!access.allowPrivateAddresses && (await isPrivate(row.baseUrl))) {
      log.warn({ model: row.id }, 'a model in the house is not asked: ALLOW_PRIVATE_ADDRESSES is not "yes"');
      continue;
    }
    const provider = providers.find((known) => known === row.provider);
    if (!provider) {
      log.warn({ model: row.id }, 'a model of an unknown provider is not asked');
      continue;
    }
    const { name, baseUrl, modelName, apiKeyEnv, temperature, timeoutMs } = row;
    models.push({
      name,
      provider,
      baseUrl,
      modelName,
      apiKey: apiKeyEnv === null ? null : (access.modelKeys[apiKeyEnv] ?? null),
      ...(temperature !== null && { temperature }),
      ...(timeoutMs !== null && { timeoutMs }),
    });
  }
  return models;
}

/** Whether an address leads to this machine or its neighbours, by number or by name. */
async function isPrivate(address: string): Promise<boolean> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const found = ipaddr.isValid(host) ? [host] : await addressesOf(host);
  return found.some((each) => ipaddr.process(each).range() !== 'unicast');
}

/** None for a name that leads nowhere: the call will fail by itself. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** The model that the configuration names, for everything a model does; only where there is none yet. */
export async function makeFirstModel(
  given: { baseUrl: string; modelName: string; apiKeyEnv: string | null } | null,
) {
  if (!given || (await db.model.count())) return;
  const first = { ...given, name: given.modelName, tasks: ['interview', 'write'] };
  await db.model.createMany({ data: [first], skipDuplicates: true });
}
