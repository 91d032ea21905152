import type { EventInText, FindingWords } from '#api/biography/writing/composing/finding-words.ts';
import { comparableRelation, KIN_PATTERN, relationOf } from './kinship.ts';
import { sayDateInSpanish } from './say-date.ts';
import { foldInPlace } from './words.ts';

/** An event by the name that it is compared and shown by, with the Spanish words of the question. */
const EVENTS: { about: string; said: string; pattern: RegExp }[] = [
  { about: 'wedding', said: 'su boda', pattern: /\b(?:me case|nos casamos|nuestra boda|mi boda)\b/ },
  { about: 'birth', said: 'su nacimiento', pattern: /\b(?:yo )?naci\b/ },
  {
    about: 'first day at school',
    said: 'su entrada a la escuela',
    pattern: /\b(?:entre|empece) (?:a |en )?la escuela\b/,
  },
  { about: 'graduation', said: 'su graduación', pattern: /\b(?:me gradue|me recibi|me titule)\b/ },
  { about: 'retirement', said: 'su jubilación', pattern: /\b(?:me jubile|me retire|me pensione)\b/ },
  { about: 'engagement', said: 'su compromiso', pattern: /\b(?:nos comprometimos|me pidio la mano)\b/ },
];
const KIN_EVENT = new RegExp(
  `\\bmi (?:\\p{L}+ )?(${KIN_PATTERN})(?:,? (\\p{L}+),?)? (?:se )?(nacio|murio|fallecio|caso|mataron)\\b`,
  'u',
);
const PLACE_EVENT = /\b(?:me|nos) (?:vine|vinimos|fui|fuimos|mude|mudamos) a (?:la |el )?([\p{L}]+)/u;
/** Relatives of whom a person may have several. */
const SEVERAL =
  /^(?:hermano|hermana|hijo|hija|primo|prima|tío|tía|sobrin|niet|cuñad|amig|compadre|comadre|vecin)/;

export const spanishFindings: FindingWords = {
  eventsIn,
  doubted:
    /\?|\b(?:no|nunca|si|casi|iba a|quer[ií]a|dicen|dijo|dec[ií]a|creo|segunda vez|otra vez|aniversario|primer (?:marido|esposo)|quiz[aá]s?|tal vez)\b/i,
  clauseBreak: /[;:]|\b(?:y|pero|o|hasta|antes|despu[eé]s|desde|cuando|mientras|porque|que|donde)\b/i,
  subordinate:
    /\b(?:hasta|antes de|despu[eé]s de|desde|cuando|mientras|porque|aunque|una vez) (?:que )?(?:\S+ )?$/i,
  otherTime: /\b(?:hasta|antes|despu[eé]s|desde|de|del|que)(?: (?:en|el|del))* $/i,
  twoDates: (about, left, right) =>
    `Tengo dos fechas para ${saidOf(about)}: ${sayDateInSpanish(left)} y ${sayDateInSpanish(right)}. ¿Cuál es la correcta?`,
  nothingBetween: (from, to) =>
    `Todavía no hay nada contado de los años entre ${from} y ${to}. ¿Dónde vivía usted entonces?`,
  unclearCorrection: (text) =>
    `“${text}” sonó como una corrección, y no quedó claro de qué. ¿Cómo debe decir?`,
};

function eventsIn(text: string): EventInText[] {
  const search = foldInPlace(text);
  const at = (about: string, match: RegExpExecArray) => ({
    about,
    start: match.index,
    end: match.index + match[0].length,
  });
  const found = EVENTS.flatMap(({ about, pattern }) => {
    const match = pattern.exec(search);
    return match ? [at(about, match)] : [];
  });
  const kin = KIN_EVENT.exec(search);
  const relation = relationOf(kin?.[1] ?? '');
  if (kin && relation) {
    const nameAt = kin[2] ? search.indexOf(kin[2], kin.index) : -1;
    const name =
      nameAt >= 0 && /^\p{Lu}/u.test(text.slice(nameAt))
        ? text.slice(nameAt, nameAt + (kin[2] ?? '').length)
        : null;
    const who = name ?? (SEVERAL.test(relation) ? null : relation);
    const event = /caso/.test(kin[3] ?? '') ? 'wedding' : /nacio/.test(kin[3] ?? '') ? 'birth' : 'death';
    if (who) found.push(at(`${comparableRelation(who) ?? who}: ${event}`, kin));
  }
  const place = PLACE_EVENT.exec(search);
  if (place) found.push(at(`moved to ${place[1]}`, place));
  return found;
}

const EVENT_WORDS: Record<string, string> = {
  death: 'la muerte',
  wedding: 'la boda',
  birth: 'el nacimiento',
};

function saidOf(about: string): string {
  const own = EVENTS.find((event) => event.about === about);
  if (own) return own.said;
  const [who = '', event = ''] = about.split(': ');
  return EVENT_WORDS[event] ? `${EVENT_WORDS[event]} de ${who}` : 'eso';
}
