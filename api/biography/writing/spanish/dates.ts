import type { DateInText, Life } from '#api/biography/writing/dates.ts';
import { centuryOf, centuryOfDecade, yearOf } from '#api/biography/writing/dating/expressions.ts';
import { isEdtf } from '#api/biography/writing/dating/say.ts';
import { findNumbers } from './numbers.ts';
import { MONTHS } from './say-date.ts';
import { foldInPlace } from './words.ts';

const NO_LIFE: Life = { birthDate: null, toldAt: null };

const MONTH = `(?:${MONTHS.join('|')}|setiembre)`;
export const SEASONS: ReadonlyMap<string, string> = new Map([
  ['primavera', '21'],
  ['verano', '22'],
  ['otono', '23'],
  ['invierno', '24'],
]);
const SEASON = [...SEASONS.keys()].join('|');
const FEAST = 'navidad|nochebuena|semana santa|pascua';

const UNIT = 'uno|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve';
const TENS = 'treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa';
const TWENTIES =
  'diez|once|doce|trece|catorce|quince|dieciseis|diecisiete|dieciocho|diecinueve|veinte|veintiuno|veintidos|veintitres|veinticuatro|veinticinco|veintiseis|veintisiete|veintiocho|veintinueve';
const TWO = `(?:(?:${TENS})(?: y (?:${UNIT}))?|${TWENTIES})`;
/** A whole year in digits or words. */
const YEAR = `(?:(?:1[6-9]|20)\\d\\d(?![\\d.,]*\\d)|mil (?:ochocientos|novecientos)(?: (?:${TWO}|${UNIT}))?|dos mil(?: (?:${TWENTIES}|${UNIT}))?)`;
/** The last two figures of a year. They need "el", "del" or "año" before them. */
const SHORT = `(?:'?\\d\\d(?!\\d|[.,]\\d)|${TWO})`;
const OF_YEAR = `(?:,? (?:de|del|del ano|de ese ano de|en el|en)? ?(?:${YEAR})|,? (?:del|del ano|en el) ${SHORT})`;
const DAY = `(?:el )?(?:dia )?(?:\\d{1,2}|primero|1[°o]|${TWENTIES}|${UNIT}|treinta|treinta y uno)`;

const DATE = [
  `\\b${DAY} de ${MONTH}${OF_YEAR}`,
  `\\b${MONTH}${OF_YEAR}`,
  `\\b(?:la |el |las )?(?:${SEASON}|${FEAST})(?:es)?${OF_YEAR}`,
  `\\b(?:a |en )?(?:(?:principios|comienzos|mediados|finales|fines) de )?los (?:anos |ano )?(?:(?:${TENS}|veinte)s?|'?[2-9]0)\\b(?! (?:y (?:${UNIT})\\b|anos|metros|pesos|kilos|hijos|minutos|dias))`,
  `\\b(?:la )?decada (?:de los |del |de )(?:anos )?(?:(?:${TENS}|veinte)s?|(?:19)?[2-9]0)\\b`,
  `\\b(?:(?:el|del|al|este) )?ano (?:de |del )?(?:${YEAR}|${SHORT})\\b`,
  `(?<=\\b(?:en|desde|hasta|por|hacia|del|antes|despues|como en|seria|fue|para|y|o|no|creo que) )el ${SHORT}\\b`,
  `(?<=\\b(?:verano|invierno|otono|primavera|terremoto|temblor|huelga|guerra|inundacion|ciclon|huracan|crisis|alla por|por ahi|ahi por) )del ${SHORT}\\b`,
  `\\b${YEAR}`,
].join('|');

const ABOUT =
  'como (?:en|por)|por ahi (?:de|por)?|ahi por|alla por|a eso de|hacia|alrededor de|cerca de|mas o menos (?:en|por)|aproximadamente(?: en)?|sobre|seria(?: (?:en|por))?|a principios de|a mediados de|a finales de|a fines de';
const PERHAPS =
  'creo que(?: (?:fue|era|seria))?|me parece que(?: (?:fue|era))?|quizas?|tal vez|a lo mejor|puede que|posiblemente|probablemente|debio (?:de )?ser';
const SINGLE = new RegExp(
  `(?:\\b(${PERHAPS}),? )?(?:\\b(${ABOUT}) ?)?(?:en |de |por )?(${DATE})(,? (?:mas o menos|por ahi|o asi|o algo asi|y pico|aproximadamente)\\b)?`,
  'gu',
);
const INTERVAL = new RegExp(
  `\\b(?:entre|de|desde|del) (?:el |los )?(?:ano )?(${YEAR}|${SHORT}) (?:y|a|al|hasta) (?:el |los )?(?:ano )?(${YEAR}|${SHORT})(?![ ]?(?:de la|anos|pesos|kilos|metros|de ${MONTH}))`,
  'gu',
);
const COUNT = `(\\d{1,3}|\\p{L}+(?: y \\p{L}+)?)`;
/** An age of the person's own. The third person is the same word in "tenía", so only what says "yo" counts. */
const AGE = new RegExp(
  [
    `\\b(?:yo (?:ya |apenas |solo )?tenia|tenia yo|cuando (?:yo )?(?:ya )?tenia) (?:como |unos |apenas |ya |solo )?${COUNT}(?: anos| anitos)`,
    `\\bcuando (?:yo )?cumpli (?:los )?${COUNT}(?: anos)?`,
    `\\ba (?:los|mis) ${COUNT} anos(?= (?:yo\\b|me |nos |empece|entre|llegue|sali|ya |aprendi|perdi|mi ))`,
    `(?<=\\b(?:yo|empece|entre|comence|llegue|sali|vine|fui|me case|trabaje|aprendi)\\b[^.;!?]{0,40})(?:con|a los|a mis) ${COUNT} (?:anos|anitos)`,
  ].join('|'),
  'gu',
);
/** After these words a year is a number of something else. */
const NOT_A_YEAR =
  /^ (?:pesos|soles|pesetas|bolivares|dolares|personas|kilos|kilometros|metros|hombres|mujeres|gentes?|libros|paginas|vacas|ovejas)\b|^ por ciento|^ de la calle|^ de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)\b/;
const MAY_DATE =
  /\d|\b(?:mil|diez|once|doce|trece|catorce|quince|dieci\w+|veint\w+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)|\bcumpli\b|\bten(?:ia|ias)\b|\banos\b/;

/** The dates of a text as EDTF; an age becomes an approximate year when the birth date is known. */
export function findDates(text: string, life: Life = NO_LIFE): DateInText[] {
  const search = foldInPlace(text);
  if (search.length !== text.length || !MAY_DATE.test(search)) return [];
  const found: DateInText[] = [];
  const taken = new Uint8Array(text.length);
  const add = (start: number, end: number, edtf: string | null, inferred = false) => {
    if (!edtf || !isEdtf(edtf) || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    found.push({ text: text.slice(start, end), edtf, inferred, start, end });
  };
  for (const match of search.matchAll(INTERVAL)) {
    const [from, to] = [readYear(match[1] ?? '', life), readYear(match[2] ?? '', life)];
    const isTime = /^(?:entre|desde|del)/.test(match[0]) || (match[1] ?? '').length > 3;
    if (from !== null && to !== null && to > from && to - from < 90 && isTime)
      add(match.index, match.index + match[0].length, `${from}/${to}`);
  }
  for (const match of search.matchAll(SINGLE)) {
    const [whole, perhaps, about, date = '', after] = match;
    const end = match.index + whole.length;
    if (NOT_A_YEAR.test(search.slice(end, end + 30))) continue;
    const first = perhaps || about ? match.index : match.index + whole.indexOf(date);
    add(first, end, qualified(read(date, life), Boolean(about || after), Boolean(perhaps)));
  }
  const born = yearOf(life.birthDate);
  for (const match of born === null ? [] : search.matchAll(AGE)) {
    const words = match.slice(1).find(Boolean) ?? '';
    const age = findNumbers(words)[0];
    if (!age || age.text.length !== words.length || age.kind !== 'CARDINAL' || age.value > 110) continue;
    add(match.index, match.index + match[0].length, `${(born ?? 0) + age.value}~`, true);
  }
  return found.sort((a, b) => a.start - b.start);
}

function qualified(value: string | null, about: boolean, perhaps: boolean): string | null {
  if (!value || value.includes('X') || /-2[1-4]$/.test(value)) return value;
  return `${value}${about && perhaps ? '%' : about ? '~' : perhaps ? '?' : ''}`;
}

/** The EDTF of words that `DATE` has matched; null when they hold no plausible date. */
function read(words: string, life: Life): string | null {
  const decade = /\b(?:los (?:anos |ano )?|decada .*?)(\p{L}+?|'?\d\d|19\d\d)s?$/u.exec(words)?.[1];
  if (decade && /\b(?:los|decada)\b/.test(words) && !/\b(?:de|del) \d{4}$/.test(words)) {
    const value = findNumbers(decade.replace("'", ''))[0]?.value ?? findNumbers(`${decade}`)[0]?.value ?? 0;
    const tens = value % 100;
    if (tens >= 20 && tens % 10 === 0)
      return `${Math.trunc((value > 1000 ? value : centuryOfDecade(tens, life)) / 10)}X`;
    return null;
  }
  const tail = new RegExp(`(?:(${YEAR})|(${SHORT}))$`, 'u').exec(words);
  const year = tail ? readYear(tail[0], life) : null;
  if (year === null || !tail) return null;
  const rest = words.slice(0, tail.index);
  const season = new RegExp(`\\b(${SEASON})`).exec(rest)?.[1];
  if (season) return `${year}-${SEASONS.get(season)}`;
  const feast = new RegExp(`\\b(?:${FEAST})`).exec(rest)?.[0];
  if (feast) return feast.startsWith('na') || feast.startsWith('no') ? `${year}-12` : `${year}-21`;
  const name = new RegExp(MONTH).exec(rest)?.[0];
  if (!name) return String(year);
  const month = name === 'setiembre' ? 9 : MONTHS.indexOf(name) + 1;
  const before = rest.slice(0, rest.indexOf(name));
  const value = `${year}-${String(month).padStart(2, '0')}`;
  const day = /\bprimero\b|1[°o]/.test(before) ? 1 : findNumbers(before)[0]?.value;
  const counted = day ?? (/\bun[oa]?\b/.test(before) ? 1 : undefined);
  if (counted === undefined) return value;
  return counted >= 1 && counted <= new Date(Date.UTC(year, month, 0)).getUTCDate()
    ? `${value}-${String(counted).padStart(2, '0')}`
    : null;
}

function readYear(words: string, life: Life): number | null {
  const value = findNumbers(words.replace("'", ''))[0]?.value;
  if (value === undefined || !Number.isInteger(value)) return null;
  if (value >= 10 && value < 100) return centuryOf(value, life);
  return value >= 1600 && value < 2100 ? value : null;
}

/** Wars with one date wherever they are named. */
const WARS: [RegExp, number, number][] = [
  [/guerra civil/, 1936, 1939],
  [/(?:segunda guerra|guerra mundial)/, 1939, 1945],
  [/guerra del chaco/, 1932, 1935],
  [/guerra de (?:las )?malvinas/, 1982, 1982],
];
const NEXT_YEAR = /\b(?:al|el) ano siguiente\b|\bal otro ano\b|\b(?:un|a un) ano despues\b(?! de\b)/gu;
const LATER = new RegExp(`\\b(?:a los )?${COUNT} anos (despues|mas tarde|antes)\\b(?! de\\b)`, 'gu');
const SAME_YEAR = /\b(?:ese|aquel|el) mismo ano\b/gu;
const AROUND = new RegExp(
  `\\b(?:el ano|un ano|${COUNT} anos) (despues|antes) de (?:(?:que )?(?:acabara|terminara|empezara) )?(?:la|el|los|las|que|mi) ([\\p{L} ]{3,40}?)(?=[,.;:!?]|$| (?:me|nos|se|mi|yo|y|cuando|fue|vino|llego|empez\\p{L}+)\\b)`,
  'gu',
);
const BORN = /\bel (?:mismo )?ano (?:en )?que (?:yo )?naci\b/gu;
/** How far back a date may stand that a word like "al año siguiente" counts from. */
const NEAR = 600;

/** Dates that are counted from others: "al año siguiente", "dos años después", "el año después de la guerra". */
export function findRelativeDates(text: string, life: Life = NO_LIFE): DateInText[] {
  const search = foldInPlace(text);
  if (search.length !== text.length || !/\bano/.test(search)) return [];
  const stated = findDates(text, life).filter(({ inferred }) => !inferred);
  const before = (at: number) => stated.findLast((date) => date.end <= at && at - date.end <= NEAR);
  const found: DateInText[] = [];
  const add = (match: RegExpExecArray, edtf: string | null) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const isTaken = [...stated, ...found].some((date) => date.start < end && start < date.end);
    if (edtf && isEdtf(edtf) && !isTaken)
      found.push({ text: text.slice(start, end), edtf, inferred: true, start, end });
  };
  const from = (match: RegExpExecArray, steps: number, about = '') => {
    const year = yearOf(before(match.index)?.edtf ?? null);
    add(match, year === null || steps === 0 ? null : `${year + steps}${about}`);
  };
  for (const match of search.matchAll(NEXT_YEAR)) from(match, 1);
  for (const match of search.matchAll(LATER))
    from(match, countOf(match[1]) * (match[2] === 'antes' ? -1 : 1), '~');
  for (const match of search.matchAll(SAME_YEAR)) {
    const year = yearOf(before(match.index)?.edtf ?? null);
    add(match, year === null ? null : String(year));
  }
  for (const match of search.matchAll(AROUND)) {
    const [, number, way, event = ''] = match;
    const year = yearOfEvent(event, way === 'despues', search, stated);
    const steps = (number ? countOf(number) : 1) * (way === 'antes' ? -1 : 1);
    add(match, year === null || steps === 0 ? null : `${year + steps}${number ? '~' : ''}`);
  }
  const born = yearOf(life.birthDate);
  for (const match of search.matchAll(BORN)) add(match, born === null ? null : String(born));
  return found.sort((a, b) => a.start - b.start);
}

function countOf(words: string | undefined): number {
  const value = findNumbers(words ?? '')[0]?.value ?? 0;
  return Number.isInteger(value) && value < 120 ? value : 0;
}

/** The year of a well-known war, or of an event that is dated beside its name in this text. */
function yearOfEvent(
  event: string,
  after: boolean,
  search: string,
  stated: readonly DateInText[],
): number | null {
  const war = WARS.find(([name]) => name.test(event));
  if (war) return after ? war[2] : war[1];
  const word = event.trim().split(' ')[0] ?? '';
  if (word.length < 4) return null;
  const beside = stated.filter(({ start, end }) => {
    const from = Math.max(search.lastIndexOf('. ', start), 0);
    const until = search.indexOf('. ', end);
    return search.slice(from, until < 0 ? undefined : until).includes(word);
  });
  const years = new Set(beside.map(({ edtf }) => yearOf(edtf)));
  return years.size === 1 ? ([...years][0] ?? null) : null;
}
