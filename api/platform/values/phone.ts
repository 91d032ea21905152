import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';
import { commonestZone } from './time-zone.ts';

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

/** The time zones of the country that a phone is of; none where the number tells no country. */
export function zonesOfPhone(phone: string): string[] {
  const country = parsePhoneNumberFromString(phone)?.country;
  return (country && localeOf(country).getTimeZones()) || [];
}

/** The time zone in which a phone most probably is, for as long as nobody has said it. */
export function zoneOfPhone(phone: string, now: Date): string | null {
  return commonestZone(zonesOfPhone(phone), now);
}

/** What the engine knows of a country: its zones are not among TypeScript's types yet. */
function localeOf(region: string): Intl.Locale & { getTimeZones: () => string[] | undefined } {
  return new Intl.Locale('und', { region }) as ReturnType<typeof localeOf>;
}
