import { fold } from '#api/biography/writing/language/words.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import { KIN_PATTERN } from './kinship.ts';
import { LONG_PLACES, PLACES, STOP_WORDS, set } from './word-lists.ts';
import { foldInPlace } from './words.ts';

/** A name in a text that was typed without capitals. */
export interface TypedName {
  name: string;
  kind: 'PERSON' | 'PLACE';
  start: number;
  end: number;
}

const PLACE_NAMES = new Map(PLACES);

/** Short forms of names, which the lists of given names don't have. */
const SHORT_NAMES =
  set(`chela nacho beto cuca lupe chayo pepe paco tono concha chucho memo quique goyo meche tencha chabela pancha
  pancho lola manolo curro nando lalo lulu nena chuy pilo chepe chema kiko tita tito mundo neto chano licha chole cosme wilson
  refugio domitila abundio eulalio socorro cruz paz piedad migdalia arnulfo melquiades tranquilino`);

/** Names with an accent that is often left out. */
const ACCENTED_NAMES = new Map(
  `Ramón José María Jesús Ángel Víctor Tomás Andrés Martín Joaquín Sebastián Nicolás Simón Rubén Héctor Óscar César Inés Sofía
  Lucía Mónica Verónica Asunción Concepción Encarnación García López Pérez González Rodríguez Hernández Martínez Sánchez Fermín
  Agustín Adrián Benjamín Damián Efraín Fabián Germán Hernán Julián Moisés Raúl Román Saúl Bárbara Ángela Ángeles Belén Rocío
  Begoña Íñigo Aarón Elías Matías Zacarías Jerónimo Álvaro Arístides Nicolasa Estefanía Eloísa Débora Úrsula Águeda Álvarez Díaz
  Gómez Jiménez Ramírez Vázquez Núñez Ibáñez Toño Iñaki Begoña`
    .split(/\s+/)
    .map((name) => [fold(name), name] as const),
);

/** Whether a text was typed without any capital. */
export function isTypedLow(text: string): boolean {
  return /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text);
}

/** Whether it is a given name, or a short form of one. */
export function isSpanishName(word: string): boolean {
  const low = fold(word);
  return (isGivenName(word) || SHORT_NAMES.has(low)) && !STOP_WORDS.has(low);
}

function properName(word: string): string {
  return ACCENTED_NAMES.get(fold(word)) ?? word.charAt(0).toUpperCase() + word.slice(1);
}

/** The place as it is written, by its folded name. */
export function knownPlace(name: string): string | null {
  return PLACE_NAMES.get(fold(name)) ?? LONG_PLACES.find((place) => fold(place) === fold(name)) ?? null;
}

const BEFORE_NAME = new RegExp(
  `\\b(?:(?:mi|mis|su|nuestr[oa]|la|el|tu) (?:(?:mayor|menor) )?(?:${KIN_PATTERN})(?: (?:mayor|menor))?,?|don|dona|sor|padre|tio|tia|compadre|comadre|senorita|senora|senor|doctor|doctora|un nino,|una nina,|un muchacho,|una muchacha,|un senor,|una senora,|se llamaba|se llama|llamad[oa]|mi nombre es|me llamo|me case con|casado con|casada con) ((?:\\p{L}+))(?: (\\p{L}+))?`,
  'gu',
);
const AT_PLACE = /\b(?:en|a|de|hasta|desde|por|para|hacia|cerca de) (?=(\p{L}+)(?: (\p{L}+))?)/gu;

/** The names of a text without capitals: after a word for a relative, "don" or "se llamaba", and known places. */
export function typedNames(text: string): TypedName[] {
  if (!isTypedLow(text)) return [];
  const search = foldInPlace(text);
  const found: TypedName[] = [];
  const add = (name: string, kind: TypedName['kind'], start: number, end: number) => {
    if (!found.some((one) => one.start < end && start < one.end)) found.push({ name, kind, start, end });
  };
  for (const place of LONG_PLACES) {
    for (const { index } of search.matchAll(new RegExp(`\\b${fold(place)}\\b`, 'g')))
      add(place, 'PLACE', index, index + place.length);
  }
  for (const match of search.matchAll(BEFORE_NAME)) {
    const [whole, first = '', second] = match;
    const isSure =
      /\b(?:llamaba|llama|llamad[oa]|nombre es|llamo|don|dona|sor)\b/.test(whole) && !STOP_WORDS.has(first);
    if (!isSpanishName(first) && !isSure) continue;
    const start = match.index + whole.lastIndexOf(first, whole.length - (second ? second.length + 2 : 0));
    const said = text.slice(start, start + first.length);
    const surname = second && isSpanishName(second) && !/^(?:era|son|sara)$/.test(second) ? second : null;
    const end = start + first.length + (surname ? surname.length + 1 : 0);
    const name = surname
      ? `${properName(said)} ${properName(text.slice(start + first.length + 1, end))}`
      : properName(said);
    add(name, 'PERSON', start, end);
  }
  for (const match of search.matchAll(AT_PLACE)) {
    const place = PLACE_NAMES.get(match[1] ?? '');
    const start = match.index + match[0].length;
    if (place) add(place, 'PLACE', start, start + place.length);
  }
  return found.sort((a, b) => a.start - b.start);
}
