import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';
import { findDates, SEASONS } from './dates.ts';
import { relationOf } from './kinship.ts';
import { findNumbers } from './numbers.ts';
import { MONTHS } from './say-date.ts';
import { BRIDGE_WORDS, QUANTIFIERS, SOUNDS, set } from './word-lists.ts';
import { isStopWord, nounForm } from './words.ts';

const CALENDAR = set(
  `${MONTHS.join(' ')} setiembre lunes martes miercoles jueves viernes sabado sabados domingo domingos navidad pascua`,
);
const RAISING = set('creo pienso sabia se recuerdo acuerdo parece dijo decia estoy segura seguro').union(
  new Set(['segur', 'cre']),
);
/** Names that are far more often words. */
const OFTEN_WORDS = set(
  'rosa luz sol flor paz cruz mar alma gracia gloria blanca clara linda bella reyes santos primo',
);
const BRIDGE = new Set([...BRIDGE_WORDS].map(nounForm));
/** The pronouns of the person who tells, and those that support them in what was said. */
const OF_ME = set('yo me mi mis mio mia mios mias conmigo');
const OF_US = set('nosotros nosotras nos nuestro nuestra nuestros nuestras');

export const spanishProof: ProofWords = {
  isStopWord,
  // Verbs keep their ending: "pegué" and "pegó" have the same stem, but not the same meaning.
  compared: nounForm,
  isSound: (norm) => SOUNDS.has(norm),
  isBridge: (word) => BRIDGE.has(word),
  isQuantifier: (norm) => QUANTIFIERS.has(norm),
  relationOf,
  isNameAndWord: (norm) => OFTEN_WORDS.has(norm),
  isCalendar: (norm) => CALENDAR.has(norm),
  subjectOf: (norm) => (/^(?:yo|ella|ellos|ellas|nosotros|nosotras|usted|tu)$/.test(norm) ? norm : null),
  joinsNumbers: /^(?:\d.*|y|un|una|de)$/,
  findNumbers,
  findDates,
  calendarWord:
    /\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|navidad)/giu,
  isOtherThanDate: (said) => said === 'Domingo',
  monthPattern: (number) =>
    [...SEASONS].find(([, season]) => season === number)?.[0] ?? MONTHS[Number(number) - 1] ?? '-',
  isPlainWord: () => false,
  negators: /^(?:no|nunca|jamas|nadie|nada|ningun[oa]?|tampoco|ni|sin|apenas)$/,
  hedges: /^(?:casi|quiza|quizas|ojala|capaz|posiblemente|probablemente|acaso)$/,
  raises: (word) => RAISING.has(word),
  clause: /^(?:porque|pero|y|e|asi|cuando|mientras|aunque|hasta|desde|sino|que|pues|entonces|donde)$/,
  aloneNo: 'no',
  asks: (sentence) => /\?["')]*$/.test(sentence) && !ENDS_WITH_TAG.test(sentence),
  strangers,
};

const ENDS_WITH_TAG =
  /[\p{L}\p{N}][,.…]? ?¿?(?:verdad|no|sabe|sabes|ves|cierto|no es cierto|no es verdad|me entiende|entiende|vio|viste|eh|no cree)\?["')]*$/iu;

/** First persons of the claim where the evidence has none: "le pegó a él" doesn't support "me pegó". */
function strangers(claim: Passage, evidence: readonly Passage[]): string[] {
  const said = new Set(evidence.flatMap((part) => part.tokens.map(({ norm }) => norm)));
  const isSaid = (words: ReadonlySet<string>) => [...words].some((word) => said.has(word));
  const present = { me: isSaid(OF_ME) || isSaid(OF_US), us: isSaid(OF_US) };
  return claim.tokens
    .filter(({ norm }) =>
      norm === 'me' ? !said.has('me') : OF_ME.has(norm) ? !present.me : OF_US.has(norm) && !present.us,
    )
    .map(({ text }) => text);
}
