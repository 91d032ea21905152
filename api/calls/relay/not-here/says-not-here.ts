import type { Language } from '#api/language/languages.ts';
import type { AnsweringLanguage } from './answering-language.ts';
import { type CalledPerson, otherNames, plainWords } from './called-person.ts';
import { english } from './english.ts';
import { spanish } from './spanish.ts';

const languages: Record<Language, AnsweringLanguage> = { en: english, es: spanish };

/** Longer speech tells a story. */
const mostWords = 32;

/** Whether somebody else has picked up and says that the person is not there. */
export function saysNotHere(text: string, person: CalledPerson, language: Language = 'en'): boolean {
  const said = plainWords(text).replace(/\b(mrs?|ms|mx|dr|sra?|dra)\./g, '$1');
  if (said.split(' ').length > mostWords) return false;
  const { divide, readerFor } = languages[language];
  const read = readerFor(person);
  const others = otherNames(person);
  let isAway = false;
  let isOfOther = false;
  for (const [sentence] of said.matchAll(/[^.,;:!?…—¿¡]+[.,;:!?…—]*/g)) {
    const isQuestion = /\?/.test(sentence);
    for (const clause of divide(sentence.replace(/[.,;:!?…—"“”]+/g, ' ').trim())) {
      const found = read(clause, isQuestion);
      if (found === 'IS_HERE') return false;
      if (found === 'AWAY' || (found === 'AWAY_IF_MEANT' && !isOfOther)) isAway = true;
      if (found === 'COMES' || found === 'DENIED') isAway = false;
      if (found === 'SOMEBODY_ELSE' || (found === null && namesOther(clause, others))) isOfOther = true;
      if (found === 'AWAY' || found === 'THE_PERSON') isOfOther = false;
    }
  }
  return isAway;
}

function namesOther(clause: string, others: ReadonlySet<string>): boolean {
  const words = clause.split(' ');
  return words.length <= 3 && words.some((word) => others.has(word));
}
