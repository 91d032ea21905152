import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';

/** A phone as somebody types it, kept as E.164; without a country code it is a North American one. */
export function phoneNumber() {
  return z
    .string()
    .trim()
    .max(40, 'must be at most 40 characters')
    .transform((value, ctx) => {
      const phone = parsePhoneNumberFromString(value, 'US');
      if (phone?.isValid() && !phone.ext) return phone.number as string;
      ctx.addIssue({ code: 'custom', message: 'is not a valid phone number' });
      return z.NEVER;
    });
}
