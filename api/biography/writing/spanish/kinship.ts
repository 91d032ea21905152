import { relationOf as englishRelationOf } from '#api/biography/writing/language/kinship.ts';
import { fold } from '#api/biography/writing/language/words.ts';

/**
 * Words for relatives and friends, with what the English word is: relations are compared by it, and stored as they were
 * said. A word in two genders ends with "o/a".
 */
const WORDS = `madre:mother mamá:mother mami:mother padre:father papá:father papi:father hermano/a:brother/sister hijo/a:son/daughter
  esposo/a:husband/wife marido:husband mujer:wife señora:wife abuelo/a:grandfather/grandmother abuelito/a:grandfather/grandmother
  yayo/a:grandfather/grandmother tío/a:uncle/aunt primo/a:cousin sobrino/a:nephew/niece nieto/a:grandson/granddaughter
  suegro/a:father-in-law/mother-in-law cuñado/a:brother-in-law/sister-in-law yerno:son-in-law nuera:daughter-in-law
  padrastro:stepfather madrastra:stepmother hermanastro/a:stepbrother/stepsister hijastro/a:stepson/stepdaughter
  padrino:godfather madrina:godmother ahijado/a:godson/goddaughter bisabuelo/a:great-grandfather/great-grandmother
  bisnieto/a:great-grandson/great-granddaughter novio/a:boyfriend/girlfriend prometido/a:fiance/fiancee
  gemelo/a:twin mellizo/a:twin amigo/a:friend vecino/a:neighbor compañero/a:colleague
  maestro/a:teacher profesor:teacher profesora:teacher jefe:boss jefa:boss patrón:boss patrona:boss`;

interface Kin {
  /** The word as it is stored: in the singular, without a diminutive. */
  relation: string;
  english: string | null;
}

const KIN = new Map<string, Kin>();
/** Words for several, of whom each has the word of their gender. */
const PLURALS = new Map<string, { male: string; female: string }>();

function add(relation: string, english: string | null) {
  const plain = fold(relation);
  KIN.set(plain, { relation, english });
  if (/[oa]$/.test(plain)) KIN.set(`${plain.slice(0, -1)}it${plain.at(-1)}`, { relation, english });
}

for (const entry of [
  ...WORDS.split(/\s+/),
  'compadre:',
  'comadre:',
  'tocayo/a:',
  'concuño/a:',
  'consuegro/a:',
]) {
  const [said = '', english = ''] = entry.trim().split(':');
  const both = /^(.+)o\/a$/.exec(said)?.[1];
  const [first, second = first] = english.split('/');
  if (both) {
    add(`${both}o`, first || null);
    add(`${both}a`, second || null);
    PLURALS.set(fold(`${both}os`), { male: `${both}o`, female: `${both}a` });
    PLURALS.set(fold(`${both}as`), { male: `${both}a`, female: `${both}a` });
  } else add(said, first || null);
}
KIN.set('amá', { relation: 'mamá', english: 'mother' });
KIN.set('ama', { relation: 'mamá', english: 'mother' });
KIN.set('apa', { relation: 'papá', english: 'father' });
KIN.set('abuelita', { relation: 'abuela', english: 'grandmother' });
KIN.set('abuelito', { relation: 'abuelo', english: 'grandfather' });
for (const word of ['compadres', 'comadres'])
  PLURALS.set(word, { male: word.slice(0, -1), female: word.slice(0, -1) });

const byLength = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');

/** The words, folded, as one alternation for a pattern. */
export const KIN_PATTERN = byLength(KIN.keys());
export const PLURAL_PATTERN = byLength(PLURALS.keys());

/** The relation as it is stored: "hermanita" is "hermana". Null for other words. */
export function relationOf(word: string): string | null {
  return KIN.get(fold(word))?.relation ?? null;
}

/** The word of each of several relatives. */
export function relationOfSeveral(word: string, gender: 'F' | 'M' | 'N' | null): string | null {
  const words = PLURALS.get(fold(word));
  if (!words) return null;
  return gender === 'F' ? words.female : words.male;
}

/** The English word by which relations in both languages are compared; null for a word that is no relation. */
export function comparableRelation(relation: string | null): string | null {
  if (relation === null) return null;
  return englishRelationOf(relation) ?? KIN.get(fold(relation))?.english ?? null;
}

const SPANISH = new Map<string, string>();
for (const { relation, english } of KIN.values())
  if (english !== null && !SPANISH.has(english)) SPANISH.set(english, relation);
// "Friend" is "amigo" or "amiga".
for (const english of ['cousin', 'twin', 'friend', 'neighbor', 'colleague', 'teacher', 'boss'])
  SPANISH.delete(english);

/** The usual Spanish word for an English relation: "madre" for "mother"; null where it has none, or one for each gender. */
export function spanishRelationOf(english: string): string | null {
  return SPANISH.get(english) ?? null;
}
