import { ports } from '#api/adapters/ports.ts';
import { phoneNumber } from '#api/platform/values/phone.ts';
import type { Webhook } from '#api/platform/webhook.ts';
import { hearText } from './inbound.ts';

/** A text that the carrier hands on. Our answer goes by the outbox, so that none is lost. */
export const inboundText: Webhook = {
  path: '/hooks/twilio/sms',
  isSigned: (request) => ports.sms.isCarriers(request),
  async handle({ form }) {
    const phone = phoneNumber().safeParse(form.get('From') ?? '');
    const providerId = form.get('MessageSid');
    // Short numbers and names also send texts: they are nobody's phone, and nobody can answer them.
    if (phone.success && providerId) {
      await hearText({
        providerId: providerId.slice(0, 200),
        phone: phone.data,
        text: form.get('Body') ?? '',
      });
    }
    return '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
  },
};
