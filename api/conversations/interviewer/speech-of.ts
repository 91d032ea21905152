import type { Language } from '#api/language/languages.ts';
import { englishSpeech } from './english/speech.ts';
import { spanishSpeech } from './spanish/speech.ts';
import type { InterviewerSpeech } from './speech.ts';

const speeches: Record<Language, InterviewerSpeech> = { en: englishSpeech, es: spanishSpeech };

export const speechOf = (language: Language): InterviewerSpeech => speeches[language];
