import path from 'node:path';
import type { Config } from '#api/config.ts';
import { aiSdkModels } from './llm/ai-sdk.ts';
import { outboxMail } from './mail/outbox.ts';
import { smtpMail } from './mail/smtp.ts';
import { openPorts, ports } from './ports.ts';
import { outboxSms } from './sms/outbox.ts';
import { twilioSms } from './sms/twilio.ts';
import { diskStorage } from './storage/disk.ts';
import { s3Storage } from './storage/s3.ts';
import { loopbackTelephony } from './telephony/loopback.ts';
import { noTelephony } from './telephony/none.ts';
import type { TelephonyPort } from './telephony/port.ts';
import { twilioTelephony } from './telephony/twilio.ts';
import { openAiTranscription } from './transcription/openai-compatible.ts';
import { httpWebhooks } from './webhooks/http.ts';

/** Opens the configured adapters, or the embedded ones. */
export function openAdapters(config: Config) {
  const outbox = path.join(config.dataDir, 'outbox');
  openPorts({
    llm: aiSdkModels(config),
    mail: config.mail.kind === 'smtp' ? smtpMail(config.mail) : outboxMail(outbox),
    sms: config.sms.kind === 'twilio' ? twilioSms(config.sms) : outboxSms(outbox),
    telephony: telephonyOf(config),
    storage:
      config.storage.kind === 's3'
        ? s3Storage(config.storage)
        : diskStorage(path.join(config.dataDir, 'media')),
    transcription: config.transcription && openAiTranscription(config.transcription, config),
    webhooks: httpWebhooks({ allowPrivate: config.allowPrivateAddresses }),
  });
}

function telephonyOf({ telephony, sms, callUsdPerMinute }: Config): TelephonyPort {
  if (telephony.kind === 'twilio') return twilioTelephony({ ...telephony, usdPerMinute: callUsdPerMinute });
  const port = telephony.kind === 'none' ? noTelephony() : loopbackTelephony();
  if (sms.kind !== 'twilio') return port;
  // The recordings of earlier calls are still fetched from the provider and removed there.
  const provider = twilioTelephony({ ...sms, usdPerMinute: null });
  const { recordingsOf, recordingState, openRecording, removeRecording } = provider;
  return { ...port, recordingsOf, recordingState, openRecording, removeRecording };
}

/** Closes every connection of the adapters. */
export async function closeAdapters() {
  await ports.mail.close();
}
