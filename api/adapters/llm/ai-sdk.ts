import { publicFetch } from '../public-fetch.ts';
import type { LlmPort, ModelAddress, OpenedModel } from './port.ts';

/** Calls models through the AI SDK. Each provider's package is loaded when a model first needs it. */
export function aiSdkModels({ allowPrivateAddresses }: { allowPrivateAddresses: boolean }): LlmPort {
  const fetch = allowPrivateAddresses ? unredirectedFetch : publicFetch();
  return {
    openModel: (address, { sendsSchema = false } = {}) => openModel(address, sendsSchema, fetch),
  };
}

/** A redirect could send a key or private words to another host. */
const unredirectedFetch: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, { ...init, redirect: 'error' });

async function openModel(
  { provider = 'openai-compatible', name, baseUrl, apiKey, modelName }: ModelAddress,
  sendsSchema: boolean,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // An empty key stops the library from reading one from the environment.
      return createAnthropic({ name, baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(modelName);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ name, baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(modelName);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name,
        baseURL: baseUrl,
        fetch,
        supportsStructuredOutputs: sendsSchema,
        ...(apiKey ? { apiKey } : {}),
      }).chatModel(modelName);
    }
  }
}
