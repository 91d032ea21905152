import type { Language } from '#api/language/languages.ts';
import type { AnsweringLanguage, Clause } from './answering-language.ts';
import {
  type CalledPerson,
  gendersOf,
  nameToken,
  otherNames,
  plainWords,
  withNameToken,
} from './called-person.ts';
import { english } from './english.ts';
import { spanish } from './spanish.ts';

const languages: Record<Language, AnsweringLanguage> = { en: english, es: spanish };

type Reader = ReturnType<AnsweringLanguage['readerFor']>;
/** The readers by language and genders, because making their patterns takes long. */
const readers = new Map<string, Reader>();

function readerFor(person: CalledPerson, language: Language): Reader {
  const genders = gendersOf(person);
  const key = `${language} ${genders.join()}`;
  const reader = readers.get(key) ?? languages[language].readerFor(genders);
  readers.set(key, reader);
  return reader;
}

/** Longer speech tells a story. */
const mostWords = 28;
const mostCharacters = 300;

/**
 * How the words say that the person is not there: surely, if a pronoun means the person, or for good, as at a wrong
 * number. Words `saidBefore` may tell who speaks.
 */
export type Absence = 'SURE' | 'IF_MEANT' | 'FOR_GOOD';

/** The person says who they are: who then has died bears the same name. */
const isThePerson = new RegExp(
  `\\b(?:this is|i'm|i am|my name is|my name's|soy|me llamo|habla) ${nameToken}\\b(?!')`,
);

/** What somebody else who picked up says of the person's absence; null if they say none. */
export function readAbsence(
  text: string,
  person: CalledPerson,
  language: Language = 'en',
  saidBefore = '',
): Absence | null {
  if (text.length > mostCharacters) return null;
  const { divide, titles, meansPerson, isRelative } = languages[language];
  const plain = plainWords(text).replace(/\b(mrs?|ms|mx|dr|sra?|dra)\./g, '$1');
  const said = withNameToken(plain, person, titles);
  const wordsInAll = said.split(' ').length;
  if (wordsInAll > mostWords) return null;
  const read = readerFor(person, language);
  const others = otherNames(person);
  const before = withNameToken(plainWords(saidBefore), person, titles);
  if (isThePerson.test(said) || isThePerson.test(before)) return null;
  const isOfPerson = meansPerson.test(said) || meansPerson.test(before);
  const isByRelative = isRelative.test(said) || isRelative.test(before);
  /** By a pronoun, of which a later word may say whom it means. */
  let away: Absence | null = null;
  let isOfOther = false;
  for (const [sentence] of said.matchAll(/[^.,;:!?…—¿¡]+[.,;:!?…—]*/g)) {
    const isQuestion = /\?/.test(sentence);
    for (const clause of divide(sentence.replace(/[.,;:!?…—"“”]+/g, ' ').trim())) {
      const found = ofRelative(read(clause, { isQuestion, wordsInAll }), isOfPerson);
      if (found === 'DIED_IF_MEANT' && isByRelative && !isOfOther) away = 'FOR_GOOD';
      if (found === 'IS_HERE') return null;
      const isAway = found === 'AWAY' || found === 'FOR_GOOD';
      const isOther = found === 'SOMEBODY_ELSE' || (!isAway && namesOther(clause, others));
      if (found === 'COMES' || found === 'DENIED') away = null;
      if (found === 'AWAY' && away !== 'FOR_GOOD') away = 'SURE';
      if (found === 'FOR_GOOD') away = 'FOR_GOOD';
      if (found === 'AWAY_IF_MEANT' && !isOfOther && !isOther) away ??= 'IF_MEANT';
      // “She's at work, my daughter.”
      if (isOther && away === 'IF_MEANT' && clause.split(' ').length <= 2) away = null;
      if (isOther) isOfOther = true;
      if (isAway || found === 'THE_PERSON') isOfOther = false;
    }
  }
  return away;
}

/** “My wife” is the person only if other words show it. */
function ofRelative(found: Clause | null, isOfPerson: boolean): Clause | null {
  if (found === 'RELATIVE_AWAY') return isOfPerson ? 'AWAY' : 'SOMEBODY_ELSE';
  if (found === 'RELATIVE') return isOfPerson ? 'THE_PERSON' : 'SOMEBODY_ELSE';
  return found;
}

/** Whether somebody else has picked up and says that the person is not there. */
export function saysNotHere(text: string, person: CalledPerson, language: Language = 'en'): boolean {
  return readAbsence(text, person, language) !== null;
}

/** Sentences for which all patterns are needed. */
const rehearsed: Record<Language, (name: string) => string[]> = {
  en: (name) => [`${name} sang there.`, 'She sang.', 'He sang.', 'A dog.'],
  es: (name) => [`${name} cantaba.`, 'Ella cantaba.', 'El perro.'],
};

/** Compiles the patterns for a person, which takes long the first time, so that their first words needn't wait. */
export function prepareToHear(person: CalledPerson, language: Language): void {
  for (const sentence of rehearsed[language](person.preferredName)) saysNotHere(sentence, person, language);
}

/** Words before or after a name with which people say who they are. */
const introduces = /^(?:this is|i'm|i am|it's|my name|soy|habla|me llamo|aqui)\b|\b(?:here|speaking)$/;

/** Whether a clause names somebody else, as in “Anna?”. */
function namesOther(clause: string, others: ReadonlySet<string>): boolean {
  if (introduces.test(clause)) return false;
  return clause.split(/[ ']/).some((word) => others.has(word));
}
