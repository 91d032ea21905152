import { findDates } from '#api/biography/writing/spanish/dates.ts';
import { comparableRelation, KIN_PATTERN, relationOf } from '#api/biography/writing/spanish/kinship.ts';
import { foldInPlace } from '#api/biography/writing/spanish/words.ts';
import { answerClaim, type Claim } from './claims.ts';

/** Words of supposition; "sí" has its accent. */
const supposed =
  /\?|(?<!\p{L})(?:si|quiz[aá]s?|tal vez|a lo mejor|ojal[aá]|hubier\p{L}+|habr[ií]a\p{L}*|dicen|dijo|dec[ií]a|creo)(?!\p{L})/iu;
const single = new Set(['mother', 'father', 'husband', 'wife']);

const words =
  'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis'.split(' ');
const number = `(${words.join('|')}|\\d{1,2})`;
const whole =
  '(?=[.,;!:]|$| (?:y (?:todos|todas|yo)|pero|en total|en la casa|en casa|en mi casa|todos|todas)(?!\\p{L}))';
/** Nothing that says whose, which or how many more: "tuve dos hijos con Pedro", "y luego otros tres". */
const allOfThem = `(?=[.;:!]|$|,(?! (?:[ye] )?(?:luego|despues|mas|otr[oa]s?|un[oa]?|con|${words.join('|')})(?!\\p{L})))`;
const parents = 'mis (?:papas|padres|viejos)|mi (?:mama|madre|papa|padre)';
const siblingsAndSelf = [
  `(?:eramos|fuimos) (?:${number}) (?:hermanos|hijos)${whole}`,
  `(?:soy|fui|yo era) (?:el|la) (?:mayor|menor|primer[oa]|ultim[oa]|\\p{L}+) de ${number} (?:hermanos|hijos)${whole}`,
  `(?:${parents}) (?:tuvieron|tuvo|criaron|crio) (?:a )?${number} hijos${whole}`,
].map(patternOf);
const siblings = patternOf(
  `(?<!no )(?:tuve|tengo) ${number} (hermanos|hermanas)(?: y (\\p{L}+) (hermanas?|hermanos?))?${allOfThem}`,
);
const children = patternOf(
  `(?<!no )(?:tuve|tengo|tuvimos|tenemos) (?:a )?${number} (hijos|hijas)(?: y (\\p{L}+) (hijas?|hijos?))?${allOfThem}`,
);
const onlyChild = patternOf('(?:soy|fui|yo era) hij[oa] unic[oa](?=[.,;]|$)');
const noSiblings = patternOf(
  '(?:nunca tuve|no tuve) (?:ningun |ninguna )?(hermanos?|hermanas)(?=[.;]|$|, (?!pur|sol|nada|pero|sino))',
);
const noChildren = patternOf('(?:nunca tuve|no tuve|nunca tuvimos|no tuvimos|no tengo) hijos(?=[.,;]|$)');
const aSibling = patternOf(
  'mi (herman[oa])(?! (?:de (?:crianza|leche|fe)|del? alma|en (?:cristo|la fe)|postiz[oa]|politic[oa]|adoptiv[oa])(?!\\p{L}))(?: (?:mayor|menor|grande|chic[oa]))?',
);
/** How a sentence begins that gives sisters after "no tuve hermanos". */
const butSisters = /^(?:solo|solamente|puras?|nada mas|tuve|pero)(?!\p{L}).*hermanas/u;
/** Words by which a number isn't that of a whole family. */
const partly =
  /(?<!\p{L})(?:viv[oa]s|vivieron|quedaron|quedamos|murieron|murio|perdimos|hasta|entonces|ya|todavia|cuando|medi[oa]s?|adoptiv\p{L}+|antes|de crianza|ademas)(?!\p{L})/u;

function patternOf(pattern: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'gu');
}

/** The facts of the person and their family that a Spanish sentence states, apart from times and places. */
export function spanishClaimsIn(sentence: string, next: string | null): Claim[] {
  const quoted = sentence.replace(/[“"«][^”"»]*[”"»]?/g, (all) => ' '.repeat(all.length));
  const search = foldInPlace(quoted);
  if (search.length !== sentence.length || sentence.length > 600 || supposed.test(quoted)) return [];
  return [
    ...numbersIn(search, sentence, next),
    ...namesIn(search, sentence),
    ...workIn(search, sentence),
    ...skillsIn(search),
  ];
}

type Group = 'brothers and sisters' | 'brothers' | 'sisters' | 'children' | 'sons' | 'daughters';

function numbersIn(search: string, sentence: string, next: string | null): Claim[] {
  const claim = (
    match: RegExpExecArray,
    group: Group,
    form: string,
    { least, most, text = match[0] }: { least: number; most: number; text?: string | undefined },
  ): Claim => {
    const start = match.index + match[0].indexOf(text);
    const end = start + text.length;
    const value = most === 0 ? 'none' : most === Infinity ? `at least ${least}` : `${most}`;
    return {
      ...{ reason: 'NUMBER', topic: `number:${group}`, about: `your ${group}`, form: `${group} ${form}` },
      said: { start, end, text: sentence.slice(start, end), value },
      ...{ least, most, isNow: /^(?:no )?(?:tengo|tenemos)/.test(match[0]) },
      isOfCouple: /^(?:no |nunca )?(?:tuvimos|tenemos)/.test(match[0]),
    };
  };
  const none = { least: 0, most: 0 };
  const some = { least: 1, most: Infinity };
  const all = 'brothers and sisters';
  const isPartly = partly.test(search);
  const hasOnlySisters = butSisters.test(foldInPlace(next ?? ''));
  const found = [
    ...[...search.matchAll(aSibling)].flatMap((match) => [
      claim(match, all, 'some', some),
      claim(match, match[1]?.endsWith('a') ? 'sisters' : 'brothers', 'some', some),
    ]),
  ];
  if (isPartly) return found;
  return [
    ...found,
    ...[...search.matchAll(onlyChild)].map((match) => claim(match, all, 'none', none)),
    ...[...search.matchAll(noSiblings)]
      .filter((match) => match[1] === 'hermanas' || !hasOnlySisters)
      .map((match) => claim(match, match[1] === 'hermanas' ? 'sisters' : all, 'none', none)),
    ...[...search.matchAll(noChildren)].map((match) => claim(match, 'children', 'none', none)),
    ...siblingsAndSelf.flatMap((pattern, at) =>
      [...search.matchAll(pattern)].map((match) => {
        const others = numberOf(match[1]) - 1;
        return claim(match, all, `of us ${at}`, { least: others, most: others, text: match[1] });
      }),
    ),
    ...countsIn(search, siblings).map(({ match, ...count }) => claim(match, all, count.form, count)),
    ...countsIn(search, children).map(({ match, ...count }) => claim(match, 'children', count.form, count)),
  ];
}

/**
 * "Tres hermanos y dos hermanas" are five, and "tres hermanos" alone may be the brothers or all: between the two lies
 * no contradiction.
 */
function countsIn(search: string, pattern: RegExp) {
  return [...search.matchAll(pattern)].flatMap((match) => {
    const [, first, kind = '', second] = match;
    const more = second === undefined ? 0 : numberOf(second);
    // "Tuve dos hermanas" says nothing of brothers.
    if (Number.isNaN(more) || (second === undefined && kind.endsWith('as'))) return [];
    const least = numberOf(first);
    const mayGrow = /^(?:tengo|tenemos)/.test(match[0]);
    const most = mayGrow ? Infinity : least + more;
    return [{ match, least, most, ...(more ? { form: 'sum' } : { form: 'number', text: first ?? '' }) }];
  });
}

function numberOf(word = ''): number {
  if (/^una?$/.test(word)) return 1;
  const at = words.indexOf(word);
  return at >= 0 ? at + 2 : /^\d/.test(word) ? Number(word) : Number.NaN;
}

const relative = `mi (?:difunt[oa] |quer[io]d[oa] |pobre |senora (?=madre|mama|abuela|suegra)|senor (?=padre|papa|abuelo|suegro))*(${KIN_PATTERN})( matern[oa]| patern[oa])?`;
const called = '(\\p{L}+)';
/** With second names and family names: "María del Carmen Ruiz". */
const wholeName = /^\p{Lu}\p{L}+(?: (?:(?:de|del|de la|de los) )?\p{Lu}\p{L}+){0,3}/u;
const names = [
  `${relative} se llama(?:ba)? ${called}`,
  `(?:el nombre|se llamaba) (?:completo |de pila )?(?:de )?${relative} (?:era|es|fue) ${called}`,
].map(patternOf);
const maidenNames = [
  `apellido de solter[oa] de ${relative} (?:era|es|fue) (\\p{L}+)`,
  `${relative} (?:era|se llamaba|se apellidaba) de soltera (\\p{L}+)`,
  `de soltera,? ${relative} (?:era|se llamaba|se apellidaba) (\\p{L}+)`,
].map(patternOf);

function namesIn(search: string, sentence: string): Claim[] {
  const claim = (match: RegExpExecArray, kind: 'name' | 'maiden name'): Claim[] => {
    const [whole, word = '', side = '', folded = ''] = match;
    const relation = relationFrom(word, side.trim());
    const start = match.index + whole.lastIndexOf(folded);
    const text = wholeName.exec(sentence.slice(start))?.[0];
    if (!relation || !text) return [];
    const parts = text.split(' ').filter((part) => /^\p{Lu}/u.test(part));
    return [
      {
        ...{ reason: 'NAME', topic: `${kind === 'name' ? 'name' : 'maiden'}:${relation}`, form: kind },
        ...{ about: `your ${relation}’s ${kind}`, names: parts.map(foldInPlace) },
        said: { start, end: start + text.length, text, value: text },
      },
    ];
  };
  return [
    ...names.flatMap((pattern) => [...search.matchAll(pattern)].flatMap((match) => claim(match, 'name'))),
    ...maidenNames.flatMap((pattern) =>
      [...search.matchAll(pattern)].flatMap((match) => claim(match, 'maiden name')),
    ),
  ];
}

/** "mother", or "mother’s mother" for "abuela materna"; null for a relation of which one has several. */
function relationFrom(word: string, side: string): string | null {
  const relation = comparableRelation(relationOf(word));
  if (relation === null) return null;
  if (single.has(relation)) return relation;
  if (!side || !/^grand(?:mother|father)$/.test(relation)) return null;
  return `${side.startsWith('matern') ? 'mother' : 'father'}’s ${relation.replace('grand', '')}`;
}

/** Occupations, with "a" where it is another word for a woman; those of one line are alike. */
const lines = `panadero
carpintero
albanil maestro de obras
chofer camionero taxista conductor tranviario
zapatero
sastre modista costurera
herrero
obrero minero
pescador marinero estibador
campesino agricultor jornalero peon ganadero pastor vaquero arriero lechero
ferrocarrilero ferroviario
maestro profesor
medico
enfermero partera
lavandera sirvienta
cocinero
mesero camarero
comerciante tendero vendedor carnicero
barbero peluquero
pintor
mecanico
electricista
plomero fontanero
soldado militar
policia
bombero
cartero
contador contable secretaria
abogado juez notario
telefonista
periodista
impresor tipografo
relojero joyero
musico
cantero
molinero
tejedor hilandera
alfarero
jardinero
sacristan
farmaceutico boticario
veterinario
ingeniero
arquitecto
dentista
portero
ama de casa`
  .split('\n')
  .map((line) => line.split(/ (?!(?:de|casa|obras)(?!\p{L}))/u));
/** Work that people also do beside other work, or another word for it: it contradicts none. */
const compatibleWork = new Set(['musico', 'obrero', 'comerciante', 'ama de casa']);
const feminine = (trade: string) => trade.replace(/o$/, 'a').replace(/(?<=[dst]or)$/, 'a');
const tradeOf = new Map(
  lines.flatMap((line) =>
    line.flatMap((word) => [word, feminine(word)].map((each) => [each, line[0] ?? word] as const)),
  ),
);
const trade = [...tradeOf.keys()].sort((a, b) => b.length - a.length).join('|');
const ofWork = patternOf(
  `(?:(yo)|${relative}) (?:siempre )?(?:(?:era|fue|fui) (?:un |una )?|trabaj(?:aba|o|e) (?:de |como ))(?:maestr[oa] (?!de ))?(${trade})`,
);
const allLife =
  /(?<!\p{L})(?:tod[ao] (?:su|mi|la) (?:santa )?vida|hasta (?:que (?:se )?murio|el ultimo dia|su muerte)|siempre|desde (?:nino|nina|chico|chica) hasta)(?!\p{L})/u;
/** Words by which it is one of several occupations. */
const passing =
  /(?<!\p{L})(?:de joven|de chic[oa]|de nin[oa]|de muchach[oa]|primero|antes|despues|luego|tambien|a veces|un tiempo|una temporada|anos|meses|cuando|hasta|durante|en la guerra|al principio|por las noches|los domingos)(?!\p{L})/u;

function workIn(search: string, sentence: string): Claim[] {
  const told = [...search.matchAll(ofWork)];
  if (told.length === 0) return [];
  const isAllLife = allLife.test(search);
  const [date, ...more] = findDates(sentence).filter(({ inferred }) => !inferred);
  const isIn =
    date &&
    more.length === 0 &&
    /^\d{4}$/.test(date.edtf) &&
    /(?:^|\s)en $/.test(search.slice(0, date.start));
  const year = isIn ? date.edtf : null;
  return told.flatMap((match): Claim[] => {
    const [whole, self, word = '', side, folded = ''] = match;
    const relation = self ? 'self' : relationFrom(word, (side ?? '').trim());
    if (!relation || /(?<!\p{L})(?:no|nunca|casi|queria|iba)(?!\p{L})/u.test(search)) return [];
    const start = match.index + whole.lastIndexOf(folded);
    const text = sentence.slice(start, start + folded.length);
    const trade = tradeOf.get(folded) ?? folded;
    const isPartTime = compatibleWork.has(trade);
    return [
      {
        ...{ reason: 'WORK', topic: `work:${relation}`, form: 'as', work: `as ${trade}` },
        about: `${relation === 'self' ? 'your' : `your ${relation}’s`} work${year ? ` in ${year}` : ''}`,
        said: { start, end: start + text.length, text, value: text },
        ...{ isAllLife, isPassing: !isAllLife && passing.test(search), isPartTime, year },
      },
    ];
  });
}

/** Not "manejaba el dinero". */
const ofCars =
  '(?=[.,;]|$| (?:(?:un|una|el|la|mi) )?(?:coche|carro|auto|camion|camioneta|tractor)(?!\\p{L}))';
/** Not "nunca aprendí a leer música", which others who read can say. */
const atAll = '(?=[.,;!]|$| (?:nunca|ni|de ningun|en mi vida)(?!\\p{L}))';
const skills = [
  ['swimming', 'nadar', 'nadaba|nade'],
  ['driving', '(?:manejar|conducir)', `(?:manejaba|maneje|conducia)${ofCars}`],
  ['dancing', 'bailar', 'bailaba'],
  ['reading', 'leer', 'leia'],
].map(([skill, infinitive, did]) => ({
  topic: { topic: `once:${skill}`, about: `your ${skill}` },
  never: patternOf(
    `(?:(?:nunca|jamas) (?:aprendi a|supe)|no aprendi(?: nunca)? a|no se) ${infinitive}${atAll}`,
  ),
  once: patternOf(
    `(?<!(?:no|nunca|jamas) )(?:(?:yo|de nin[oa]|de chic[oa]|aqui|ahi) (?:si )?(?:${did}|aprendi a ${infinitive})|aprendi a ${infinitive})`,
  ),
}));
const forNow = /(?<!\p{L})(?:hasta|todavia|aun|entonces|al principio)(?!\p{L})/u;

/** Skills that the person never learned, or didn't use. */
function skillsIn(search: string): Claim[] {
  return skills.flatMap(({ topic, never, once }) => [
    ...[...search.matchAll(never)]
      .filter(() => !forNow.test(search))
      .map((match) => answerClaim(match, { ...topic, answer: 'never learned it' })),
    ...[...search.matchAll(once)].map((match) => answerClaim(match, { ...topic, answer: 'could do it' })),
  ]);
}

const remarriage =
  /(?<!\p{L})(?:mi (?:primer|segundo|tercer|segunda|primera|ex) ?-?(?:marido|esposo|esposa|mujer)|(?:me|nos) (?:volvi|volvimos) a casar|(?:volvi|volvimos) a casar(?:me|nos)|(?:me|nos) (?:case|casamos) (?:otra vez|de nuevo|por segunda vez|en segundas)|me divorcie|nos divorciamos|(?:primeras|segundas|terceras) nupcias|(?:primer|segundo|tercer) matrimonio|segunda boda|mis (?:dos|tres) (?:maridos|esposos|esposas))(?!\p{L})/u;
const secondParents =
  /(?<!\p{L})(?:padrastro|madrastra|(?:padre|madre|papa|mama) (?:biologic[oa]|verdader[oa]|adoptiv[oa]|de crianza)|(?:papa|mama|padre|madre) se volvio a casar)(?!\p{L})/u;

/** The relations that the person of a Spanish book has once: see `singleRelations`. */
export function spanishSingleRelations(sentences: readonly string[]): ReadonlySet<string> {
  const folded = sentences.map(foldInPlace);
  const isRemarried = folded.some((each) => remarriage.test(each));
  const hasSecondParents = folded.some((each) => secondParents.test(each));
  return new Set(
    [...single].filter(
      (relation) => !(/^(?:mother|father)$/.test(relation) ? hasSecondParents : isRemarried),
    ),
  );
}

const lostChild =
  /(?<!\p{L})(?:(?:se (?:me|nos) murio|perdi|perdimos|enterre|enterramos) (?:a )?(?:un|una|mi|nuestro|nuestra) (?:hij\p{L}+|nin\p{L}+|bebe|criatura)|nacio muert[oa]|mi hij[oa](?: \p{L}+)? (?:murio|fallecio))(?!\p{L})/u;

/** Whether a sentence tells of a child who died. */
export function spanishTellsOfLostChild(sentence: string): boolean {
  return lostChild.test(foldInPlace(sentence));
}

const named = new RegExp(
  `(?<!\\p{L})mi (?:difunt[oa] )?(${KIN_PATTERN})(?: (?:mayor|menor))?,? (\\p{L}+)`,
  'gu',
);

/** The relatives that a sentence calls by relation and name, with the name in small letters. */
export function spanishNamedRelatives(sentence: string): { relation: string; name: string }[] {
  const search = foldInPlace(sentence);
  return [...search.matchAll(named)].flatMap((match) => {
    const [whole, word = '', folded = ''] = match;
    const start = match.index + whole.length - folded.length;
    const relation = comparableRelation(relationOf(word));
    const text = sentence.slice(start, start + folded.length);
    return relation && /^\p{Lu}/u.test(text) ? [{ relation, name: text.toLowerCase() }] : [];
  });
}
