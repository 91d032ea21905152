import { findDates } from '#api/biography/writing/spanish/dates.ts';
import { spanishFindings } from '#api/biography/writing/spanish/findings.ts';
import { comparableRelation, KIN_PATTERN, relationOf } from '#api/biography/writing/spanish/kinship.ts';
import { findNumbers } from '#api/biography/writing/spanish/numbers.ts';
import { foldInPlace } from '#api/biography/writing/spanish/words.ts';
import type { AgeAt } from './ages.ts';
import type { Said } from './clauses.ts';
import type { ToldEvent } from './events.ts';

type Stretch = { start: number; end: number };
type Event = Pick<ToldEvent, 'key' | 'deed' | 'relation' | 'name' | 'clause'> & Stretch;

/** Not "la escuela normal" or "la escuela de música", which are others. */
const whole = '(?! (?:normal|primaria|secundaria|tecnica|nocturna|superior|militar|de)(?!\\p{L}))';
/**
 * Events that happen once in a life, with patterns for words without accents: told of oneself, and of somebody else.
 * `said` is the English clause that the team reads.
 */
const deeds: { key: string; said: string; self: string; other?: string }[] = [
  { key: 'birth', said: 'born', self: 'naci(?: y (?:creci|me crie))?', other: 'nacio' },
  {
    key: 'wedding',
    said: 'got married',
    self: 'me case|nos casamos|(?:mi|nuestra) boda fue|contrajimos matrimonio',
    other: 'se caso',
  },
  {
    key: 'death',
    said: 'died',
    self: '(?!)',
    other: '(?:se (?:me |nos )?)?murio|fallecio|(?:lo|la) mataron',
  },
  {
    key: 'graduation',
    said: 'graduated',
    self: '(?:me gradue|me recibi|me titule)(?! (?:de|del|como) )',
    other: '(?:se graduo|se recibio)(?! (?:de|del|como) )',
  },
  {
    key: 'retirement',
    said: 'retired',
    self: 'me jubile|me retire(?! (?:a|de|del|al|para) )|me pensione',
    other: 'se jubilo|se retiro(?! (?:a|de|del|al|para) )|se pensiono',
  },
  { key: 'school', said: 'started school', self: `(?:entre|empece) (?:a|en) la escuela${whole}` },
  {
    key: 'leaving-school',
    said: 'left school',
    self: `(?:deje|abandone|me sacaron de|sali de) (?:la escuela|los estudios|de estudiar)${whole}`,
  },
  {
    key: 'first-work',
    said: 'started work',
    // "En 1944" may follow, but no place of work.
    self: '(?:empece|comence) a trabajar(?! (?:en (?!\\d{4}(?! (?:en|de|como|con|para) ))|(?:de|como|con|para) |(?:alli|ahi|aqui|otra|ahora)(?!\\p{L})))',
  },
];
const doneBy = (part: 'self' | 'other') =>
  deeds.map((deed) => ({ ...deed, pattern: new RegExp(`^(?:${deed[part] ?? '(?!)'})$`, 'u') }));
const doneBySelf = doneBy('self');
const doneByOther = doneBy('other');
const any = (part: (deed: (typeof deeds)[number]) => string | undefined) =>
  deeds.flatMap((deed) => part(deed) ?? []).join('|');
const own = new RegExp(`(?<!\\p{L})(${any(({ self }) => self)})(?!\\p{L})`, 'gu');
/** "Mi señora madre" is not the wife. */
const which =
  '(?:difunt[oa] |quer[io]d[oa] |pobre |propi[oa] |senora (?=madre|mama|abuela|suegra)|senor (?=padre|papa|abuelo|suegro))*';
const kin = `mi ${which}(${KIN_PATTERN})(?: (?:mayor|menor|grande|chic[oa]))?(?:,? (\\p{L}+),?)?`;
const others = any(({ other }) => other);
const kinFirst = new RegExp(`(?<!\\p{L})${kin} (${others})(?!\\p{L})`, 'gu');
const deedFirst = new RegExp(`(?<!\\p{L})(${others}) ${kin}(?!\\p{L})`, 'gu');
const going =
  /(?<!\p{L})((?:llegue|me (?:vine|mude|fui a vivir))|(?:llegamos|nos (?:vinimos|mudamos|fuimos a vivir))) (?:a|para) (?:la |el )?(\p{L}+(?: (?:de|del|de la|de los)? ?\p{L}+)?)/gu;
/** Relations of whom one has several, in English: without a name it is unclear who is meant. */
const several = /^(?!(?:mother|father|husband|wife)$)/;
/** Words by which a sentence tells of another wedding, of a denial or of a guess. */
const doubted = new RegExp(
  `${spanishFindings.doubted.source}|por lo civil|por la iglesia|primera vez|de nuevo|volv[ií] a|ojal[aá]|h[uú]bier|habr[ií]a`,
  'i',
);
/** Words of a wedding that many couples had beside another. */
const oneOfTwoWeddings = /(?<!\p{L})(?:por poder(?:es)?|por el civil|en el juzgado|en el registro)(?!\p{L})/u;
/** Nobody knows of their own birth but from others. */
const doubtedBirth = new RegExp(doubted.source.replace(/dicen\|dijo\|dec\[ií\]a\|/, ''), 'i');
/** Words that may stand between a time and the event after it. */
const between =
  /^,? ?(?:(?:fue (?:cuando|que)|cuando|yo|ya|por fin|entonces|tambien|el ano que|apenas|recien) ?){0,3}$/;

/** Of a coming that was no settling. */
const passing = /^[^,;.]{0,40}? (?:para (?!quedar|siempre)|de visita|de vacaciones|de paseo|a ver )/u;

/** The events of a life told in a Spanish sentence, each with one time, age or place. */
export function spanishEventsIn(sentence: string): ToldEvent[] {
  const search = foldInPlace(sentence);
  if (sentence.length > 600 || search.length !== sentence.length || doubtedBirth.test(sentence)) return [];
  const isHearsay = doubted.test(sentence);
  const events = eventsOf(sentence, search).filter(
    ({ key, deed }) =>
      (!isHearsay || key === 'birth:self') && (deed !== 'wedding' || !oneOfTwoWeddings.test(search)),
  );
  const dates = findDates(sentence).filter(({ inferred }) => !inferred);
  return events.flatMap((event): ToldEvent[] => {
    const told = { ...event, date: null, place: null, setting: null, age: null };
    const isNear = (stretch: Stretch) => belongsTo(event, stretch, events, search);
    const [date, ...more] = dates.filter(isNear);
    const age = ageAt(event, sentence, search);
    const place = placeOf(event, sentence, search, events);
    const setting = event.deed === 'birth' ? settingOf(event, search, sentence, events) : null;
    return [
      ...(date && more.length === 0
        ? [{ ...told, date: { ...date, value: date.edtf }, form: formOf(date.text) }]
        : []),
      ...(age ? [{ ...told, age }] : []),
      ...(place ? [{ ...told, place }] : []),
      ...(setting ? [{ ...told, setting, form: setting.text }] : []),
    ];
  });
}

/** Times of one form can stand in place of each other: "1955", "el 4 de mayo de 1955", "la primavera de 1955". */
const formOf = (words: string) => words.replace(/\p{Ll}{4,}/gu, 'x').replace(/\d+/g, '0');

function eventsOf(sentence: string, search: string): Event[] {
  return [
    ...[...search.matchAll(own)].flatMap((match) => ofSelf(match)),
    ...[...search.matchAll(kinFirst)].flatMap((match) =>
      ofKin(sentence, match, { word: match[1], called: match[2], did: match[3] }),
    ),
    ...[...search.matchAll(deedFirst)].flatMap((match) =>
      ofKin(sentence, match, { word: match[2], called: match[3], did: match[1] }),
    ),
    ...[...search.matchAll(going)].flatMap((match) => ofGoing(sentence, match)),
  ];
}

const stretchOf = (match: RegExpExecArray): Stretch => ({
  start: match.index,
  end: match.index + match[0].length,
});

function ofSelf(match: RegExpExecArray): Event[] {
  const deed = doneBySelf.find(({ pattern }) => pattern.test(match[1] ?? ''));
  if (!deed) return [];
  const clause = deed.key === 'birth' ? 'you were born' : `you ${deed.said}`;
  return [
    { key: `${deed.key}:self`, deed: deed.key, relation: null, name: null, clause, ...stretchOf(match) },
  ];
}

function ofKin(
  sentence: string,
  match: RegExpExecArray,
  { word = '', called = '', did = '' }: Record<'word' | 'called' | 'did', string | undefined>,
): Event[] {
  const relation = comparableRelation(relationOf(word));
  const deed = doneByOther.find(({ pattern }) => pattern.test(did));
  const at = match.index + match[0].lastIndexOf(called);
  const written = called ? sentence.slice(at, at + called.length) : '';
  const name = /^\p{Lu}/u.test(written) ? written : null;
  if (!relation || !deed || (!name && several.test(relation))) return [];
  // "Murió mi padre en 1960" goes on after the relation, and a word that is no name belongs to what follows.
  const end = name || !called || !match[0].endsWith(called) ? stretchOf(match).end : at;
  const who = `your ${relation}${name ? ` ${name}` : ''}`;
  return [
    {
      ...{ key: `${deed.key}:${relation}:${(name ?? '').toLowerCase()}`, deed: deed.key, relation, name },
      ...{ clause: deed.key === 'birth' ? `${who} was born` : `${who} ${deed.said}` },
      ...{ start: match.index, end },
    },
  ];
}

function ofGoing(sentence: string, match: RegExpExecArray): Event[] {
  const [whole, how = '', where = ''] = match;
  const at = match.index + whole.length - where.length;
  const place = /^\p{Lu}\p{L}*(?: (?:(?:de|del|de la|de los) )?\p{Lu}\p{L}+)?/u.exec(
    sentence.slice(at, at + where.length),
  )?.[0];
  if (!place || passing.test(foldInPlace(sentence.slice(at + place.length)))) return [];
  const who = /^(?:llegue|me)/.test(how) ? 'i' : 'we';
  return [
    {
      ...{ key: `arrive:${who}:${foldInPlace(place)}`, clause: `you came to ${place}` },
      ...{ deed: null, relation: null, name: null, start: match.index, end: at + place.length },
    },
  ];
}

/** Whether a time is that of the event: in its clause, with no other event between them. */
function belongsTo(event: Event, { start, end }: Stretch, events: readonly Event[], search: string): boolean {
  if (end <= event.start) return between.test(search.slice(end, event.start));
  if (start < event.end) return false;
  const words = search.slice(event.end, start);
  if (words.length > 60 || spanishFindings.clauseBreak.test(words)) return false;
  if (spanishFindings.otherTime.test(words)) return false;
  if (events.some((other) => other !== event && event.end <= other.start && other.start < end)) return false;
  // "Cuando nos casamos, en 1955 …": what comes after the comma may be of another clause.
  return !(words.includes(',') && spanishFindings.subordinate.test(search.slice(0, event.start)));
}

const about = '(?:como |unos |casi |apenas |mas o menos |ya )*';
/** Not "a los treinta años de servicio", "con treinta años en la fábrica". */
const old =
  '(?: anos| anitos)(?! (?:de (?!edad)|cotizad|trabajad|cumplid[oa]s de|en (?:la|el|una|un|esa|ese) |por |menos|mas ))';
const count = '(\\d{1,2}|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y \\p{L}+|\\p{L}+)';
/** Without "yo", others have their age in the same words. */
const withI = '(?:yo (?:ya )?tenia|(?:ya )?tenia yo)';
const years = `${about}${count} (?:anos|anitos)`;
const before = new RegExp(
  `(?:(?<!\\p{L})${withI}|^(?:(?:y|pues|bueno|si),? )?(?:ya )?tenia) ${years},? cuando ?$`,
  'u',
);
const after = new RegExp(
  `^(?:[^,;.]{0,40}?,? cuando|,|(?: con \\p{L}+)?) ?(?:(?:${withI}|(?:ya )?tenia) ${years}|(?:yo )?cumpli ${about}(?:los )?${count})(?!\\p{L})`,
  'u',
);
const at = new RegExp(
  `^(?:[^,;.]{0,40}? a los|(?: con \\p{L}+)? (?:de|con)) ${about}${count}${old}(?!\\p{L})`,
  'u',
);
const atShort = new RegExp(`^(?: con \\p{L}+)? a los ${about}${count}(?=[,;.]|$)`, 'u');
const atFirst = new RegExp(`(?:^|[,;] )(?:a|con) (?:los )?${about}${count}(?: anos| anitos)?,? ?$`, 'u');
/** "Murió a los tres años" may be three years after something. */
const leastTheirs = 15;
const leastRetired = 45;

/** The age of the person of the book or, at the event of a relative, of that relative. */
function ageAt(event: Event, sentence: string, search: string): AgeAt | null {
  if (event.deed === 'birth') return null;
  const [head, rest] = [search.slice(0, event.start), search.slice(event.end)];
  const isOfOther = event.relation !== null;
  const later = after.exec(rest);
  // "Mi papá murió cuando tenía sesenta años" doesn't say who.
  const mine = before.exec(head) ?? (isOfOther && !/\byo\b/.test(later?.[0] ?? '') ? null : later);
  const found = mine ?? at.exec(rest) ?? atShort.exec(rest) ?? (isOfOther ? null : atFirst.exec(head));
  const words = found?.slice(1).find(Boolean);
  if (!found || !words) return null;
  const number = findNumbers(words)[0];
  if (number?.kind !== 'CARDINAL' || number.value < 3 || number.value > 105) return null;
  const isTheirs = isOfOther && !mine;
  if (isTheirs && number.value < leastTheirs) return null;
  // "Me jubilé con treinta y ocho años" are rather those of work.
  if (event.deed === 'retirement' && number.value < leastRetired) return null;
  const isBefore = found.input === head;
  const start = (isBefore ? 0 : event.end) + found.index;
  const from = start + found[0].lastIndexOf(words);
  return {
    ...{ start: from, end: from + words.length, text: sentence.slice(from, from + words.length) },
    ...{ value: `at ${number.value}`, years: number.value },
    isAbout: /(?:como|unos|casi|mas o menos) (?:\p{L}+ )?$/u.test(search.slice(start, from)),
    ...{ isTheirs, isUntil: false, phrase: { start, end: start + found[0].length } },
  };
}

const inPlace =
  /^(?:,? (?:en|de) (?!\p{Lu})[^,;.]{0,30}?)??,? en ((?:la |el |los |las )?(?:San |Santa |Santo )?\p{Lu}\p{L}+(?: (?:(?:de|del|de la|de las|de los) )?\p{Lu}\p{L}+){0,2})/u;
const noPlace =
  /^(?:(?:la|el|los|las) )?(?:Navidad|Nochebuena|Nochevieja|Semana Santa|Pascua|Año|Carnaval|Reyes|Corpus|Cuaresma|Todos los Santos|Día de|(?:Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo)(?!\p{L}))/u;

/** The named place of a birth, a wedding or a death. */
function placeOf(event: Event, sentence: string, search: string, events: readonly Event[]): Said | null {
  if (!/^(?:birth|wedding|death)$/.test(event.deed ?? '')) return null;
  const match = inPlace.exec(sentence.slice(event.end));
  const name = match?.[1] ?? '';
  if (!match || noPlace.test(name)) return null;
  const end = event.end + match[0].length;
  const stretch = { start: end - name.length, end };
  return belongsTo(event, stretch, events, search) ? { ...stretch, text: name, value: name } : null;
}

const settings: [value: string, pattern: RegExp][] = [
  ['in a hospital', /(?<!\p{L})en (?:el|la|un|una) (?:hospital|clinica|maternidad|sanatorio)(?!\p{L})/u],
  ['at home', /(?<!\p{L})en (?:(?:la|mi|nuestra|su) )?(?:propia )?casa(?!\p{L})/u],
];

/** "En casa" or "en el hospital", of a birth. */
function settingOf(event: Event, search: string, sentence: string, events: readonly Event[]): Said | null {
  const found = settings.flatMap(([value, pattern]): Said[] => {
    const match = pattern.exec(search);
    if (!match || !belongsTo(event, stretchOf(match), events, search)) return [];
    const { start, end } = stretchOf(match);
    return [{ start, end, text: sentence.slice(start, end), value }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
