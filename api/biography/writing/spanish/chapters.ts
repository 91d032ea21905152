import { NOWHERE } from '#api/biography/writing/chapters/chapter-model.ts';
import type { ChapterKey } from '#api/questions/bank/question.ts';
import { contentLemmas, foldInPlace, lemma } from './words.ts';

/** Words of each chapter. A word counts in any of its forms; words before "|" count twice. */
const WORDS: Record<ChapterKey, string> = {
  origins: `antepasado bisabuelo bisabuela tatarabuelo acta registro apellido apellidos emigro emigraron origen raices herencia naci parto |
    abuelo abuela abuelos nacimiento bautizo bautizaron ancestros vinieron`,
  'childhood-home': `infancia ninez chiquita chiquito chica patio corral fogon ropero | casa cocina mama papa hermano hermana hermanos cama gallina
    gallinas perro perra burro pozo rio arroyo pueblo cuarto dormiamos rancho finca huerta desayuno cena mesa mandado vecina mai viejo mula oveja ovejas leguas radio chocolate mole gastar piso hielo olla olor despertaba cantaro
    vivíamos`,
  school: `escuela colegio maestro maestra profesor profesora pupitre pizarra pizarron cuaderno clase recreo monja monjas tarea examen bachillerato
    universidad liceo | leer escribir estudiar estudie aprendi aprender libro libros mapa bordar director castigo`,
  'friends-and-play': `amigo amiga amigos amigas prima escapabamos jugar jugabamos juego juegos juguete muneca canicas trompo pelota escondidas travesura pandilla
    carnaval cine pelicula | fiesta feria domingo muchachos risa nadar baile bailar bailaba subiamos corriamos radio primos merengue peleas box juntabamos campanario`,
  'first-work': `primer_trabajo primer_sueldo primer_empleo aprendiz servir sirvienta | empece trabajar trabajo sueldo pagaban patron patrona encargado jefe fabrica mandaron
    criada jornal propina emplee`,
  love: `novio novia enamore enamorada enamorado noviazgo beso serenata conoci_esposo pretendiente baile_conoci | conoci casamos casado boda vestido baile carta cartas
    anillo pedir_mano esposo marido corazon luna_de_miel`,
  'family-made': `hijos parto partera embarazada embarazo panal crianza yerno nuera matrimonio | hijo hija hijas nacio bautizo nieto nieta nietos esposo marido esposa boda casamos
    bebe suegra familia`,
  'lifes-work': `oficio jubile jubilacion retire pension taller negocio sindicato comadrona partera enfermera costurera carpintero albanil minero mina comerciante turno |
    trabaje trabajo fabrica tienda panaderia jefa patron maquina empleo puesto anos_trabajando cobraba clientes sembraba cosecha mercado vendia pusimos agave anotaba almacen`,
  'places-and-moves': `mudamos mude mudanza emigre emigrar frontera maleta pasaporte aeropuerto tren barco viaje viajamos llegamos | vinimos fuimos fui
    capital ciudad extranjero norte cruzar cruzamos pais regresar volvimos estacion`,
  'hard-times': `guerra hambre terremoto temblor inundacion huracan ciclon incendio muerte entierro enfermedad hospital carcel preso exilio dictadura golpe miseria
    pobreza racionamiento estraperlo accidente operaron sequia viuda viudo | quemo perdimos perdi enfermo miedo llorar llore dolor deuda escondimos ahogo soldado soldados murio desbordo seco candil finca`,
  'beliefs-and-values': `fe dios virgen iglesia misa rezar rezo rosario promesa santo procesion cura parroquia pecado | creo creer honrado honradez respeto basilica milagro
    politica justicia valores palabra`,
  'wisdom-and-wishes': `consejo consejos aconsejo arrepiento deseo orgullosa orgulloso recuerden quisiera aprendi_de ensenanza jovenes | nietos bisnietos futuro gracias
    feliz vejez volveria cambiaria les_digo presten`,
};

interface Vocabulary {
  key: ChapterKey;
  words: Map<string, number>;
  phrases: [RegExp, number][];
}

const VOCABULARIES: Vocabulary[] = Object.entries(WORDS).map(([key, list]) => {
  const words = new Map<string, number>();
  const phrases: [RegExp, number][] = [];
  const [strong = '', plain = ''] = list.split('|');
  for (const [part, weight] of [
    [plain, 1],
    [strong, 2],
  ] as const)
    for (const word of part.trim().split(/\s+/)) {
      if (word.includes('_'))
        phrases.push([new RegExp(`\\b${word.split('_').join('\\b.{1,40}\\b')}\\b`), weight]);
      else words.set(lemma(foldInPlace(word)), weight);
    }
  return { key: key as ChapterKey, words, phrases };
});

/** Phrases that decide more than their words. */
const SIGNS: [ChapterKey, RegExp, number][] = [
  [
    'origins',
    /\bnaci en\b|\bdonde naci\b|\b(?:vino|vinieron|llego|llegaron) de (?:espana|italia|calabria|galicia|china|libano)/,
    2,
  ],
  ['origins', /\bmi abuel[oa]\b|\bmis (?:bis)?abuelos\b/, 2],
  ['origins', /\bmis (?:papas|padres) se (?:conocieron|casaron)/, 4],
  ['lifes-work', /\bme (?:jubile|retire|pensione)\b/, 3],
  [
    'childhood-home',
    /\bcuando (?:yo )?era (?:chic|nin|pequen|chiquit)|\bde (?:chic[oa]|nin[oa]|pequen[oa])\b|\ben mi casa\b|\bviviamos\b/,
    1.5,
  ],
  [
    'first-work',
    /\bprimer (?:trabajo|empleo|sueldo|patron)|\bempece a trabajar\b|\bme (?:mandaron|pusieron) a (?:servir|trabajar)/,
    4,
  ],
  [
    'love',
    /\b(?:lo|la) conoci\b|\ba \p{L}+ (?:lo|la) conoci\b|\bnos (?:casamos|enamoramos)\b|\bvestido de novia\b|\bme (?:pretendia|enamoro)/u,
    3,
  ],
  [
    'family-made',
    /(?<!\b(?:hasta|desde) que )(?<!\bcuando )\bnacio (?:mi|el|la)\b|\bmi (?:primer[oa]? )?hij[oa],? \p{L}+,? nacio|\btuvimos \p{L}+(?:,[^,]+)? hijos|\bmis hijos\b|\bla partera\b|\btuvimos\b.{0,20}\bhijos\b/u,
    3,
  ],
  [
    'lifes-work',
    /\b(?:trabaj[eo]|fui|fue) (?:\p{L}+ ){0,3}(?:\p{L}+ y \p{L}+|\p{L}+enta|veinte|\d+) anos\b|\b(?:\p{L}+enta|veinte|treinta y \p{L}+|cuarenta y \p{L}+) anos (?:en|de) (?:la|el|trabajo)/u,
    3,
  ],
  [
    'places-and-moves',
    /\b(?:me|nos) (?:vine|vinimos|fui|fuimos|mude|mudamos) a\b|\bsalimos de\b|\bllegamos a\b|\bse fue a\b/,
    3,
  ],
  [
    'hard-times',
    /\bmi \p{L}+(?: \p{L}+)? (?:se )?murio\b|\bno habia (?:pan|comida|que comer)\b|\bla guerra\b|\bhambre\b|\bsin zapatos\b|\bde noche\b.*\bescond/u,
    1.5,
  ],
  [
    'hard-times',
    /\bterremoto|\binundacion|\bhuracan|\bciclon|\bguerra civil|\bincendio|\bcarcel\b|\bdictadura|\bno habia (?:pan|comida)/,
    2,
  ],
  ['childhood-home', /\bmi (?:papa|mama|mai|vieja)\b/, 1],
  [
    'wisdom-and-wishes',
    /\b(?:a mis|les digo a mis|a los) (?:nietos|hijos|jovenes)\b.{0,30}\b(?:digo|diria|aconsejo)|\bque no (?:\p{L}+en)\b/u,
    3,
  ],
  ['school', /\ben la escuela\b|\bla maestra\b|\bel maestro\b|\bmonjas\b/, 2],
];

/** How far each point multiplies the odds, and those of a chapter of which nothing is said. */
const STEP = 2;
const LEAST = 0.01;
const UNTOLD = 0.001;
/** The odds that a telling belongs to no chapter. */
const NONE = 0.03;
const MOST_POINTS = 12;
/** A chapter that the question speaks of. */
const OF_QUESTION = 0.5;

/** The odds of each chapter, by the words of the telling and a little by those of the question. */
export function chapterOdds(
  text: string,
  { question = '', age = null }: { question?: string; age?: number | null } = {},
) {
  const points = pointsOf(text);
  const asked = pointsOf(question);
  const odds = new Map<string, number>([[NOWHERE, NONE]]);
  for (const { key } of VOCABULARIES) {
    const own = (points.get(key) ?? 0) + OF_QUESTION * (asked.get(key) ?? 0) + pointsOfAge(key, age);
    odds.set(key, own > 0 ? LEAST * STEP ** Math.min(MOST_POINTS, own) : UNTOLD);
  }
  return odds;
}

function pointsOf(text: string): Map<ChapterKey, number> {
  const search = foldInPlace(text);
  const lemmas = new Set(contentLemmas(text));
  const points = new Map<ChapterKey, number>();
  for (const { key, words, phrases } of VOCABULARIES) {
    let sum = 0;
    for (const word of lemmas) sum += words.get(word) ?? 0;
    for (const [phrase, weight] of phrases) if (phrase.test(search)) sum += 2 * weight;
    points.set(key, sum);
  }
  for (const [key, sign, weight] of SIGNS)
    if (sign.test(search)) points.set(key, (points.get(key) ?? 0) + weight);
  return points;
}

function pointsOfAge(key: ChapterKey, age: number | null): number {
  if (age === null) return 0;
  if (age < 13)
    return key === 'childhood-home' || key === 'school'
      ? 1.5
      : /^(?:lifes-work|love|family-made)$/.test(key)
        ? -2
        : 0;
  if (age < 20) return key === 'first-work' || key === 'love' ? 1 : 0;
  return key === 'childhood-home' || key === 'school' ? -1.5 : 0;
}
