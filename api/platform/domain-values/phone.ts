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

/** The time zones of the country that a phone is of; none where the number tells no country. */
export function zonesOfPhone(phone: string): string[] {
  const country = parsePhoneNumberFromString(phone)?.country;
  return (country && localeOf(country).getTimeZones()) || [];
}

/** Where most people of a country live that has several zones: it is by these that the engine names them. */
const mostPeople = new Set([
  ...[
    'Africa/Kinshasa',
    'America/Buenos_Aires',
    'America/Godthab',
    'America/Guayaquil',
    'America/Mexico_City',
  ],
  ...[
    'America/New_York',
    'America/Santiago',
    'America/Sao_Paulo',
    'America/Toronto',
    'Asia/Almaty',
    'Asia/Gaza',
  ],
  ...[
    'Asia/Jakarta',
    'Asia/Kuala_Lumpur',
    'Asia/Nicosia',
    'Asia/Shanghai',
    'Asia/Tashkent',
    'Asia/Ulaanbaatar',
  ],
  ...['Australia/Sydney', 'Europe/Berlin', 'Europe/Kiev', 'Europe/Lisbon', 'Europe/Madrid', 'Europe/Moscow'],
  ...['Pacific/Auckland', 'Pacific/Majuro', 'Pacific/Port_Moresby', 'Pacific/Tahiti', 'Pacific/Tarawa'],
  'Pacific/Truk',
]);

/** The time zone in which a phone most probably is, for as long as nobody has said it. */
export function zoneOfPhone(phone: string): string | null {
  const zones = zonesOfPhone(phone);
  return zones.find((zone) => mostPeople.has(zone)) ?? zones[0] ?? null;
}

/** What the engine knows of a country: its zones are not among TypeScript's types yet. */
function localeOf(region: string): Intl.Locale & { getTimeZones: () => string[] | undefined } {
  return new Intl.Locale('und', { region }) as ReturnType<typeof localeOf>;
}

/** The country that a number belongs to, as two letters of ISO 3166; null where it tells none. */
export function countryOfPhone(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.country ?? null;
}
