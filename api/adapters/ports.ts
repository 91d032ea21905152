import type { LlmPort } from './llm/port.ts';
import type { MailPort } from './mail/port.ts';
import type { SmsPort } from './sms/port.ts';
import type { StoragePort } from './storage/port.ts';
import type { TelephonyPort } from './telephony/port.ts';
import type { TranscriptionPort } from './transcription/port.ts';
import type { WebhookPort } from './webhooks/port.ts';

/** The server's ports to the outside world. */
export type Ports = {
  llm: LlmPort;
  mail: MailPort;
  sms: SmsPort;
  storage: StoragePort;
  telephony: TelephonyPort;
  /** Null when no service is configured. */
  transcription: TranscriptionPort | null;
  webhooks: WebhookPort;
};

/** The ports of this server, set once at the start. */
export let ports: Ports;

export function openPorts(opened: Ports) {
  ports = opened;
}
