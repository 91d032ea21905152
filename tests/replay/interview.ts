import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Interview = z.object({
  title: z.string().optional(),
  respondents: z.array(z.string()).min(1),
  turns: z.array(z.object({ role: z.enum(['elicitor', 'respondent']), utterance: z.string() })),
});

export type Interview = { respondent: string; answers: string[] };

/** The largest length of a message. A longer utterance becomes several messages. */
const longest = 20_000;

/** Reads an interview and keeps the respondent's answers, one message for each turn. */
export function readInterview(file: string): Interview {
  const { respondents, turns } = Interview.parse(JSON.parse(readFileSync(file, 'utf8')));
  const answers = turns
    .filter((turn) => turn.role === 'respondent')
    .map((turn) => turn.utterance.replaceAll('\\n', '\n').trim())
    .filter(Boolean)
    .flatMap((text) => text.match(new RegExp(`[^]{1,${longest}}(?=\\s|$)`, 'g')) ?? []);
  return { respondent: respondents[0] ?? 'Respondent', answers };
}

const ordinaryCapitals = new Set(
  `I I'm I'd I'll I've January February March April May June July August September October November December
  Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Monday Tuesday Wednesday Thursday Friday Saturday Sunday
  English French Spanish Portuguese German Italian Dutch Russian Chinese Japanese Korean Arabic Hebrew Latin
  Greek Turkish Swahili Hausa Amharic Farsi Persian Urdu Hindi Thai Vietnamese Quechua Guarani Tagalog
  America American Americans African Africans Indian Indians British English Irish Scottish Mexican European
  Asian Canadian Brazilian Colombian Nigerian Ethiopian Iranian Turks Germans Russians Chinese Japanese
  Brazil Colombia Nigeria Ethiopia Iran Turkey Germany Russia China Japan India Mexico Canada France Spain
  Italy Portugal Greece England Ireland Scotland Peru Chile Bolivia Ecuador Venezuela Argentina Uruguay
  Paraguay Ghana Kenya Tanzania Uganda Malawi Cameroon Togo Liberia Senegal Mali Niger Chad Morocco Tunisia
  Algeria Egypt Sudan Somalia Zaire Congo Rwanda Burundi Zambia Zimbabwe Botswana Lesotho Swaziland Gabon
  Philippines Thailand Malaysia Indonesia Vietnam Korea Nepal Pakistan Afghanistan Bangladesh Yemen Jordan
  Israel Lebanon Syria Iraq Honduras Guatemala Nicaragua Panama Jamaica Haiti Cuba Guyana Belize Fiji Samoa
  Tonga Micronesia Poland Hungary Romania Bulgaria Ukraine Armenia Mongolia Kazakhstan U.S. US USA
  United States Filipino Filipinos Malaysian Ghanaian Kenyan Korean Koreans Jewish Catholic Christian Muslim
  God Okay OK Mr Mrs Ms Dr Yeah Yes No Oh Well So And But`.split(/\s+/),
);

/** The names (capitalised inside a sentence) and years that are said at least twice. */
export function saidTwice(answers: string[]): { names: string[]; years: string[] } {
  const text = answers.join('\n');
  const names = [...text.matchAll(/(?<=[a-z,;] )[A-Z][a-z]+(?:['’]s)?\b/g)]
    .map(([name]) => name.replace(/['’]s$/, ''))
    .filter((name) => !ordinaryCapitals.has(name));
  const years = [...text.matchAll(/\b(1[89]\d\d|20[0-4]\d)\b/g)].map(([year]) => year);
  return { names: repeated(names), years: repeated(years) };
}

function repeated(words: string[]): string[] {
  const counts = Map.groupBy(words, (word) => word);
  return [...counts].filter(([, all]) => all.length > 1).map(([word]) => word);
}

/** The number of answers that are long enough to contain a story. */
export function substantial(answers: string[]): number {
  return answers.filter((answer) => countWords(answer) >= 40).length;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
