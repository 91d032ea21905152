/** A language that people tell their lives in, as ISO 639-1. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Whether people can tell their lives in the language with this code. */
export function isLanguage(code: string): code is Language {
  return languages.some((language) => language === code);
}

/** The language of a subject, call or text by its stored code; English for any other code. */
export function languageOf(code: string): Language {
  return code === 'es' ? 'es' : 'en';
}
