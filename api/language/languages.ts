/** A language that people tell their lives in, as ISO 639-1. */
export type Language = 'en' | 'es';

/** The language of a subject, call or text by its stored code; English for any other code. */
export function languageOf(code: string): Language {
  return code === 'es' ? 'es' : 'en';
}
