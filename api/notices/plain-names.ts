import type { Language } from '#api/language/languages.ts';

/** Whether a name may appear in what we send: not one that a mail program would turn into a link. */
export function isPlainName(name: string): boolean {
  return name.length <= 60 && !/[/:@\\]|\.\p{L}{2}|www/iu.test(name);
}

/** Replacements for names that abuse our mail for links. */
const instead: Record<Language, { subjectName: string; other: string }> = {
  en: { subjectName: 'somebody close', other: 'Somebody' },
  es: { subjectName: 'alguien cercano', other: 'Alguien' },
};

/** Replaces abusive names in a letter's data; other values stay. */
export function withPlainNames<Data>(data: Data, language: Language = 'en'): Data {
  if (Array.isArray(data)) return data.map((each) => withPlainNames(each, language)) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([key, value]) => {
    const isName = /Name$|^claimedBy$/.test(key) && typeof value === 'string';
    const { subjectName, other } = instead[language];
    if (isName) return [key, isPlainName(value) ? value : key === 'subjectName' ? subjectName : other];
    return [key, withPlainNames(value, language)];
  });
  return Object.fromEntries(entries) as Data;
}
