import { ports } from '#api/adapters/ports.ts';
import { phoneNumber } from '#api/platform/domain-values/phone.ts';
import type { Webhook } from '#api/platform/webhook.ts';
import { hearText } from './service/hear-text.ts';

/** The number of files that one text may have. */
const mostMedia = 10;

/** Receives a text from the carrier. Our answer is sent through the outbox, so that none is lost. */
export const inboundText: Webhook = {
  path: '/hooks/twilio/sms',
  isSigned: (request) => ports.sms.isCarriers(request),
  async handle({ form }) {
    const phone = phoneNumber().safeParse(form.get('From') ?? '');
    const providerId = form.get('MessageSid');
    // Ignores texts from short numbers and names, which belong to nobody's phone and can't be answered.
    if (phone.success && providerId) {
      await hearText({
        providerId: providerId.slice(0, 200),
        phone: phone.data,
        text: form.get('Body') ?? '',
        media: mediaIn(form),
      });
    }
    return '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
  },
};

function mediaIn(form: URLSearchParams): string[] {
  const count = Math.min(mostMedia, Number(form.get('NumMedia')) || 0);
  return Array.from({ length: count }, (_, at) => form.get(`MediaUrl${at}`) ?? '').filter(Boolean);
}
