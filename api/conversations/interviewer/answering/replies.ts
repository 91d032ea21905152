import type { Language } from '#api/language/languages.ts';
import { englishReplies } from '../english/replies.ts';
import { spanishReplies } from '../spanish/replies.ts';
import type { Replies } from './reply-reading.ts';

const byLanguage: Record<Language, Replies> = { en: englishReplies, es: spanishReplies };

export const repliesOf = (language: Language): Replies => byLanguage[language];
