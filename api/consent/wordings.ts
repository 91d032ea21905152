import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { spanishWordings } from './spanish-wordings.ts';
import type { Wording } from './wording.ts';

const stop =
  'You can stop at any time: reply STOP, say so on a call, or withdraw in your settings. Reply HELP for help.';
const papers = 'Our terms are at /tos, our privacy notice at /privacy.';
const free = 'Agreeing is your choice; nothing else depends on it, and it buys nothing.';

const englishWordings: readonly Omit<Wording, 'language'>[] = [
  {
    kind: 'CALLS',
    version: 1,
    text: [
      'I agree that Evertold calls me at this number to ask about my life and keep what I tell for my family.',
      'The caller is a computer with an artificial voice, and says so in its first sentence.',
      'It calls at the times that I or my family chose, usually once or twice a week, never before 8 in the morning or after 9 in the evening where I live.',
      'It never asks about money and never for proof of who I am.',
      stop,
      'Message and data rates may apply.',
      free,
      papers,
    ].join(' '),
  },
  {
    kind: 'SMS',
    version: 1,
    text: [
      'I agree that Evertold sends text messages to this number: to say when it will call, to ask about my life, and to answer me.',
      'The messages are sent by a computer, usually 2 to 10 a week.',
      'Message and data rates may apply.',
      stop,
      free,
      'My number and this agreement are not shared with anybody for marketing.',
      papers,
    ].join(' '),
  },
  {
    kind: 'SMS',
    version: 2,
    text: [
      'I agree that Evertold sends text messages to this number: to say when it will call, to ask about my life, and to answer me.',
      'The messages are sent by a computer, usually 2 to 10 a week.',
      'Message and data rates may apply.',
      stop,
      free,
      'My number and this agreement are not shared with anybody for marketing.',
      'Our terms and our privacy notice come with these words.',
    ].join(' '),
  },
  {
    kind: 'RECORDING',
    version: 1,
    text: [
      'I agree that Evertold records the sound of our calls at this number, keeps it with my stories, and plays it to those who may hear them.',
      'Every call says at its start that it is recorded. Without this, my words are written down and no sound is kept.',
      'You can withdraw at any time: say so on a call, reply STOP, or do it in your settings.',
      papers,
    ].join(' '),
  },
  {
    kind: 'RECORDING',
    version: 2,
    text: [
      'I agree that Evertold records the sound of our calls at this number and of our talks in the browser, keeps it with my stories, and plays it to those who may hear them.',
      'A call that is recorded says so at its start. A talk in the browser is recorded only while whoever talks has switched it on, and shows that it is.',
      'Without this, my words are written down and no sound is kept.',
      'You can withdraw at any time: say so on a call, reply STOP, or do it in your settings.',
      papers,
    ].join(' '),
  },
  {
    kind: 'RECORDING',
    version: 3,
    text: [
      'I agree that Evertold records the sound of our calls at this number and of our talks in the browser, keeps it with my stories, and plays it to those who may hear them.',
      'The same holds for old recordings of my voice that my family adds, such as a cassette or a voice mail.',
      'A call that is recorded says so at its start. A talk in the browser is recorded only after I have switched that on, and the page shows it.',
      'Without this, my words are written down and no sound is kept.',
      'You can withdraw at any time: say so on a call, reply STOP, or do it in your settings.',
      papers,
    ].join(' '),
  },
  {
    kind: 'AI_WRITING',
    version: 1,
    text: [
      'I agree that a computer program, which may be an artificial intelligence of another company, reads what I tell Evertold in order to answer me and to write my stories.',
      'It writes only what I said, and every sentence shows the words it rests on. What I keep private is never given to it.',
      'Nobody may use my words to train such a program.',
      'You can withdraw at any time: then nothing more is written, and you say whether what was written goes too.',
      papers,
    ].join(' '),
  },
  {
    kind: 'AI_WRITING',
    version: 2,
    text: [
      'I agree that a computer program, which may be an artificial intelligence of another company, reads what I tell Evertold in order to answer me and to write my stories.',
      'It writes only what I said, and every sentence shows the words it rests on. What I keep private is never given to it.',
      'Where a transcription service is set up, which may be another company’s, it may turn my spoken words into text: the sound of what I say in a talk in the browser, and of old recordings of my voice that my family adds.',
      'In a talk, that service gets the sound before I can say that something is private. Evertold keeps no sound for this.',
      'Nobody may use my words or my voice to train such a program or service.',
      'You can withdraw at any time: then nothing more is written, and you say whether what was written goes too.',
      papers,
    ].join(' '),
  },
  {
    kind: 'AI_WRITING',
    version: 4,
    text: [
      'I agree that a computer program, which may be an artificial intelligence of another company, reads what I tell Evertold in order to answer me and to write my stories.',
      'It writes only what I said, and every sentence shows the words it rests on. What I keep private is never given to it.',
      'Where a transcription service is set up, which may be another company’s, it may turn my spoken words into text: the sound of what I say in a talk in the browser, and of old recordings of my voice that my family adds.',
      'It may also get the sound of what I say in recorded calls and talks, to tell when each word is spoken. Of these recordings it gets nothing that I have kept private.',
      'In a talk, that service gets the sound before I can say that something is private. Evertold keeps no sound for this.',
      'Nobody may use my words or my voice to train such a program or service.',
      'You can withdraw at any time: then nothing more is written, and you say whether what was written goes too.',
      papers,
    ].join(' '),
  },
  {
    kind: 'SHARING',
    version: 1,
    text: [
      'I agree that the family members whom I or the owners of my book have let in read and hear what I tell Evertold, and the stories written from it.',
      'What I ask to keep between us stays with me. Without this agreement only I can read what I said.',
      'You can withdraw at any time: from that moment nobody else reads or hears anything.',
      papers,
    ].join(' '),
  },
  {
    kind: 'SHARING',
    version: 2,
    text: [
      'I agree that the family members whom I or the owners of my book have let in read and hear what I tell Evertold, and the stories written from it.',
      'My family can print the book with a code beside a story. Everyone who holds that book can open the code and hear me tell that story, without an account.',
      'No code plays what I keep private or what is only for some of my family. I and the owners of my book can switch off one code or all of them at any time.',
      'What I ask to keep between us stays with me. Without this agreement only I can read what I said.',
      'You can withdraw at any time: from that moment nobody else reads or hears anything, and the codes are silent.',
      papers,
    ].join(' '),
  },
];

/**
 * All wordings, in every language. A wording is never edited: to change one, add the next version of its kind, which no
 * wording in another language has.
 */
export const wordings: readonly Wording[] = [
  ...englishWordings.map((wording) => ({ ...wording, language: 'en' as const })),
  ...spanishWordings,
];

/** The wording of a kind that is in force in a language. */
export function wordingInForce(kind: ConsentKind, language: Language = 'en'): Wording {
  const versions = wordings.filter((wording) => wording.kind === kind && wording.language === language);
  return versions.reduce((newest, wording) => (wording.version > newest.version ? wording : newest));
}

/** The wordings in force in a language, one for each kind. */
export function wordingsInForce(language: Language = 'en'): Wording[] {
  return wordings.filter((wording) => wordingInForce(wording.kind, language) === wording);
}

/** The language of a kind's version; English for a version of another Evertold. */
export function languageOfWording(kind: ConsentKind, version: number): Language {
  return wordings.find((each) => each.kind === kind && each.version === version)?.language ?? 'en';
}

/** The wording of this version if it is in force in its language; null otherwise. */
export function inForce(kind: ConsentKind, version: number): Wording | null {
  const wording = wordings.find((each) => each.kind === kind && each.version === version);
  return wording && wordingInForce(kind, wording.language) === wording ? wording : null;
}

/**
 * Writes the wordings to the database, where the ledger refers to them. Safe to run at every start and in several
 * processes. Throws when a version's text differs from the one that people agreed to.
 */
export async function syncWordings() {
  let stored = await storedTexts();
  if (wordings.some((wording) => !stored.has(nameOf(wording)))) {
    await db.consentWording.createMany({ data: [...wordings], skipDuplicates: true });
    stored = await storedTexts();
  }
  for (const wording of wordings) {
    if (stored.get(nameOf(wording)) !== wording.text) {
      throw new Error(`The consent wording ${nameOf(wording)} was changed: give the new text a new version`);
    }
  }
}

/** The stored texts by kind and version. */
async function storedTexts(): Promise<Map<string, string>> {
  type Stored = Pick<Wording, 'kind' | 'version' | 'text'>;
  const { rows } = await pool.query<Stored>('select kind::text as kind, version, text from consent_wording');
  return new Map(rows.map((wording) => [nameOf(wording), wording.text]));
}

function nameOf({ kind, version }: Pick<Wording, 'kind' | 'version'>): string {
  return `${kind} ${version}`;
}
