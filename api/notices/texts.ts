import { z } from 'zod';
import type { Language } from '#api/language/languages.ts';
import { digitsOf } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { bilingualTexts } from './bilingual-texts.ts';
import { englishTexts } from './english-texts.ts';
import type { GiftGiven } from './mails/gifts.ts';
import { isPlainName } from './plain-names.ts';
import { spanishTexts } from './spanish-texts.ts';
import { type CodeWords, codePurposes, type ReplyWords, type TextWords } from './text-words.ts';

/** The reader's language; texts that were queued without one are English. */
const language = z.enum(['en', 'es']).default('en');
/** The language of a phone's holders; several when people of different languages share the phone. */
const phoneLanguage = z.enum(['en', 'es', 'several']).default('en');

export const PhoneCode = z.object({
  codeId: z.uuid(),
  purpose: z.enum(codePurposes),
  /** For SUBJECT: the subject's name. */
  subjectName: z.string().optional(),
  language: phoneLanguage,
});

/** The words of the texts by language. */
export const textWords: Record<Language, TextWords> = { en: englishTexts, es: spanishTexts };

/** The six digits without anything that helps a stranger. The last line lets phones fill in the code. */
export function phoneCode({ codeId, language, ...code }: z.output<typeof PhoneCode>): string {
  const digits = digitsOf(codeId);
  return [
    wordsOnPhone(language).code({ ...code, digits }),
    '',
    `@${new URL(publicUrl()).hostname} #${digits}`,
  ].join('\n');
}

/** The language of a letter, beside its own data. */
export const LanguageAlone = z.object({ language });

/** The language of an answer to STOP, START or HELP. */
export const LanguageOfReply = z.object({ language: phoneLanguage });

/** The words of an answer to STOP, START or HELP. */
export function replyWords({ language }: z.output<typeof LanguageOfReply>): ReplyWords {
  return wordsOnPhone(language);
}

function wordsOnPhone(language: z.output<typeof phoneLanguage>): ReplyWords & CodeWords {
  return language === 'several' ? bilingualTexts : textWords[language];
}

/** The subjects that a text may be for, in the order in which they are offered. */
export const WhoseToAsk = z.object({
  subjects: z.array(z.object({ id: z.uuid(), subjectName: z.string(), language })).min(2),
});

/**
 * To a phone that several subjects share, before its message is added to one of them. Each subject is offered in their
 * own language.
 */
export function whoseStory({ subjects }: z.output<typeof WhoseToAsk>): string {
  const choices = subjects.map(({ subjectName, language }, at) => ({
    number: at + 1,
    name: plainName(subjectName),
    language,
  }));
  return [...Map.groupBy(choices, ({ language }) => language)]
    .map(([language, inLanguage]) => textWords[language].whoseStory(inLanguage))
    .join('\n\n');
}

export const AskForTexts = z.object({
  subjectName: z.string(),
  askedBy: z.string(),
  wording: z.string(),
  language,
});

/** The only text that asks for consent: who asks for what, in the exact wording that a yes agrees to. */
export function askForTexts({
  subjectName,
  askedBy,
  wording,
  language,
}: z.output<typeof AskForTexts>): string {
  const names = { subjectName: plainName(subjectName), askedBy: plainName(askedBy) };
  return textWords[language].ask({ ...names, wording }).join('\n\n');
}

function plainName(name: string): string | null {
  return isPlainName(name) ? name : null;
}

/** To the recipient of a gift, on its day. */
export function giftText({ language, ...given }: z.output<typeof GiftGiven>): string {
  return textWords[language].gift(given).join('\n\n');
}

/** To the recipient of a gift that was not opened. */
export function giftReminderText({ language, ...given }: z.output<typeof GiftGiven>): string {
  return textWords[language].giftReminder(given).join('\n\n');
}
