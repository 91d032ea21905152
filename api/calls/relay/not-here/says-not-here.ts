import type { Language } from '#api/language/languages.ts';
import type { AnsweringLanguage } from './answering-language.ts';
import { type CalledPerson, gendersOf, otherNames, plainWords, withNameToken } from './called-person.ts';
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

/** Whether somebody else has picked up and says that the person is not there. */
export function saysNotHere(text: string, person: CalledPerson, language: Language = 'en'): boolean {
  if (text.length > mostCharacters) return false;
  const { divide, titles } = languages[language];
  const plain = plainWords(text).replace(/\b(mrs?|ms|mx|dr|sra?|dra)\./g, '$1');
  const said = withNameToken(plain, person, titles);
  const wordsInAll = said.split(' ').length;
  if (wordsInAll > mostWords) return false;
  const read = readerFor(person, language);
  const others = otherNames(person);
  /** By a pronoun, of which a later word may say whom it means. */
  let away: 'NO' | 'YES' | 'IF_MEANT' = 'NO';
  let isOfOther = false;
  for (const [sentence] of said.matchAll(/[^.,;:!?…—¿¡]+[.,;:!?…—]*/g)) {
    const isQuestion = /\?/.test(sentence);
    for (const clause of divide(sentence.replace(/[.,;:!?…—"“”]+/g, ' ').trim())) {
      const found = read(clause, { isQuestion, wordsInAll });
      if (found === 'IS_HERE') return false;
      const isOther = found === 'SOMEBODY_ELSE' || (found === null && namesOther(clause, others));
      if (found === 'COMES' || found === 'DENIED') away = 'NO';
      if (found === 'AWAY') away = 'YES';
      if (found === 'AWAY_IF_MEANT' && !isOfOther && away === 'NO') away = 'IF_MEANT';
      // “She's at work, my daughter.”
      if (isOther && away === 'IF_MEANT' && clause.split(' ').length <= 2) away = 'NO';
      if (isOther) isOfOther = true;
      if (found === 'AWAY' || found === 'THE_PERSON') isOfOther = false;
    }
  }
  return away !== 'NO';
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

/** Whether a clause only names somebody else, as in “Anna?”. */
function namesOther(clause: string, others: ReadonlySet<string>): boolean {
  if (introduces.test(clause)) return false;
  const words = clause.split(' ');
  return words.length <= 3 && words.some((word) => others.has(word));
}
