import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain, type Token, tokens } from '#api/biography/writing/language/words.ts';
import { STOP_WORDS } from './word-lists.ts';

export function isStopWord(norm: string): boolean {
  return STOP_WORDS.has(norm) || norm.length === 1;
}

/** Forms that no rule finds, by the word that they are compared as; synonyms for relatives too. */
const FORMS = `madre mama mami mamita ama mamacita|padre papa papi papito apa|abuela abuelita yaya|abuelo abuelito yayo|
  esposa mujer senora|esposo marido|nino nina ninito ninita chiquillo chiquilla|decir dijo dije dijeron decia decian dice dicen digo decimos dijimos dicho|
  venir vino vine vinieron vinimos viene vienen venia venian vengo|poner puso puse pusieron pusimos pone ponen ponia ponian puesto|
  querer quiso quise quiere quieren queria querian quiero|saber supo supe supieron sabe saben sabia sabian|
  traer trajo traje trajeron trae traen traia traian|dar dio di dieron dimos da dan daba daban|ver vi vio vieron vimos ve ven veia veian visto|
  morir murio mori murieron muere mueren moria morian muerto muerta muertos muertas|dormir durmio durmieron duerme duermen dormia dormian dormimos|
  pedir pidio pidieron pide piden pedia pedian|sentir sintio siente sienten sentia sentian|oir oyo oyeron oye oyen oia oian|
  caer cayo cayeron cae caen caia caian|leer leyo leyeron lee leen leia leian|jugar juega juegan jugaba jugabamos jugaban jugo|
  contar cuenta cuentan contaba contaban conto|volver volvio volvieron vuelve vuelven volvia volvimos vuelto|
  nacer nacio naci nacieron nace nacia|conocer conoci conocio conocieron conoce conozco|vestir vistio viste vestia vestimos`;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.split('|').flatMap((group) => {
    const [head = '', ...rest] = group.trim().split(/\s+/);
    return [head, ...rest].map((word): [string, string] => [word, `${head}=`]);
  }),
);

/** The forms that are compared as this word, where no rule finds them. */
export function formsOf(root: string): string[] {
  return [...IRREGULAR].flatMap(([form, head]) => (head === root ? form : []));
}

/** Endings of verbs, the longest first. */
const VERB_ENDINGS =
  /(?:abamos|iamos|ieramos|asemos|aramos|ieron|iendo|yendo|aron|ando|aban|abas|aste|iste|amos|emos|imos|ados|adas|idos|idas|aba|ian|ias|ado|ada|ido|ida|ara|are|ar|er|ir|an|en|ia|io)$/;

/**
 * A word without its inflection: "bailaba", "bailó" and "bailar" are equal, and so are "niño" and "niñas". It need not be
 * a dictionary form, because both sides of every comparison use it.
 */
export function lemma(norm: string): string {
  const irregular = IRREGULAR.get(norm);
  if (irregular) return irregular;
  let word = norm;
  if (word.length > 7 && word.endsWith('mente')) word = word.slice(0, -5);
  const small = word.match(/^(.{3,}?)c?it[oa]s?$/)?.[1];
  if (small && word.length > 6) word = small;
  else {
    const stem = word.replace(VERB_ENDINGS, '');
    if (stem.length >= 3) word = stem;
    else if (word.length > 3 && word.endsWith('s')) word = word.slice(0, -1);
  }
  if (word.length > 4 && /[^aeiou]es$/.test(word)) word = word.slice(0, -2);
  else if (word.length > 3 && word.endsWith('s')) word = word.slice(0, -1);
  return word.length > 3 ? word.replace(/[aeo]$/, '') : word;
}

/**
 * A word without number and gender alone: "niñas" and "niño" are equal, but "llegué" and "llegó" are not, because the
 * ending says who did it.
 */
export function nounForm(norm: string): string {
  let word = norm;
  if (word.length > 4 && /[^aeious]es$/.test(word)) word = word.slice(0, -2);
  else if (word.length > 3 && /[aeo]s$/.test(word) && !/(?:amos|emos|imos)$/.test(word))
    word = word.slice(0, -1);
  return word.length > 3 && /[^aeiou][ao]$/.test(word) ? word.slice(0, -1) : word;
}

/** The content words of a text, uninflected, in order. */
export function contentLemmas(text: string): string[] {
  return contentTokens(text).map((token) => lemma(token.norm));
}

export function contentTokens(text: string): Token[] {
  return tokens(text).filter((token) => !isStopWord(token.norm) && /\p{L}/u.test(token.norm));
}

/** Lower case without accents, in the same length, so that patterns need only plain letters. */
export const foldInPlace = remembered(
  (text) =>
    text.replace(/[^\x20-\x7e]/gu, plainLetter).replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  400,
);

const MARKS: Record<string, string> = {
  '‐': '-',
  '‑': '-',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
};

function plainLetter(letter: string): string {
  if (MARKS[letter]) return MARKS[letter];
  if (/\s/.test(letter)) return ' ';
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.length === letter.length ? bare : letter;
}

/** Words that look like a verb that somebody does something. Nouns ending so are few after an article. */
export function looksLikeVerb(text: string): boolean {
  const word = plain(text).toLowerCase();
  if (VERBS.has(word)) return true;
  return /(?:[aei]ba[ns]?|[ií]a[ns]?|[^aeiou]ó|ió|aron|ieron|amos|imos|[^aeiou]é|aste|iste|ábamos|íamos|ando|iendo|yendo)$/u.test(
    word,
  );
}

const VERBS = new Set(
  `es son era eran fue fueron está estaba había hay hubo tiene tenía tuvo hace hacía hizo va iba dice decía dijo puso vino trajo supo pudo quiso
  dio vio ve sabe viene pone sale salió se me le les nos lo murió cae cayó oyó leyó hago soy tengo voy vivo vive viven llega llegan llevaba llevo
  queda quedó pasa pasó cuando que porque pero y cuesta costaba valía sabía`.split(/\s+/),
);
