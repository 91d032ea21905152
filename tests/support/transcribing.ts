import { onTestFinished } from 'vitest';
import { openAdapters } from '#api/adapters/index.ts';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { server } from './server.ts';
import type { aTranscriptionServer } from './transcription-server.ts';

/** Lets the test's server transcribe with this transcription server until the test ends. */
export function useTranscription(
  { baseUrl }: Pick<Awaited<ReturnType<typeof aTranscriptionServer>>, 'baseUrl'>,
  { allowPrivateAddresses = true } = {},
): void {
  const usual = ports;
  const transcription = { baseUrl, model: 'large-v3', apiKey: 'a key' };
  openAdapters({ ...server().config, transcription, allowPrivateAddresses });
  onTestFinished(() => openPorts(usual));
}
