import type { LanguageModel } from 'ai';
import type { ModelProvider } from '#api/platform/models.ts';

/** The address of a language model and its options. */
export type ModelAddress = {
  name: string;
  /** Default "openai-compatible". */
  provider?: ModelProvider;
  /** The address including its version (`https://…/v1`). */
  baseUrl: string;
  apiKey: string | null;
  modelName: string;
};

export type OpenedModel = Exclude<LanguageModel, string>;

export interface LlmPort {
  /**
   * Opens a model without a network call. Calls of the model fail with `PrivateAddressRefused` when its host is or
   * resolves to a private address that the configuration doesn't allow, and never follow a redirect. `sendsSchema`:
   * sends the JSON schema of a structured answer to OpenAI-compatible servers.
   */
  openModel(address: ModelAddress, options?: { sendsSchema?: boolean }): Promise<OpenedModel>;
}
