import { fold, tokens } from '../writing/language/words.ts';
import { comparableRelation, KIN_PATTERN } from '../writing/spanish/kinship.ts';
import { foldInPlace, formsOf, isStopWord, lemma } from '../writing/spanish/words.ts';
import type { AskingWords, QuestionKind } from './asking-words.ts';

/** Words that only phrase the question and don't say what it is about. */
const OF_ASKING = lemmas(
  `cuenta cuente contar hable habla hablar diga decir pregunto preguntar sabe saber recuerda recordar acuerda piensa pensar historia cosa
  cosas vez veces persona personas nombre llamaba llama llamaban llamarse manera vida ano anos dia dias hacer hizo hacia tenia tuvo
  paso pasaba pasar quien era fue gusta gustaba fecha edad lugar cual cuanto cuantos`,
);
const GENERAL_VERBS = lemmas(
  `empezar comenzar terminar dejar llegar salir encontrar ayudar usar tratar aprender gastar quedar volver entrar poner poner seguir
  cambiar perder ganar celebrar mudarse ir venir vivir trabajar`,
);
const SAME_WORDS =
  `trabajo empleo oficio chamba|coche carro auto automovil|tienda almacen abarrotes|escuela colegio liceo|maestra profesora|maestro profesor|
  pelicula cine|dinero plata|papa patata|maiz elote choclo|guisante chicharo arveja|manta cobija frazada|camion autobus bus guagua colectivo|
  enfermo malo|enfermedad mal|boda casamiento matrimonio|nino chico chamaco pibe|fiesta baile|guerra combate|barco buque vapor|aretes pendientes`
    .split('|')
    .map((group) => group.trim().split(/\s+/));
const SAME_THING = SAME_WORDS.map((group) => new Set(group.map(lemma)));

function lemmas(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(lemma));
}

/** Groups of words for the same relative: a husband doesn't answer a question about a grandfather. */
const KIN_GROUPS =
  `madre mama mami|padre papa papi|hermano hermanos hermana hermanas|esposo marido|esposa mujer senora|hijo hijos hija hijas|abuelo|abuela|abuelos abuelo abuela|
  tio tios|tia tias|primo prima primos primas|nieto nieta nietos nietas|suegro|suegra|cunado cunada|sobrino sobrina|padres padre madre mama papa`
    .split('|')
    .map((group) => lemmas(group));
const SISTER = lemmas('hermana hermanas');
const SPOUSE = new Set(['esposo', 'marido', 'esposa', 'mujer'].map(lemma));
const MARRYING = lemmas('casar casamos case caso boda matrimonio novio novia');

function kinMeant(root: string): ReadonlySet<string> | null {
  return (
    KIN_GROUPS.find((group) => [...group][0] === root) ?? KIN_GROUPS.find((group) => group.has(root)) ?? null
  );
}

function kindOf(question: string): QuestionKind {
  const asked = foldInPlace(question);
  if (
    /\bcuando\b|\b(?:que|cual) (?:ano|fecha|dia)\b|\bque edad\b|\bcuantos anos (?:tenia|tuvo|cumpl)/.test(
      asked,
    )
  )
    return 'TIME';
  if (/\b(?:a |de |en )?donde\b|\ben que (?:pueblo|ciudad|pais|lugar|calle|barrio)\b/.test(asked))
    return 'PLACE';
  if (/\bcuant[oa]s?\b|\bcada cuanto\b/.test(asked)) return 'NUMBER';
  if (/\bquien(?:es)?\b|\bcomo se llama(?:ba|ban)?\b|\bnombres? de\b/.test(asked)) return 'PERSON';
  return /\bpor que\b|\bque (?:la|lo) hizo\b|\ba que se debio\b/.test(asked) ? 'REASON' : null;
}

/** The relatives of the person who tells: "su mamá", "sus hermanos". */
function kinOfTeller(question: string): ReadonlySet<string> | null {
  const asked = foldInPlace(question).matchAll(
    /\b(?:su|sus|tu|tus|mi|mis) (?:primer[oa]? |propi[oa] )?(\p{L}+)/gu,
  );
  return [...asked].map(([, word = '']) => kinMeant(lemma(word))).find(Boolean) ?? null;
}

/** Whether every such relative in a sentence belongs to somebody else: "su marido estaba en la cárcel". */
function isOfAnother(text: string, kin: ReadonlySet<string>): boolean {
  const words = tokens(text);
  const owners = words.flatMap(({ norm }, at) =>
    kin.has(lemma(norm)) ? [words.slice(Math.max(0, at - 2), at).map((one) => one.norm)] : [],
  );
  if (owners.length === 0) return false;
  return owners.every((before) => before.some((word) => /^(?:su|sus|tu|tus)$/.test(word)));
}

export const spanishAsking: AskingWords = {
  isStopWord: (norm) => isStopWord(norm) && comparableRelation(norm) === null,
  lemma,
  weightOf: (norm, root) =>
    OF_ASKING.has(root) ? 0.15 : GENERAL_VERBS.has(root) ? 0.35 : norm.length > 4 ? 0.9 : 0.7,
  vectorOf: () => null,
  sameThing: (root) => SAME_THING.find((group) => group.has(root)) ?? new Set([root]),
  kindOf,
  holds: {
    TIME: /\b(?:1[6-9]|20)\d\d\b|\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|primavera|verano|oto[ñn]o|invierno|a[ñn]os?|mil novecientos|cincuenta|sesenta|setenta|ochenta|noventa|treinta|cuarenta)(?![\p{L}])|cuando (?:yo )?ten[ií]a/iu,
    PLACE: /(?:^|[^\p{L}])(?:en|a|de|desde|hasta|cerca de) (?:el |la )?\p{Lu}/u,
    PERSON: new RegExp(
      `(?<!^)(?<![.!?¿¡] ?)(?<![\\p{L}])\\p{Lu}\\p{Ll}+|(?<![\\p{L}])(?:${KIN_PATTERN})(?![\\p{L}])`,
      'u',
    ),
    NUMBER:
      /\d|(?<![\p{L}])(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\p{L}+|veint\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|mil|docena|medio|media|par)(?![\p{L}])/iu,
    REASON:
      /(?<![\p{L}])(?:porque|por eso|ya que|para que|como no|pues|a causa|debido|por culpa|quer[ií]a)(?![\p{L}])/iu,
  },
  kinMeant: (root) => (SISTER.has(root) ? SISTER : kinMeant(root)),
  marries: (kin, root) => [...kin].some((word) => SPOUSE.has(word)) && MARRYING.has(root),
  kinOfTeller,
  isOfAnother,
  questionForms: (question, names) => [question, withoutNames(question, names)],
  hasMeanings: false,
  searched: ({ norm, lemma: root }) => [
    norm,
    ...formsOf(root),
    ...(SAME_WORDS.find((group) => group.some((word) => lemma(word) === root)) ?? []),
  ],
  search: { config: 'spanish', byBeginnings: false },
};

function withoutNames(question: string, names: readonly string[]): string {
  const own = new Set(names.flatMap((name) => name.split(/\s+/)).map(fold));
  return question.replace(/\p{L}+/gu, (word) => (own.has(fold(word)) ? 'usted' : word));
}
