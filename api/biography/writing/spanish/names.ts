import { fold } from '#api/biography/writing/language/words.ts';
import type { FoundNames } from '#api/biography/writing/names.ts';
import type { NamedText } from '#api/biography/writing/naming/candidates.ts';
import { genderOfName } from '#api/biography/writing/naming/given-names.ts';
import { absorb } from '#api/biography/writing/naming/merging.ts';
import { mayBeOne } from '#api/biography/writing/naming/relations.ts';
import type {
  FoundPerson,
  FoundPlace,
  GivenPerson,
  SourceSpan,
  WriteSubject,
} from '#api/biography/writing/writer.ts';
import { comparableRelation, KIN_PATTERN, PLURAL_PATTERN, relationOf, relationOfSeveral } from './kinship.ts';
import { isSpanishName, knownPlace, typedNames } from './typed.ts';
import { NAMES_THAT_ARE_WORDS, NO_NAMES, set } from './word-lists.ts';
import { foldInPlace, isStopWord, looksLikeVerb } from './words.ts';

/** A name in a text, with the words around it, folded. */
interface Named {
  name: string;
  /** "don", "señorita": part of the name that is shown. */
  title: string | null;
  messageId: string;
  start: number;
  end: number;
  before: string;
  after: string;
  /** Whether its capital may be that of the sentence. */
  initial: boolean;
  /** In a text without capitals only the words before it show what it is. */
  typed: 'PERSON' | 'PLACE' | null;
}

const TITLES = set(
  'don dona sor fray padre senor senora senorita doctor doctora profesor profesora maestro maestra miss mister licenciado ingeniero madre hermana hermano nana tata compadre comadre tio tia abuelo abuela coronel sargento teniente',
);
/** Titles that are relations as well: "la tía Julia" is an aunt, "la hermana Luisa" may be a nun. */
const KIN_TITLES = set('tio tia abuelo abuela compadre comadre');
/** Titles of public life: nobody of the family. */
const PUBLIC_TITLES = set(
  'general presidente papa rey reina comandante generalisimo caudillo dictador gobernador emperador',
);
const PUBLIC = new Set(
  `franco|francisco franco|peron|juan peron|evita|eva peron|fidel|fidel castro|castro|batista|fulgencio batista|trujillo|pinochet|allende|salvador allende|
  lazaro cardenas|cardenas|kennedy|hitler|mussolini|stalin|gardel|carlos gardel|pedro infante|jorge negrete|cantinflas|frida kahlo|
  gaitan|jorge eliecer gaitan|somoza|stroessner|rojas pinilla|pele|maradona|cervantes|neruda|pablo neruda|gabriela mistral|zapata|emiliano zapata|
  pancho villa|che guevara|el che|juarez|benito juarez|bolivar|simon bolivar|san martin|lola flores|celia cruz|agustin lara|libertad lamarque|
  sara montiel|juan pablo|duvalier|odria|velasco alvarado|perez jimenez|maria felix|dolores del rio|javier solis|jose alfredo|carmen sevilla|
  manolete|alfonso xiii|primo de rivera|azana|jesucristo|jesus|cristo|dios|napoleon|colon|cristobal colon|marx|lenin|roosevelt|truman|nixon|videla|peron`
    .split('|')
    .map((name) => name.trim()),
);
const JOINT = /^ (?:de|del|de la|de las|de los) $/;
const HOLY = /^(?:san|santa|santo|villa|puerto|nueva|nuevo|ciudad|monte|valle|sierra)$/;

const OWN = 'mi|mis|nuestr[oa]s?';
const ADJECTIVE =
  '(?:mayor|menor|pequen[oa]|chic[oa]|difunt[oa]|querid[oa]|primer[oa]?|segund[oa]|ultim[oa]|hermos[oa]|pobre|unic[oa]|gemel[oa]|matern[oa]|patern[oa])';
const CALLED =
  '(?:,? (?:que |quien |el cual |la cual )?(?:en realidad |de verdad )?(?:se llama(?:ba)?|llamad[oa]|de nombre|de nombre era)|,? (?:era|es|fue))';
/** "mi hermana mayor, Lourdes": the words for a relative right before a name. */
const KIN_BEFORE = new RegExp(
  `(?:^|[^\\p{L}])(?:(${OWN}|la|el|un|una|su|sus|tu|nuestr[oa]) )?(?:${ADJECTIVE} )?(${KIN_PATTERN})(?: ${ADJECTIVE})?(?: (?:de|por parte de) [\\p{L} ]{2,20})?(?:,? (?:la|el|mas) ${ADJECTIVE})?(?: |, |${CALLED} )(?:(?:la|el|un|una) )?$`,
  'u',
);
/** "cinco hermanos: Abundio, Tomás …", "mis amigas de niña eran Yolanda y Migdalia". */
const SEVERAL_BEFORE = new RegExp(
  `\\b(?:(${OWN}|los|las|\\p{L}+) )?(${PLURAL_PATTERN})(?: (?:de|del|en) [\\p{L} ]{2,20}?)?(?: ${ADJECTIVE}s)?(?:: ?|, | (?:eran|se llamaban|fueron|son) | )((?:[^.;:!?]{0,120}(?:, | y | e ))?(?:(?:el|la) (?:mas |de )?[\\p{L} ]{2,20}, )?)$`,
  'u',
);
/** "Hortensia, mi prima, y yo", "Ramón era mi tío". */
const KIN_AFTER = new RegExp(
  `^(?:, | (?:era|es|fue) |, que (?:era|es|fue) | \\()(?:(?:como )?(${OWN}|la|el) )(?:${ADJECTIVE} )?(${KIN_PATTERN})(?! de (?!mi\\b))(?: ${ADJECTIVE})?(?: de (?:mi|la) [\\p{L}]+)?(?=[,.;:!?)]| y | que |$)`,
  'u',
);
const MARRIED = /\b(?:me (?:habia )?case con|nos casamos,? yo y|casad[oa] con|mi boda con) $/;
/** "le decíamos el Güero": another name of the person before it. */
const ALSO_CALLED =
  /^,? (?:(?:y )?(?:que|a quien|al que|a la que|pero|todos|en casa|y) ){0,2}(?:todos |en realidad |de verdad |en verdad )?(?:(?:le|lo|la|les) (?:deciamos|decian|dicen|decia|decimos|llamabamos|llamaban|llamaba|pusieron|pusimos|conocian (?:por|como))|se llamaba|apodad[oa]|alias|conocid[oa] (?:como|por)|mejor conocid[oa] como|mas conocid[oa] como)(?: todos| en casa| de carino)?,? (?:el |la )?$/;
/** Animals and boats that have a name, and other things. */
const ANIMAL =
  'perr[oa]|perrit[oa]|gat[oa]|mula|caballo|yegua|burr[oa]|vaca|toro|cabra|oveja|loro|lora|gallo|gallina|barco|lancha|barca|vapor|canoa';
const THING =
  'camion|finca|hacienda|rancho|tienda|cantina|cancion|pelicula|obra|revista|periodico|radio|cine|teatro|club|equipo|marca|hotel|barrio|calle|escuela|colegio|hospital|fabrica|mina|parque|plaza';
const WORK = 'novela|radionovela|telenovela|cancion|pelicula|revista|obra|serie|zarzuela';
const STORM = 'huracan|ciclon|tormenta';
/** "El Fifí, el huracán". */
const THING_AFTER = new RegExp(
  `^,? (?:era|que era)? ?(?:el|la|un|una|mi|nuestr[oa]) (?:${ANIMAL}|${STORM}|${WORK})\\b`,
  'u',
);
const CALLED_THING =
  '(?: que)?(?: se llamaba| llamaban| se llama| le pusimos| llamabamos| llamad[oa]| de nombre)';
const THING_BEFORE = new RegExp(
  `\\b(?:(?:${ANIMAL})(?: \\p{L}+)?(?:,|${CALLED_THING})? (?:la |el )?|(?:${THING})(?: \\p{L}+)?${CALLED_THING} (?:la |el )?|(?:${THING}|${STORM}) |(?:un|una|la|el) (?:${WORK}),? )$`,
  'u',
);
const PLACE_THING =
  /\b(?:barrio|calle|pueblo|ciudad|villa|aldea|provincia|estado|departamento|municipio|puerto|isla|rio|hacienda|finca|rancho|colonia|vereda|caserio|plaza)(?: \p{L}+)?(?: de(?: la| el)?)? $/u;
const AT =
  /(?:^|[^\p{L}])(?:en|hasta|desde|hacia|para|por|cerca de|afuera de|fuera de|camino a|rumbo a) (?:(?:la|el|los|las) )?$/u;
const TO =
  /\b(?:fui|fuimos|fue|fueron|ir|iba|iban|ibamos|vine|vinimos|vino|vinieron|venir|llegue|llegamos|llego|llegaron|llegar|mude|mudamos|mudo|mudaron|llevaron|llevo|mandaron|emigro|emigre|emigramos|volvi|volvimos|viaje|viajamos|regrese|regresamos|cruzamos|subimos|bajamos|andando|caminamos|camino) (?:\p{L}+ ){0,2}a (?:la |el )?$/u;
const FROM =
  /\b(?:salimos|sali|salio|salieron|vino|vine|vinimos|venia|venian|era|eran|soy|somos|es|llego|llegaron|llegue|traian|trajo|regreso|regrese|natural|originari[oa]|oriund[oa]|\p{L}+(?:ista|ica|ina|eria|ada|ero|era|ia|o|a)s?) de (?:la |el )?$/u;
/** Verbs of people, after a name. */
const ACTS = /^,? (?:(?:siempre|nunca|ya|tambien|todavia|no|me|nos|le|les|lo|la|se|casi) ){0,3}(\p{L}+)/u;

/** The people and places named in these words. People without a name are listed by their relation. */
export function findNames(
  texts: readonly NamedText[],
  subject: Pick<WriteSubject, 'preferredName' | 'fullName' | 'people'>,
  known: readonly GivenPerson[] = [],
): FoundNames {
  const familiar = [...subject.people, ...known];
  const named = withoutOpeningWords(texts.flatMap(namedIn), texts, familiar);
  const people: FoundPerson[] = [];
  const places: FoundPlace[] = [];
  const bearers = new Map<Named, FoundPerson>();
  const textOf = new Map(texts.map(({ id, text }) => [id, text]));
  const things = new Set<string>();
  for (const one of named) if (isThing(one)) things.add(one.name);
  const facts = named.map((one) => ({ one, relation: things.has(one.name) ? null : relationIn(one) }));
  const related = new Set(facts.flatMap(({ one, relation }) => (relation ? [one.name] : [])));
  for (const { one, relation } of facts) {
    const kind = kindOf(one, relation, { familiar, things, related });
    if (kind === 'PERSON') {
      const shown = shownName(one);
      const same = people.find(
        (person) =>
          person.name === shown &&
          mayBeOne(comparableRelation(person.relation), comparableRelation(relation)),
      );
      const person = same ?? { name: shown, named: true, relation, aliases: [], mentions: [] };
      if (!same) people.push(person);
      person.relation ??= relation;
      person.mentions.push(spanOf(one));
      bearers.set(one, person);
    } else if (kind) {
      const same = places.find(({ name }) => name === one.name);
      if (same) same.mentions.push(spanOf(one));
      else places.push({ name: one.name, kind, aliases: [], mentions: [spanOf(one)] });
    }
  }
  joinCalled(named, bearers, people, textOf);
  joinParts(people);
  joinFamiliar(people, subject.people);
  const others = people.filter(({ name }) => !isSubject(name, subject));
  const byOften = (a: { mentions: unknown[] }, b: { mentions: unknown[] }) =>
    b.mentions.length - a.mentions.length;
  return {
    people: [...others, ...findUnnamed(texts, others, familiar)].sort(byOften),
    places: places.filter(({ kind, mentions }) => kind !== 'OTHER' || mentions.length > 1).sort(byOften),
  };
}

function spanOf({ messageId, start, end }: Named): SourceSpan {
  return { messageId, start, end };
}

/** The titles of which the name is told with the title: "Don Justo", but "Eulalia" of "la tía Eulalia". */
function shownName({ name, title }: Named): string {
  const low = fold(title ?? '');
  if (!title || KIN_TITLES.has(low) || /^(?:hermano|hermana|maestro|maestra|nana|tata)$/.test(low))
    return name;
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} ${name}`;
}

const WORD = /\p{Lu}[\p{L}\p{M}'’-]*/gu;

/** Every run of words with capitals in a text, or the names of a text without any. */
function namedIn({ id, text }: NamedText): Named[] {
  const search = foldInPlace(text);
  if (search.length !== text.length) return [];
  const around = (start: number, end: number) => ({
    before: search.slice(Math.max(0, start - 160), start),
    after: search.slice(end, end + 80),
  });
  const low = typedNames(text).map(({ name, kind, start, end }): Named => {
    const title = titleBefore(text, search, start);
    return {
      ...{ name, title, messageId: id, start, end, initial: false, typed: kind },
      ...around(start, end),
    };
  });
  if (low.length > 0) return low;
  const runs: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const last = runs.at(-1);
    const between = last ? text.slice(last.end, index) : '';
    const first = last ? fold(text.slice(last.start, last.end).split(' ')[0] ?? '') : '';
    const joins =
      between === ' ' ||
      ((JOINT.test(between) || (HOLY.test(first) && /^ (?:el|la|los|las) $/.test(between))) &&
        mayJoin(last, text));
    if (last && joins && !startsSentence(text, index)) last.end = index + word.length;
    else runs.push({ start: index, end: index + word.length });
  }
  return runs.flatMap((run) => namesInRun(run, text, search, id, around));
}

/** "Lourdes de Puebla" is a person and a place; "Ofelia de la Cruz" and "San José de Gracia" are one name. */
function mayJoin(run: { start: number; end: number } | undefined, text: string): boolean {
  if (!run) return false;
  const first = text.slice(run.start, run.end).split(' ')[0] ?? '';
  return !startsSentence(text, run.start) || HOLY.test(fold(first)) || isSpanishName(first);
}

function namesInRun(
  { start, end }: { start: number; end: number },
  text: string,
  search: string,
  id: string,
  around: (start: number, end: number) => Pick<Named, 'before' | 'after'>,
): Named[] {
  let from = start;
  let initial = startsSentence(text, from);
  let title: string | null = null;
  for (;;) {
    const word = /^[\p{L}\p{M}'’-]+/u.exec(text.slice(from, end))?.[0] ?? '';
    const low = fold(word);
    const next = from + word.length + 1;
    const following = /^[\p{L}\p{M}'’-]+/u.exec(text.slice(next, end))?.[0] ?? '';
    if (TITLES.has(low) && next < end) title = word;
    else if (initial && opensBefore(word, following)) {
      from = next;
      initial = false;
      continue;
    } else if (!(initial && (isStopWord(low) || NO_NAMES.has(low)) && !HOLY.test(low)) || next >= end) break;
    from = next + (/^\s*/.exec(text.slice(next, end))?.[0].length ?? 0);
    initial = false;
  }
  const name = text.slice(from, end);
  if (name === '' || NO_NAMES.has(fold(name)) || isStopWord(fold(name)) || !/\p{Lu}\p{L}/u.test(name))
    return [];
  const before = titleBefore(text, search, from);
  return [
    {
      ...{ name, title: title ?? before, messageId: id, start: from, end, initial, typed: null },
      ...around(from, end),
    },
  ];
}

/** "Vino Osvaldo": a word with the capital of the sentence, right before a name. */
function opensBefore(word: string, next: string): boolean {
  const isWord = !isSpanishName(word) || (NAMES_THAT_ARE_WORDS.has(fold(word)) && looksLikeVerb(word));
  return isWord && !HOLY.test(fold(word)) && !knownPlace(`${word} ${next}`) && isSpanishName(next);
}

/** The title in small letters before a name: "doña", "la tía". */
function titleBefore(text: string, search: string, start: number): string | null {
  const word = /(?:^|[^\p{L}])(\p{L}+)\.? $/u.exec(search.slice(Math.max(0, start - 16), start))?.[1];
  if (!word || !(TITLES.has(word) || PUBLIC_TITLES.has(word))) return null;
  const at = search.lastIndexOf(word, start - 1);
  const said = text.slice(at, at + word.length).toLowerCase();
  return said === 'dona'
    ? 'doña'
    : said === 'senorita'
      ? 'señorita'
      : said === 'senora'
        ? 'señora'
        : said === 'senor'
          ? 'señor'
          : said;
}

function startsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…\n]["'”’»)\]]*\s*|[¿¡"“«(—–]\s*)$/u.test(text.slice(Math.max(0, at - 6), at));
}

/** A capital at the start of a sentence shows a name only where something else does too. */
function withoutOpeningWords(
  named: readonly Named[],
  texts: readonly NamedText[],
  familiar: readonly GivenPerson[],
): Named[] {
  const sure = new Set(named.filter(({ initial }) => !initial).map(({ name }) => name));
  const low = new Set(texts.flatMap(({ text }) => (text.match(/(?<!\p{L})\p{Ll}\p{L}*/gu) ?? []).map(fold)));
  const given = new Set(
    familiar.flatMap(({ name, aliases = [] }) => [name, ...aliases].flatMap((one) => one.split(' '))),
  );
  return named.filter((one) => {
    if (!one.initial || one.typed || one.title) return true;
    const [first = ''] = one.name.split(' ');
    if (sure.has(one.name) || given.has(first)) return true;
    if (one.name.includes(' '))
      return isSpanishName(first) || knownPlace(one.name) !== null || HOLY.test(fold(first));
    if (low.has(fold(first)) || (!isSpanishName(first) && looksLikeVerb(first.toLowerCase()))) return false;
    if (knownPlace(first)) return true;
    const acts = KIN_AFTER.test(one.after) || /^, (?:mi|la|el|que)\b/.test(one.after) || personActs(one);
    return isSpanishName(first) && (!NAMES_THAT_ARE_WORDS.has(fold(first)) || acts) && acts;
  });
}

function personActs({ after }: Pick<Named, 'after'>): boolean {
  const verb = ACTS.exec(after)?.[1] ?? '';
  return (
    /^(?:y (?:yo|mi)|era|fue|es|dijo|decia|tenia|estaba)\b/.test(after.trimStart()) ||
    (verb.length > 3 &&
      !/^(?:hab|hub)/.test(verb) &&
      /(?:[aei]ba|ia|o|aron|ieron|e|io)$/.test(verb) &&
      !isStopWord(verb))
  );
}

function isThing({ before, after, title }: Named): boolean {
  if (title) return false;
  if (THING_AFTER.test(after)) return true;
  // "Teníamos una perra que se llamaba Canela y una mula, Paloma."
  return (
    THING_BEFORE.test(before) &&
    !PLACE_THING.test(before) &&
    !new RegExp(` (?:${KIN_PATTERN})[, ]`).test(before.slice(-24))
  );
}

/** The relation that the words beside a name give, in the person's own word. */
function relationIn(one: Named): string | null {
  const titled = one.title && KIN_TITLES.has(fold(one.title)) ? relationOf(one.title) : null;
  const before = one.title ? one.before.replace(/(?:la |el )?\p{L}+\.? $/u, '') : one.before;
  const kin = KIN_BEFORE.exec(before) ?? (one.title ? KIN_BEFORE.exec(one.before) : null);
  if (kin) {
    const [, whose = '', word = ''] = kin;
    const relation = relationOf(word);
    const isOwn = /^(?:mi|mis|nuestr)/.test(whose);
    const isSocial =
      /^(?:vecin|maestr|profesor|jef|patron|compadre|comadre|amig|padrin|madrin|ti[oa]|prim[oa]|abuel|maestr)/.test(
        fold(relation ?? ''),
      );
    if (relation && (isOwn || (isSocial && !/^(?:su|sus|tu)$/.test(whose)))) return relation;
    if (/^(?:su|sus|tu)$/.test(whose)) return null;
  }
  const after = KIN_AFTER.exec(one.after);
  if (after) {
    const relation = relationOf(after[2] ?? '');
    const isOwn = /^(?:mi|mis|nuestr)/.test(after[1] ?? '');
    if (relation && (isOwn || /^(?:vecin|maestr|jef|patron|comadre|compadre)/.test(fold(relation))))
      return relation;
  }
  const several = SEVERAL_BEFORE.exec(one.before);
  if (several && isList(several[3] ?? '')) {
    const whose = several[1] ?? '';
    if (!/^(?:sus|tus|los|las)$/.test(whose) || /eramos|fuimos/.test(one.before))
      return relationOfSeveral(several[2] ?? '', genderOfName(one.name) ?? (/a$/.test(one.name) ? 'F' : 'M'));
  }
  if (MARRIED.test(one.before)) {
    const gender = genderOfName(one.name);
    return gender === 'M' ? 'esposo' : gender === 'F' ? 'esposa' : null;
  }
  return titled;
}

/** Whether words between "mis hermanos" and a name are only other names. */
function isList(between: string): boolean {
  return between
    .split(/, | y | e /)
    .filter((part) => part !== '')
    .every((part) => part.trim().split(' ').length <= 3 && !/\b(?:que|se|era|fue|nos|me)\b/.test(part));
}

function kindOf(
  one: Named,
  relation: string | null,
  {
    familiar,
    things,
    related,
  }: { familiar: readonly GivenPerson[]; things: ReadonlySet<string>; related: ReadonlySet<string> },
): 'PERSON' | 'PLACE' | 'ORGANISATION' | 'OTHER' | null {
  const { name, title, before, typed } = one;
  const [first = ''] = name.split(' ');
  if (typed) return typed;
  if (title && PUBLIC_TITLES.has(fold(title))) return null;
  if (relation || related.has(name)) return 'PERSON';
  if (PUBLIC.has(fold(name))) return null;
  if (/\bvirgen (?:de|del|de la|maria) ?(?:la )?$/.test(before) || /^Virgen\b/.test(name)) return null;
  if (title) return 'PERSON';
  if (
    familiar.some((person) =>
      [person.name, ...(person.aliases ?? [])].some((each) => fold(each) === fold(name)),
    )
  )
    return 'PERSON';
  if (things.has(name)) return 'OTHER';
  const isName = isSpanishName(first) && !HOLY.test(fold(first));
  const isPlaced = AT.test(before) || TO.test(before) || PLACE_THING.test(before);
  const place = knownPlace(name);
  if (place && (isPlaced || !isName || FROM.test(before))) return 'PLACE';
  if (isPlaced && !(isName && /\b(?:por|para) $/.test(before)))
    return isName && !/\b(?:en|hasta|desde) (?:la |el )?$/.test(before) ? 'PERSON' : 'PLACE';
  if (HOLY.test(fold(first))) return 'PLACE';
  if (isName) return 'PERSON';
  if (FROM.test(before)) return 'PLACE';
  return personActs(one) && !one.initial && name.length > 2 ? 'PERSON' : 'OTHER';
}

/** "Rigoberto Ixcoy, le decíamos el Güero": two names of one person. */
function joinCalled(
  named: readonly Named[],
  bearers: Map<Named, FoundPerson>,
  people: FoundPerson[],
  texts: ReadonlyMap<string, string>,
) {
  named.forEach((one, at) => {
    const next = named[at + 1];
    if (!next || next.messageId !== one.messageId) return;
    const between = foldInPlace((texts.get(one.messageId) ?? '').slice(one.end, next.start));
    const person = bearers.get(one);
    if (!person || !ALSO_CALLED.test(between)) return;
    const isThingCalled = new RegExp(`\\b(?:${ANIMAL}|${THING})\\b`).test(between);
    if (isThingCalled) return;
    const alias = bearers.get(next);
    const mentions = named.filter((each) => each.name === next.name).map(spanOf);
    if (alias && alias !== person) {
      absorb(person, alias, people);
      for (const [each, bearer] of bearers) if (bearer === alias) bearers.set(each, person);
    } else if (!alias) {
      person.aliases.push(next.name);
      person.mentions.push(...mentions);
    }
    // "El Güero" is counted among the names that aren't certainly anybody's.
    if (!person.aliases.includes(next.name) && person.name !== next.name) person.aliases.push(next.name);
    const later = people.find((other) => other !== person && other.name === next.name);
    if (later) absorb(person, later, people);
  });
}

/** A first name joins the only full name that has it, and "Ramón" the only "Don Ramón". */
function joinParts(people: FoundPerson[]) {
  for (const person of [...people].sort((a, b) => a.name.length - b.name.length)) {
    if (!people.includes(person)) continue;
    const fuller = people.filter(
      (other) =>
        other !== person &&
        other.name.split(' ').length > person.name.split(' ').length &&
        ` ${other.name} `.includes(` ${person.name} `) &&
        mayBeOne(comparableRelation(person.relation), comparableRelation(other.relation)),
    );
    const [only] = fuller;
    if (only && fuller.length === 1) absorb(only, person, people);
  }
}

/** People whom the family entered keep the name and the relation that it gave. */
function joinFamiliar(people: FoundPerson[], given: readonly GivenPerson[]) {
  for (const { name, relation, aliases = [] } of given) {
    const names = [name, ...aliases].map(fold);
    const whole = people.filter((person) => names.includes(fold(person.name)));
    const first = people.filter((person) => fold(name).split(' ')[0] === fold(person.name));
    const [same] =
      whole.length > 0
        ? whole
        : given.filter((one) => fold(one.name).split(' ')[0] === fold(first[0]?.name ?? '')).length === 1
          ? first
          : [];
    if (!same || !mayBeOne(comparableRelation(relation), comparableRelation(same.relation))) continue;
    if (same.name !== name && !same.aliases.includes(same.name)) same.aliases.push(same.name);
    same.name = name;
    same.aliases = same.aliases.filter((alias) => alias !== name);
    same.relation = relation ?? same.relation;
  }
}

const MINE = new RegExp(
  `\\b(?:mi|nuestr[oa]) (?:(?:difunt[oa]|pobre|querid[oa]|propi[oa]) )?(${KIN_PATTERN})\\b(?! (?:de mi|\\p{Lu}))`,
  'gu',
);
/** Relations of which a person can have several. */
const MANY =
  /^(?:prim|amig|vecin|ti[oa]|sobrin|compan|maestr|profesor|jef|patron|compadre|comadre|padrin|madrin|gemel|melliz|tocay|concun|consuegr|ahijad|niet|bisniet|bisabuel|cunad)/;

/** People told by their relation alone ("mi mamá"); where somebody named has it, that person. */
function findUnnamed(
  texts: readonly NamedText[],
  named: readonly FoundPerson[],
  familiar: readonly GivenPerson[],
): FoundPerson[] {
  const found = new Map<string, FoundPerson>();
  for (const { id, text } of texts) {
    for (const match of foldInPlace(text).matchAll(MINE)) {
      const relation = relationOf(match[1] ?? '');
      if (!relation || MANY.test(fold(relation))) continue;
      const english = comparableRelation(relation) ?? relation;
      const mention = { messageId: id, start: match.index, end: match.index + match[0].length };
      const holders = named.filter((person) => comparableRelation(person.relation) === english);
      const only = /^(?:mother|father|husband|wife)$/.test(english);
      if (holders.length > 0) {
        const [holder] = holders;
        if (holder && holders.length === 1 && only && !overlaps(holder.mentions, mention))
          holder.mentions.push(mention);
        continue;
      }
      const earlier = familiar.filter(
        (person) =>
          comparableRelation(person.relation) === english && comparableRelation(person.name) === null,
      );
      if (earlier.length > 1 || (earlier.length === 1 && !only)) continue;
      const name = earlier[0]?.name ?? relation.charAt(0).toUpperCase() + relation.slice(1);
      const person = found.get(english) ?? {
        name,
        named: Boolean(earlier[0]),
        relation,
        aliases: [],
        mentions: [],
      };
      person.mentions.push(mention);
      found.set(english, person);
    }
  }
  return [...found.values()];
}

function overlaps(mentions: readonly SourceSpan[], { messageId, start, end }: SourceSpan): boolean {
  return mentions.some((other) => other.messageId === messageId && start < other.end && other.start < end);
}

function isSubject(
  name: string,
  { preferredName, fullName }: Pick<WriteSubject, 'preferredName' | 'fullName'>,
): boolean {
  const low = fold(name);
  const full = fold(fullName ?? '');
  return low === fold(preferredName) || low === full || low === full.split(' ')[0];
}
