import type { LanguageModel } from 'ai';
import type { ModelProvider } from '#api/platform/models.ts';

/** Where a language model is and how it is asked. */
export type ModelAddress = {
  name: string;
  /** Default "openai-compatible". */
  provider?: ModelProvider;
  /** The address up to and with its version (`https://…/v1`). */
  baseUrl: string;
  apiKey: string | null;
  modelName: string;
};

export type OpenedModel = Exclude<LanguageModel, string>;

/** Opens language models of every protocol for the functions of the AI SDK. */
export interface LlmPort {
  /**
   * Never calls the network itself. Every call of the opened model fails, because of `PrivateAddressRefused`, where its
   * host is or resolves to a private address that the configuration doesn't allow, and no call follows a redirect.
   * `sendsSchema`: an OpenAI-compatible server is sent the JSON schema of a structured answer.
   */
  openModel(address: ModelAddress, options?: { sendsSchema?: boolean }): Promise<OpenedModel>;
}
