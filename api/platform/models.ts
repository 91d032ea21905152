import ipaddr from 'ipaddr.js';
import { db } from './database/database.ts';
import { log } from './log.ts';

/** What a language model is asked for. */
export type ModelTask = 'interview' | 'write';

/** A language model as it is called: any OpenAI-compatible address. */
export type CallableModel = {
  name: string;
  baseUrl: string;
  apiKey: string | null;
  modelName: string;
  temperature?: number;
  timeoutMs?: number;
};

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
  return rows.flatMap((row) => {
    if (!access.allowPrivateAddresses && isPrivate(row.baseUrl)) {
      log.warn(
        { model: row.id },
        'a model at a private address is not asked: ALLOW_PRIVATE_ADDRESSES is not set',
      );
      return [];
    }
    const { name, baseUrl, modelName, apiKeyEnv, temperature, timeoutMs } = row;
    const apiKey = apiKeyEnv === null ? null : (access.modelKeys[apiKeyEnv] ?? null);
    return [
      {
        name,
        baseUrl,
        modelName,
        apiKey,
        ...(temperature !== null && { temperature }),
        ...(timeoutMs !== null && { timeoutMs }),
      },
    ];
  });
}

/** Whether an address names this machine or its neighbours. */
function isPrivate(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast';
  return !host.includes('.') || /\.(localhost|local|internal)$/.test(host);
}
