import { aiSdkModels } from '#api/adapters/llm/ai-sdk.ts';
import { openPorts, ports } from '#api/adapters/ports.ts';

/** Lets a test without a server call language models on this machine. */
export function openModelPort() {
  openPorts({ ...ports, llm: aiSdkModels({ allowPrivateAddresses: true }) });
}
