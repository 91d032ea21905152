import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Language } from '#api/language/languages.ts';

const plus: Record<Language, string> = { en: 'plus', es: 'más' };

/** A phone number as it is said, digit by digit with pauses: “2 0 2, 5 5 5, 0 1 0 0”. Numbers of +1 are said without it. */
export function spokenNumber(phone: string, language: Language): string {
  const known = parsePhoneNumberFromString(phone);
  const isNational = known?.countryCallingCode === '1';
  const groups = (known?.formatInternational() ?? phone).match(/\d+/g) ?? [];
  const said = (isNational ? groups.slice(1) : groups).map((group) => [...group].join(' ')).join(', ');
  return isNational ? said : `${plus[language]} ${said}`;
}
