import type { SaidAudience } from '../said-audience.ts';
import { wish } from './clauses.ts';
import { alignedSpanish, plainSpanish } from './plain-words.ts';

const GONE =
  '(?:me (?:muera|haya muerto|vaya(?! a)|haya ido|entierren|hayan enterrado|lleve (?:dios|el senor|la pelona|diosito)|llame (?:dios|el senor)|recoja (?:dios|el senor)|petatee)|muera|fallezca|falte|haya (?:muerto|fallecido|faltado|partido)|parta|ya no (?:este|ande|viva)(?: (?:aqui|aca|con ustedes|viv[ao]))?|no este(?: (?:aqui|aca|viv[ao]))?|este (?:muert[ao]|bajo tierra|enterrad[ao]|en (?:el cielo|la tumba|el cajon|el hoyo))|estire la pata|cierre los ojos|cuelgue los tenis)';
/** The time after the person's death: “hasta que me muera”, “cuando yo ya no esté”, “después de mi muerte”. */
const DEATH = new RegExp(
  `\\b(?:(?:hasta que|cuando|una vez que|el dia (?:en )?que|despues (?:de )?que|luego que|en cuanto|hasta despues (?:de )?que) (?:yo )?(?:ya )?${GONE}|(?:hasta|despues de|tras|hasta despues de|a) (?:mi (?:muerte|entierro|funeral|velorio|partida)|mis dias|muert[ao])|(?:muert[ao] yo|yo muert[ao]|al morir(?:me)?(?: yo)?)|despues de (?:morir(?:me)?|muert[ao])(?: yo)?)(?!\\p{L})`,
  'u',
);
const BEFORE = new RegExp(
  `\\bantes (?:de )?(?:que (?:yo )?${GONE}|mi (?:muerte|entierro|funeral)|morir(?:me)?)(?!\\p{L})`,
  'u',
);
const WHILE_ALIVE =
  /\b(?:mientras (?:yo )?(?:viva|este (?:viv[ao]|aqui|aca)|siga (?:viv[ao]|aqui|aca)|respire|tenga vida|ande)|en (?:mi )?vida(?= ?(?:$|[.,;!?]|mia|no)))/;
const HOLDS_BACK =
  /\b(?:no|nadie|nunca|ni|nada|ninguno|espere|esperen|esperar|guard\w+|solo|solamente|recien|hasta|todavia|antes)\b/;
const ALLOWS =
  /\b(?:pued\w+|podr\w+|entonces|(?:que )?(?:lo|la|los|las|se) (?:lea|lean|vea|vean|sepa|sepan|oiga|oigan|escuche|escuchen|publique|publiquen|den|entregue|entreguen|ensene|ensenen|abra|abran)|que (?:lea|lean|sepan|se publique|se sepa|salga)|publiquen\w*|denselo|ensen[ae]\w*)\b/;
/** Words that ask for more than a time: they never open anything. */
const FOR_EVER =
  /\b(?:nunca|jamas|borr\w+|quem\w+|destru\w+|elimin\w+|rompa\w*|ni (?:cuando|despues)|ni siquiera (?:cuando|despues))\b/;
const A_TIME =
  /\b(?:hasta (?:que|el|la|los|despues|dentro|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|fin|\d)|antes de|despues de|mientras|dentro de|cuando|en vida|anos)\b/;

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const A_DATE = new RegExp(
  `\\b(hasta|antes|despues) (?:de(?:l)? )?(?:el )?(?:(fin(?:es|al)?|principios?|comienzos?|inicios?) de(?:l)? )?(?:ano )?(?:(?:(?:el )?(\\d{1,2}|primero) de )?(${MONTHS.join('|')}|setiembre) (?:de(?:l)? )?(?:ano )?)?((?:19|20|21)\\d\\d)\\b`,
);

const ONES = 'uno dos tres cuatro cinco seis siete ocho nueve'.split(' ');
const TEENS =
  'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const NUMBER = `(\\d{1,3}|cien|${oneOf(TENS)}(?: y ${oneOf(ONES)})?|${oneOf(TEENS)}|${oneOf(ONES)}|un)`;
/** “Dos mil treinta y cinco”. */
const SPOKEN_YEAR = new RegExp(`\\bdos mil (${oneOf(TENS)}(?: y ${oneOf(ONES)})?|${oneOf(TEENS)})\\b`, 'g');
const AN_AGE = new RegExp(
  `\\b(?:hasta que|antes de que|cuando|en cuanto|el dia que) (?:yo )?(?:cumpla|tenga|llegue a)(?: l[oa]s)? ${NUMBER}(?: anos)?(?= ?(?:$|[.,;!?]|lo|la|no|que|pueden))`,
);
const SOME_YEARS = new RegExp(
  `\\b(?:(?:dentro de|hasta dentro de|en|por|durante|de aqui a) ${NUMBER} anos|(?:esper\\w+|guard\\w+) (?:otros |unos |al menos |por lo menos )*${NUMBER} anos|hasta que pasen (?:otros |unos |al menos )*${NUMBER} anos)(?: mas)?(?= ?(?:$|[.,;!?]|lo|la|no|que|pueden))`,
);
/** A time after the death says more than the death alone. */
const AFTER_THAT = /\b(?:anos?|meses|tiempo|generacion(?:es)?) despues\b/;

/** Relations, with the English words that the family's members have. */
const RELATIONS: Record<string, string> = {
  ...{ hijo: 'son', hija: 'daughter', hijos: 'children', hijas: 'daughters', chicos: 'children' },
  ...{ nieto: 'grandson', nieta: 'granddaughter', nietos: 'grandchildren', nietas: 'granddaughters' },
  ...{ hermano: 'brother', hermana: 'sister', hermanos: 'siblings', hermanas: 'sisters' },
  ...{ sobrino: 'nephew', sobrina: 'niece', sobrinas: 'nieces' },
  ...{ primo: 'cousin', prima: 'cousin', primos: 'cousins', primas: 'cousins' },
  ...{ esposo: 'husband', marido: 'husband', esposa: 'wife', mujer: 'wife', senora: 'wife' },
  ...{ madre: 'mother', mama: 'mother', padre: 'father', papa: 'father' },
  ...{ tio: 'uncle', tia: 'aunt', tias: 'aunts' },
  ...{ amigo: 'friend', amiga: 'friend', amigos: 'friends', amigas: 'friends' },
  ...{ vecino: 'neighbour', vecina: 'neighbour', vecinos: 'neighbours', vecinas: 'neighbours' },
  ...{ ahijado: 'godson', ahijada: 'goddaughter' },
};
/** Relations that no member has by one English word. */
const OTHER_RELATIONS =
  'sobrinos tios nuera nueras yerno yernos cunado cunada cunados cunadas suegro suegra suegros comadre compadre bisnieto bisnieta bisnietos familia muchachos muchachas ninos chamacos chiquillos gente jefe patron cura'.split(
    ' ',
  );
const RELATION = oneOf(
  [...Object.keys(RELATIONS), ...OTHER_RELATIONS].sort((one, other) => other.length - one.length),
);
const NOT_A_NAME =
  '(?!(?:nadie|ninguno|ninguna|todos|todas|todo|nada|usted|ustedes|ella|ellos|ellas|el|la|los|las|lo|le|se|me|te|nos|mi|mis|su|sus|eso|esto|mas|alguien|otros|otras|otro|otra|que|quien|cualquiera|ni|no|si|y|o|de|del|en|puede|pueden|publico|libro|mundo|demas|ver|leer|saber|yo|tu|vos|dios|cuando|hasta|jamas|nunca|por|para|con|ahora|entonces|solo|aqui|asi)\\b)';
const NAME = `${NOT_A_NAME}[a-z][a-z'-]+`;
/** “Rita”, “mis hijas”, “mi nieta Rita”. */
const PERSON = `(?:a |para |de )?(?:(?:mi|mis|tu|sus?|nuestr[oa]s?|el|la|los|las|don|dona) )?(?:${RELATION}\\b(?: ${NAME}(?= ?(?:$|[.,;:!?])))?|${NAME})`;
const PEOPLE = `(${PERSON}(?:(?:,? (?:y|e|o|u|ni) |, )${PERSON})*)`;
const END =
  '(?= ?(?:$|[.,;:!?]|por favor|y (?:a |para )?(?:nadie|ya|los demas)|solamente|nomas|nada mas|pero|que|hasta|cuando|mientras|antes|eh\\b|lo (?:puede|pueden)))';
const LEARN =
  '(?:lea|lean|leer\\w*|vea|vean|ver\\w*|oiga|oigan|oir\\w*|escuch\\w+|sepa|sepan|saber\\w*|enter\\w+|conozca\\w*)';
const GIVE =
  '(?:dig(?:a|as|an)|cuent(?:e|es|en)|ensen(?:e|es|en)|muestre(?:s|n)?|mostr(?:es|en)|lea(?:s|n)?|de(?:s|n)?|mande(?:s|n)?|pase(?:s|n)?)';

const ONLY: RegExp[] = [
  `\\b(?:solo|solamente|unicamente|nomas|nada mas) (?:para )?${PEOPLE} (?:lo |la |puede |pueden |podra |podran |debe |deben )+${LEARN}`,
  `\\b(?:solo|solamente|unicamente|nomas|nada mas) (?:es )?para ${PEOPLE}${END}`,
  `\\b(?:solo|solamente|unicamente|nomas) que (?:lo |la |se )?${LEARN} ${PEOPLE}${END}`,
  `\\bque (?:solo|solamente|unicamente|nomas) (?:lo |la |se )?${LEARN} ${PEOPLE}${END}`,
  `\\b(?:es|sea|va) (?:solo |nomas |nada mas |unicamente )?para ${PEOPLE} y (?:para |de )?nadie mas\\b`,
  `\\bpara ${PEOPLE} y (?:para )?(?:nadie|ninguno) mas\\b`,
  `\\bpara ${PEOPLE} (?:solamente|nomas|nada mas|unicamente)\\b`,
  `\\bnadie (?:mas )?(?:que|excepto|menos|salvo|fuera de|aparte de|sino) ${PEOPLE}(?= (?:lo |la |puede |pueden |debe )*${LEARN}|${END})`,
  `\\bque (?:no )?(?:lo |la |se )${LEARN} nadie (?:mas )?(?:que|excepto|menos|salvo) ${PEOPLE}${END}`,
].map((each) => new RegExp(each, 'd'));

const EXCEPT: RegExp[] = [
  `\\bque (?:no|nunca|jamas) (?:lo |la |los |se |me |)${LEARN}(?: (?:esto|eso|de esto|de eso))? ${PEOPLE}${END}`,
  `\\bque (?:ni )?${PEOPLE} (?:no|ni|nunca|jamas) (?:lo |la |se |)${LEARN}`,
  `(?:^|[.,;:!?] |\\b(?:pero|y) )${PEOPLE} (?:que )?(?:no|ni) (?:lo |la |se |)(?:puede |pueden |debe |deben |tiene que |tienen que |)${LEARN}`,
  `\\bno (?:quiero|quisiera|deje|dejes|dejen|permita|me gustaria) que (?:lo |la |se |)?(?:${LEARN} )?${PEOPLE}(?: (?:lo |la |se )?${LEARN}|${END})`,
  `\\b(?:no|ni|nunca) se l[oa]s? ${GIVE}(?: usted| tu)? a ${PEOPLE}${END}`,
  `\\b(?:no|ni) (?:le|les) ${GIVE} (?:esto|eso|nada|nada de (?:esto|eso)) a ${PEOPLE}${END}`,
  `\\ba ${PEOPLE}(?:,)? (?:no|ni|nunca) (?:se l[oa]s?|le|les) ${GIVE}`,
  `\\bno es para ${PEOPLE}${END}`,
  `\\btod[oa]s?(?: el mundo)?(?: lo (?:puede|pueden) \\w+)? (?:menos|excepto|salvo|fuera de) ${PEOPLE}${END}`,
].map((each) => new RegExp(each, 'd'));

/** The people whom these patterns name, as they were said; null when they name none or two patterns name different ones. */
function peopleIn(sentence: string, patterns: readonly RegExp[]): string[] | null {
  const { low, plain } = alignedSpanish(sentence);
  const lists = patterns.flatMap((pattern) => {
    const [from, to] = pattern.exec(plain)?.indices?.[1] ?? [];
    return from === undefined ? [] : [low.slice(from, to)];
  });
  const [list] = lists;
  if (!list || new Set(lists).size > 1) return null;
  return peopleOf(list);
}

const DETERMINERS = /^(?:(?:a|para|de) )?(?:(?:mi|mis|tu|sus?|nuestr[oa]s?|el|la|los|las|don|doña|dona) )?/u;

function peopleOf(list: string): string[] {
  return list
    .split(/,? (?:y|e|o|u|ni) |, /)
    .map((each) => {
      const [first = '', ...name] = each.replace(DETERMINERS, '').trim().split(' ');
      if (name.length > 0) return name.join(' ');
      return RELATIONS[plainSpanish(first)] ?? first;
    })
    .filter(Boolean);
}

const READS =
  /\b(?:lea\w*|lee\w*|leid\w*|sep[ae]n?|saber\w*|libro|publi\w+|oiga\w*|oir\w*|escuch\w+|vea\w*|ver(?:lo|la)?|abr(?:a|an|ir\w*)|cuent\w+|contar\w*|salga|ensen\w+|muestr\w+|mostr\w+|enter\w+|entreg\w+|den)\b/;

/** Whether a sentence lets others read only after the person's death: it speaks of death without danger. */
export function waitsForDeath(sentence: string): boolean {
  return READS.test(plainSpanish(sentence)) && saidAudience(sentence)?.kind === 'AFTER_DEATH';
}

const NOT_EVERYBODY =
  /\bno (?:es|son|va|sea) para (?:todos|todas|todo el mundo|cualquiera|el publico)\b|\bno (?:todos|todo el mundo|cualquiera) (?:lo )?(?:tiene|tienen|debe|deben|puede|pueden)\b/;

/** Whether a sentence says that some may read it and others not, without saying who. */
export function limitsReaders(sentence: string): boolean {
  return NOT_EVERYBODY.test(plainSpanish(sentence));
}

/** “Ya no quiero que mi familia lea más” takes the consent to sharing back; it is no wish about these words. */
const ENDS_ALL = /\b(?:ya no|mas|de ahora en adelante|nunca mas|en adelante)\b/;
const WISHES = EXCEPT.slice(0, 8).map((pattern) => new RegExp(pattern, ''));

/** Whether a sentence unmistakably limits who may read it. */
export function asksForAudience(sentence: string): boolean {
  const said = plainSpanish(sentence);
  if (ENDS_ALL.test(said) || !RELATED.test(said)) return false;
  return WISHES.some((pattern) => wish(said, pattern) !== null);
}

const RELATED = new RegExp(`\\b${RELATION}\\b`);

/**
 * Reads the sentence of a wish for who may read the words. Null where that is not certain: then the words stay
 * private. A sentence that names both people and a time is not certain.
 */
export function saidAudience(sentence: string): SaidAudience | null {
  const said = withYears(plainSpanish(sentence));
  if (/\?\s*$/.test(said)) return null;
  const time = timeIn(said);
  const only = peopleIn(sentence, ONLY);
  const except = peopleIn(sentence, EXCEPT);
  if (time) return only || except ? null : time;
  if (A_TIME.test(said)) return null;
  if (only && except) return null;
  if (only) return { kind: 'ONLY', people: only };
  return except && { kind: 'EXCEPT', people: except };
}

const ANSWERED = new RegExp(
  `^(?:(?:pues|bueno|ay|mire|mira|oiga|este|eh|solo|solamente|nomas|nada mas|unicamente|por favor|creo que|yo diria que|tal vez|que sea),? )*${PEOPLE}(?: (?:solamente|nomas|nada mas|por favor|puede|pueden))*[.! ]*$`,
  'd',
);

/** Reads the answer to “who may read it?”, which may be a name alone. */
export function answeredAudience(answer: string): SaidAudience | null {
  const whole = saidAudience(answer);
  if (whole) return whole;
  const people = peopleIn(answer, [ANSWERED]);
  return people && people.length > 0 ? { kind: 'ONLY', people } : null;
}

function timeIn(said: string): Exclude<SaidAudience, { people: string[] }> | null {
  if (FOR_EVER.test(said)) return null;
  const holdsBack = HOLDS_BACK.test(said);
  const isAtDeath =
    ((BEFORE.test(said) || WHILE_ALIVE.test(said)) && holdsBack) ||
    (DEATH.test(said) && (holdsBack || ALLOWS.test(said)));
  const isOpening = ALLOWS.test(said) || holdsBack;
  const date = holdsBack || ALLOWS.test(said) ? A_DATE.exec(said) : null;
  const age = isOpening ? AN_AGE.exec(said) : null;
  const years = isOpening ? SOME_YEARS.exec(said) : null;
  const named = [date, age, years].filter(Boolean).length + Number(isAtDeath);
  if (named !== 1) return null;
  if (isAtDeath) return AFTER_THAT.test(said) ? null : { kind: 'AFTER_DEATH' };
  if (age) return { kind: 'UNTIL_AGE', age: numberOf(age[1] ?? '') };
  if (years) return { kind: 'IN_YEARS', years: numberOf(years.slice(1).find(Boolean) ?? '') };
  return date && dateOf(date);
}

/** The text with spoken years as digits. */
function withYears(said: string): string {
  return said.replace(SPOKEN_YEAR, (_all, number: string) => `${2000 + numberOf(number)}`);
}

function dateOf(match: RegExpExecArray): Exclude<SaidAudience, { people: string[] }> | null {
  const [, word, edge = '', dayText, monthName, yearText] = match;
  const year = Number(yearText);
  if (monthName === undefined) {
    const isNext = word === 'despues' || edge.startsWith('fin');
    return { kind: 'UNTIL', year: isNext ? year + 1 : year, month: 1, day: 1 };
  }
  const month = MONTHS.indexOf(monthName === 'setiembre' ? 'septiembre' : monthName) + 1;
  const day = dayText === 'primero' ? 1 : Number(dayText ?? 1);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (edge || word === 'despues' || date.getUTCMonth() !== month - 1) return null;
  return { kind: 'UNTIL', year, month, day };
}

function numberOf(words: string): number {
  if (/^\d/.test(words)) return Number(words);
  if (words === 'cien') return 100;
  if (words === 'un') return 1;
  const teens = TEENS.indexOf(words);
  if (teens >= 0) return 10 + teens;
  const [first = '', ones = ''] = words.split(' y ');
  const tens = TENS.indexOf(first);
  return tens < 0 ? ONES.indexOf(first) + 1 : (tens + 3) * 10 + ONES.indexOf(ones) + 1;
}
