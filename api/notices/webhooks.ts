import { ports } from '#api/adapters/ports.ts';
import type { Webhook } from '#api/platform/webhook.ts';
import { noteTextReport, smsStatusPath } from './text-reports.ts';

/** Receives the carrier's reports about our texts. */
export const textStatus: Webhook = {
  path: smsStatusPath,
  isSigned: (request) => ports.sms.isCarriers(request),
  async handle({ query, form }) {
    const noticeId = query.get('notice') ?? '';
    const code = form.get('ErrorCode') ?? '';
    if (/^[0-9a-f-]{36}$/i.test(noticeId) && form.get('MessageSid')) {
      await noteTextReport({
        noticeId,
        status: form.get('MessageStatus') ?? '',
        errorCode: /^\d{1,6}$/.test(code) ? code : null,
      });
    }
    return '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
  },
};
