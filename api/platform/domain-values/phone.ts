import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';

/** A phone number as a person types it, stored as E.164; without a country code it is North American. */
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

/**
 * A phone number as a person types it, or its beginning, in E.164; a whole number without a country code is North
 * American. Null if it is neither.
 */
export function phoneBeginning(typed: string): string | null {
  const bare = typed.replace(/[\s().-]/g, '');
  if (/^\+\d{0,15}$/.test(bare)) return bare;
  if (/^00\d{1,15}$/.test(bare)) return `+${bare.slice(2)}`;
  return /^1?\d{10}$/.test(bare) ? `+1${bare.slice(-10)}` : null;
}

/**
 * Whether this is a whole number that can't be the beginning of another one: only the numbers of North America all have
 * the same length.
 */
export function isWholePhone(phone: string): boolean {
  return /^\+1\d{10}$/.test(phone);
}

/** The time zones of a phone number's country; empty when the country is unknown. */
export function zonesOfPhone(phone: string): string[] {
  const country = parsePhoneNumberFromString(phone)?.country;
  return (country && localeOf(country).getTimeZones()) || [];
}

/** The most populous zone of each country with several, named as the engine names them. */
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

/** The most probable time zone of a phone number, until a person sets one. */
export function zoneOfPhone(phone: string): string | null {
  const zones = zonesOfPhone(phone);
  return zones.find((zone) => mostPeople.has(zone)) ?? zones[0] ?? null;
}

/** The engine's locale of a country; TypeScript's types lack getTimeZones. */
function localeOf(region: string): Intl.Locale & { getTimeZones: () => string[] | undefined } {
  return new Intl.Locale('und', { region }) as ReturnType<typeof localeOf>;
}

/** The country of a phone number as ISO 3166 letters; null when unknown. */
export function countryOfPhone(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.country ?? null;
}
