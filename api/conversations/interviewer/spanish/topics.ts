import { LRUCache } from 'lru-cache';
import { sentencesOf } from '../words.ts';
import { endsFeminine, isKin, isPerson, isPlace, type Kind, knownNoun, nameOf } from './nouns.ts';
import { bare } from './plain.ts';

/** Where somebody or something stands in its sentence. */
type Role = 'ALONE' | 'OBJECT' | 'THERE_IS' | 'SUBJECT' | 'AFTER_PREPOSITION';

/** Somebody or something that the person spoke of. */
export interface SpanishTopic {
  /** As it fits into our questions: “su tía Rosa”, “aquella panadería”, “esas canicas”, “Bruno”. */
  text: string;
  /** With its article, for leads and thanks: “la panadería”, “las canicas”. */
  plainText: string;
  /** The noun in its bare form. */
  head: string;
  kind: Kind;
  name: string | null;
  isPlural: boolean;
  isFeminine: boolean;
  /** “Mi”, “nuestro”. */
  own: boolean;
  role: Role;
  /** The verb before it has it as what was had, made or given. */
  isHad: boolean;
  isAbsent: boolean;
  score: number;
  sentences: number[];
  /** How late it was last named: 0 for the first sentence, 1 for the last. */
  late: number;
  isLiving: boolean;
}

interface Token {
  text: string;
  low: string;
  /** A comma or another mark stands before it. */
  isBroken: boolean;
}

const MOST_READ = 4_000;
const words = (list: string) => new Set(list.split(/\s+/));

const MINE = words('mi mis nuestro nuestra nuestros nuestras');
const ANY = words(
  'un una unos unas otro otra otros otras algun alguna algunos algunas varios varias muchos muchas mucho mucha unico unica cada',
);
const COUNTS = words('dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta');
const THE = words('el la los las al del');
const THAT = words('este esta estos estas ese esa esos esas aquel aquella aquellos aquellas');
const THEIRS = words('su sus');
/** Adjectives that stand before their noun. */
const BEFORE = words(
  'gran grande buen buena buenos buenas viejo vieja viejos viejas pequeno pequena primer primera primero segundo segunda tercer tercera ultimo ultima mejor mejores peor pobre querido querida nuevo nueva mismo misma hermoso hermosa lindo linda bonito bonita difunto difunta tal unico unica',
);
const PREPOSITIONS = words(
  'en de con por para desde hasta sobre entre sin contra bajo detras cerca junto al del arriba abajo frente',
);
const NO_NOUN = words(
  `que de y o a en con por para si no ya muy mas menos asi tan todo toda todos todas nada algo alguien nadie cuando donde como porque pero se me te nos
  le les lo yo el ella ellos ellas usted uno una este esta eso esto ese esa fue era eran habia hay hubo estaba es son ser ir vez veces cosa cosas dia dias
  ano anos mes meses semana semanas tiempo rato momento hora horas vida gente manera forma parte verdad lado fin medio mitad manana tarde noche domingo domingos lunes martes
  miercoles jueves viernes sabado sabados verano veranos invierno inviernos primavera otono edad dinero gusto ganas miedo pena risa hambre sed sueno frio calor suerte razon falta cuenta
  uno dos tres cuatro cinco seis siete ocho nueve diez demas cual cuales quien mundo idea primero ultimo luego despues antes entonces alla ahi aqui igual mejor peor gran mucho poco
  agua luz guerra muerte entierro funeral velorio cancer enfermedad dolor ida vuelta iba van vi dio hizo dijo saben sabe ve da dan tengo tiene tenia tenian
  mujer hombre hombres mujeres ninos nino nina ninas persona personas senas mano manos pie pies cabeza ojos cara pelo`,
);
/** After these verbs stands what somebody had, got, made, kept, lost or gave. */
const HAVING =
  /^(?:ten(?:go|emos|ia|iamos|ian)|tuv\w+|hic(?:e|imos|ieron)|hizo|hac(?:ia|iamos|ian)|compr\w+|vend\w+|cri(?:e|o|aba|abamos|aban|amos)|sembr\w+|cultiv\w+|deje|dejo|dejaron|regal\w+|di|dio|dieron|hered\w+|trajo|trajeron|traje|llev\w+|us(?:aba|abamos|e)|gan(?:e|o|amos|aron)|perd\w+|rob\w+|guard\w+|ahorr\w+|prepar\w+|cocin\w+|cos\w+|tej\w+|bord\w+|toc\w+|encontr\w+|arregl\w+|constru\w+|levant\w+|pint\w+|conoc\w+|adopt\w+|extran\w+|quer\w+|visit\w+|cuid\w+|orden\w+|mont\w+|coleccion\w+)$/;
const THERE = words('habia hay hubo existia');
const LIVING =
  /\b(?:es|son|vive|viven|trabaja|trabajan|estudia|estudian|tiene|tienen|viene|vienen|cumple|esta|estan|llama|me dice|quiere|juega|sabe|visita|toca|canta|baila|cocina|dice|hace|va|van|da|anda|lleva)\b/;
const PAST =
  /\b(?:era|eran|fue|fueron|estaba|estaban|tenia|tenian|habia|hubo|murio|vivia|vivian|\w+(?:aba|aban|abamos|iamos|aron|ieron|imos))\b|\p{L}+(?:ó|é|í)(?!\p{L})/u;

/** Words that end like a verb and so can't follow an article as a noun: “la quería”, “los llevaba”. */
const VERBAL =
  /(?:aba|aban|abas|abamos|iamos|aron|ieron|imos)$|^(?:tenia|hacia|decia|queria|podia|veia|sabia|vivia|comia|leia|salia|venia|ponia|debia|creia|sentia|pedia|seguia|dormia|conocia|parecia|traia|caia|oia|servia|vendia|corria|rompia|escribia|subia|barria|cosia|molia|encendia|vi|vimos|vio|dio|di|hizo|hice|puse|puso|trajo|traje|quiero|quise|quiso|dije|llevo|lleve|llevan|lleva|mando|mande|compro|compre|encontre|encontro|conoci|conocio|perdi|tuve|tuvo|deje|dejo|dejaron|llame|llamo|lavo|saque|saco|tiene|tienen|que)$/;

function tokensOf(sentence: string): Token[] {
  return [...sentence.matchAll(/([^\p{L}\p{N}]*)([\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*)/gu)].map(
    ([, before = '', text = '']) => ({ text, low: bare(text), isBroken: /[,;:.!?—–"“”«»(]/.test(before) }),
  );
}

interface Phrase extends Omit<SpanishTopic, 'score' | 'sentences' | 'late'> {
  sentence: number;
  start: number;
}

const found = new LRUCache<string, SpanishTopic[]>({ max: 96 });

/** The topics of an answer, the most important first, each once. */
export function spanishTopics(utterance: string, people: readonly string[] = []): SpanishTopic[] {
  const key = `${people.join('|')}#${utterance}`;
  const known = found.get(key);
  if (known) return known;
  const topics = read(utterance, people);
  found.set(key, topics);
  return topics;
}

function read(utterance: string, people: readonly string[]): SpanishTopic[] {
  // Speech and asides are not what the answer is about.
  const text = utterance
    .slice(-MOST_READ)
    .replace(/\[[^\]]{0,400}\]|\([^)]{0,400}\)/g, ' ')
    .replace(/[“"«][^“”"«»]{0,400}[”"»]/g, ' … ');
  const sentences = sentencesOf(text);
  const known = new Set(people.map(bare));
  const phrases = sentences.flatMap((sentence, at) => phrasesIn(sentence, at, known));
  nameLater(phrases, sentences);
  const end = Math.max(1, sentences.length - 1);
  const groups: Phrase[][] = [];
  for (const phrase of phrases) {
    const same = groups.find((group) => group.some((each) => isSame(each, phrase)));
    if (same) same.push(phrase);
    else groups.push([phrase]);
  }
  return groups
    .map((group) => topicOf(group, sentences, end))
    .filter((topic) => topic !== null)
    .sort((a, b) => b.score - a.score);
}

function isSame(a: Phrase, b: Phrase): boolean {
  if (a.name !== null && a.name === b.name) return true;
  return a.head === b.head && a.isPlural === b.isPlural && (a.name === null || b.name === null);
}

const WORTH: Record<Role, number> = {
  ALONE: 4.4,
  OBJECT: 3.7,
  THERE_IS: 4.2,
  SUBJECT: 3.9,
  AFTER_PREPOSITION: 2.3,
};

function topicOf(group: Phrase[], sentences: readonly string[], end: number): SpanishTopic | null {
  const phrase = group.find(({ name }) => name) ?? group[0];
  if (!phrase) return null;
  const best = Math.max(...group.map(worth));
  const last = group.at(-1)?.sentence ?? 0;
  const late = sentences.length > 1 ? last / end : 1;
  const told = group.map(({ sentence }) => sentences[sentence] ?? '').join(' ');
  const isNamed = phrase.name !== null && (isPerson(phrase.kind) || phrase.kind === 'ANIMAL');
  const score =
    best +
    (isNamed ? (phrase.role === 'AFTER_PREPOSITION' ? 0.5 : 1.6) : 0) +
    (phrase.kind === 'MATTER' ? -0.9 : 0) +
    (isKin(phrase.kind) && !phrase.name && phrase.isPlural ? -0.6 : 0) +
    (phrase.isAbsent ? -2 : 0) +
    Math.min(2, group.length - 1) * 0.5 +
    1.5 * late;
  const isTold = PAST.test(told.toLowerCase());
  const isLiving = !isTold && (phrase.kind === 'YOUNG' || LIVING.test(bare(told)));
  const { sentence: _, start: __, ...rest } = phrase;
  return {
    ...rest,
    isLiving,
    score: isLiving && !isPerson(phrase.kind) ? score - 1.5 : score,
    late,
    sentences: group.map(({ sentence }) => sentence),
  };
}

function worth({ role, kind, isHad }: Phrase): number {
  if (role === 'AFTER_PREPOSITION') {
    if (isPlace(kind) || kind === 'EVENT' || kind === 'JOURNEY') return 3.6;
    if (kind === 'VEHICLE') return 3.3;
    return isPerson(kind) ? 2.9 : WORTH[role];
  }
  return WORTH[role] + (isHad ? 0.9 : 0);
}

function phrasesIn(sentence: string, at: number, people: ReadonlySet<string>): Phrase[] {
  const tokens = tokensOf(sentence);
  const phrases: Phrase[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const read = phraseAt(tokens, i, people);
    if (!read) continue;
    const { end, ...phrase } = read;
    phrases.push({ ...phrase, ...placeOf(tokens, i, phrase.kind), sentence: at, start: i });
    i = end;
  }
  return phrases;
}

function placeOf(
  tokens: readonly Token[],
  at: number,
  kind: Kind,
): Pick<Phrase, 'role' | 'isHad' | 'isAbsent'> {
  const before = tokens.slice(Math.max(0, at - 3), at);
  const [last] = before.slice(-1);
  const isAbsent =
    before.some(({ low }) => low === 'sin' || low === 'nunca') ||
    (before.some(({ low }) => low === 'no') && kind !== 'TOWN');
  // “Conocí a mi esposo”: people as objects stand after “a”.
  const isPersonal = last?.low === 'a' && isPerson(kind);
  const verbs = isPersonal ? before.slice(0, -1) : before;
  const isBroken = tokens[at]?.isBroken && at > 0;
  const isHad = !isBroken && verbs.slice(-2).some(({ low }) => HAVING.test(low));
  const first = tokens[at]?.low ?? '';
  // “Viendo la televisión”, “todo el camino”.
  if (last && !isBroken && /(?:[aei]ndo|^tod[oa]s?)$/.test(last.low))
    return { role: 'AFTER_PREPOSITION', isHad: false, isAbsent };
  if (!isPersonal && last && (PREPOSITIONS.has(last.low) || last.low === 'a') && !isBroken)
    return { role: 'AFTER_PREPOSITION', isHad: false, isAbsent };
  if (first === 'al' || first === 'del') return { role: 'AFTER_PREPOSITION', isHad: false, isAbsent };
  if (before.slice(-2).some(({ low }) => THERE.has(low))) return { role: 'THERE_IS', isHad: false, isAbsent };
  if (at === 0 || isBroken)
    return { role: tokens.length - at <= 5 && at === 0 ? 'ALONE' : 'SUBJECT', isHad, isAbsent };
  return { role: isHad ? 'OBJECT' : 'OBJECT', isHad, isAbsent };
}

type Read = Omit<Phrase, 'role' | 'isHad' | 'isAbsent' | 'sentence' | 'start'> & { end: number };

const isNounLike = (token: Token | undefined): token is Token =>
  token !== undefined &&
  token.low.length > 2 &&
  !NO_NOUN.has(token.low) &&
  !VERBAL.test(token.low) &&
  !/^\d/.test(token.low) &&
  !/(?:[aei]ndo|mente)$/.test(token.low);

function phraseAt(tokens: readonly Token[], at: number, people: ReadonlySet<string>): Read | null {
  const token = tokens[at];
  if (!token) return null;
  const { low } = token;
  const next = tokens[at + 1];
  // “Don Julián”, “doña Cuca”.
  if (/^(?:don|dona)$/.test(low) && next) {
    const name = nameOf(next.text, true) ?? (/^\p{L}/u.test(next.text) ? capital(next.text) : null);
    if (!name) return null;
    const text = `${low === 'dona' ? 'doña' : 'don'} ${name}`;
    return { ...somebody(text, low === 'dona'), name: text, end: at + 1 };
  }
  const isDetermined = MINE.has(low) || ANY.has(low) || THE.has(low) || THAT.has(low) || COUNTS.has(low);
  // “Me dejó sus canicas”: a thing of somebody else's, but no relative, because “su tía” could be the person's own.
  if (THEIRS.has(low)) {
    const its = next && knownNoun(next.text);
    if (!its || isPerson(its.noun.kind) || !HAVING.test(tokens[at - 1]?.low ?? '')) return null;
    return thing(its.text, its.noun.kind, its.noun.isFeminine, its.isPlural, at + 1, 'THAT');
  }
  if (isDetermined) return determined(tokens, at);
  // Animals, food and things without an article: “criábamos gallinas”, “vendía tamales”.
  const known = knownNoun(token.text);
  const previous = tokens[at - 1];
  const isObject = previous && !token.isBroken && (HAVING.test(previous.low) || previous.low === 'y');
  if (known?.isPlural && isObject && !isPerson(known.noun.kind))
    return thing(known.text, known.noun.kind, known.noun.isFeminine, true, at, 'THAT');
  if (known && at === 0 && !next && known.noun.kind !== 'MATTER')
    return thing(known.text, known.noun.kind, known.noun.isFeminine, known.isPlural, at, 'THAT');
  // “Nací en Veracruz”: a capital after a preposition of place.
  if (previous && /^(?:en|a|de|desde|hasta|para|por)$/.test(previous.low)) {
    const town = townAt(tokens, at);
    if (town && !people.has(bare(town.name)) && /^(?:en|a|desde|hasta|para|por|de)$/.test(previous.low))
      if (!nameOf(town.name, false) || previous.low === 'en')
        return {
          ...{ text: town.name, plainText: town.name, head: bare(town.name), kind: 'TOWN', name: town.name },
          ...{ isPlural: false, isFeminine: false, own: false, isLiving: false, end: town.end },
        };
  }
  // A name alone.
  const isCapital = /^\p{Lu}\p{Ll}+/u.test(token.text) && at > 0;
  const name = people.has(low) || isCapital ? nameOf(token.text, people.has(low)) : null;
  if (name && !(previous && /^(?:san|santa|en|calle)$/.test(previous.low)))
    return { ...somebody(name, endsFeminine(name)), name, end: at };
  return null;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const PLACES_KNOWN = new Map(
  'veracruz puebla oaxaca guadalajara monterrey chicago madrid barcelona sevilla lima bogotá medellín caracas quito cuenca santiago valparaíso montevideo habana managua tegucigalpa guatemala méxico colombia perú ecuador chile bolivia paraguay uruguay argentina venezuela cuba panamá españa galicia andalucía asturias valencia texas california zacatecas michoacán jalisco chiapas yucatán sonora tijuana morelia'
    .split(' ')
    .map((name) => [bare(name), capital(name)] as const),
);
const NOT_TOWNS =
  /^(?:dios|navidad|semana|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miercoles|jueves|viernes|sabado|domingo|virgen|evertold|usted)$/;

function townAt(tokens: readonly Token[], at: number): { name: string; end: number } | null {
  const first = tokens[at];
  if (!first || NOT_TOWNS.test(first.low)) return null;
  const known = PLACES_KNOWN.get(first.low);
  if (!known && !/^\p{Lu}\p{Ll}/u.test(first.text)) return null;
  const parts = [/^\p{Lu}/u.test(first.text) && !known ? first.text : (known ?? first.text)];
  let end = at;
  for (let i = at + 1; i < at + 4; i++) {
    const token = tokens[i];
    if (!token || token.isBroken) break;
    if (/^\p{Lu}/u.test(token.text)) {
      parts.push(...tokens.slice(end + 1, i + 1).map(({ text }) => text));
      end = i;
    } else if (!/^(?:de|del|la|los|las|el)$/.test(token.low)) break;
  }
  return { name: parts.join(' '), end };
}

function somebody(text: string, isFeminine: boolean) {
  return {
    ...{ text, plainText: text, head: bare(text), kind: 'PERSON' as const, isPlural: false, isFeminine },
    ...{ own: false, isLiving: false },
  };
}

function thing(
  text: string,
  kind: Kind,
  isFeminine: boolean,
  isPlural: boolean,
  end: number,
  article: 'THE' | 'THAT',
  rest = '',
): Read {
  const distance = isPlace(kind) || kind === 'EVENT' || kind === 'JOURNEY' ? 1 : 0;
  const that = isFeminine
    ? [isPlural ? 'esas' : 'esa', isPlural ? 'aquellas' : 'aquella'][distance]
    : [isPlural ? 'esos' : 'ese', isPlural ? 'aquellos' : 'aquel'][distance];
  const the = isFeminine ? (isPlural ? 'las' : 'la') : isPlural ? 'los' : 'el';
  return {
    ...{ text: `${article === 'THE' ? the : that} ${text}${rest}`, plainText: `${the} ${text}${rest}` },
    ...{ head: bare(text).split(' ')[0] ?? '', kind, name: null, isPlural, isFeminine },
    ...{ own: false, isLiving: false, end },
  };
}

/** A noun with its article or possessive: “mi tía Rosa”, “una panadería”, “la casa de mi abuela”. */
function determined(tokens: readonly Token[], at: number): Read | null {
  const low = tokens[at]?.low ?? '';
  let j = at + 1;
  const adjectives: string[] = [];
  while (tokens[j] && BEFORE.has(tokens[j]?.low ?? '') && !tokens[j]?.isBroken) {
    adjectives.push(tokens[j]?.text ?? '');
    j++;
  }
  const head = tokens[j];
  const known = head && knownNoun(head.text);
  if (!head || head.isBroken || (!known && !isNounLike(head))) return null;
  const own = MINE.has(low);
  const isMate = known?.noun.kind === 'SPOUSE' && /^novi/.test(bare(known.noun.singular)) && !own;
  const kind: Kind = isMate ? 'PERSON' : (known?.noun.kind ?? 'MATTER');
  if (isPerson(kind) && known) {
    if (own || kind === 'PERSON')
      return person(tokens, j, { ...known, noun: { ...known.noun, kind } }, own, adjectives, low);
    // “La abuela Petra” is the person's own.
    const named = THE.has(low) && isKin(kind) ? person(tokens, j, known, true, adjectives, low) : null;
    return named?.name ? named : null;
  }
  // “La mujer”, “el señor” and other unknown words after an article are too uncertain; after “un” or “mi” they are named.
  // “Una sola vez”: an adjective before a word that names nothing.
  const after = tokens[j + 1];
  if (
    !known &&
    after &&
    !after.isBroken &&
    /^(?:vez|veces|dias?|cosas?|noche|tarde|manana|rato)$/.test(after.low)
  )
    return null;
  if (!known && (THE.has(low) || THAT.has(low) || !looksLikeNoun(head, low))) return null;
  const isPlural = known?.isPlural ?? /s$/.test(head.low);
  const isFeminine =
    genderOf(low, head.low) ??
    known?.noun.isFeminine ??
    (/^(?:una|unas|otra|otras|nuestra|nuestras|muchas|varias|alguna)$/.test(low) || endsFeminine(head.low));
  const text = known?.text ?? head.text.toLowerCase();
  const pet = tokens[j + 1];
  if (kind === 'ANIMAL' && !isPlural && pet && !pet.isBroken && /^\p{Lu}\p{Ll}/u.test(pet.text)) {
    const it = thing(text, kind, isFeminine, false, j + 1, 'THAT');
    return { ...it, text: pet.text, plainText: pet.text, name: pet.text };
  }
  const { rest, end } = complementAt(tokens, j);
  const isThe = (THE.has(low) && isPlace(kind)) || rest.includes(' su ') || rest.includes(' sus ');
  const first = adjectives.find((each) => /^prim|^ultim/.test(bare(each)));
  if (own && first) {
    const its = isPlural ? 'sus' : 'su';
    return {
      ...thing(text, kind, isFeminine, isPlural, end, 'THE', rest),
      text: `${its} ${first} ${text}${rest}`,
      plainText: `${its} ${first} ${text}${rest}`,
      own: true,
    };
  }
  return { ...thing(text, kind, isFeminine, isPlural, end, isThe ? 'THE' : 'THAT', rest), own };
}

/** The gender that the article shows: “un radio”, “una radio”. */
function genderOf(determiner: string, noun: string): boolean | null {
  if (/^(?:una|unas|la|las|nuestra|nuestras|esa|esas|esta|estas|aquella|aquellas)$/.test(determiner))
    return true;
  const isMasculine = /^(?:un|unos|el|los|al|del|nuestro|nuestros|ese|esos|este|estos)$/.test(determiner);
  return isMasculine && !endsFeminine(noun) ? false : null;
}

/** An unknown word after “un” or “mi” is a noun unless it ends like an adjective or a verb. */
function looksLikeNoun(token: Token, determiner: string): boolean {
  if (/^(?:cada|mucho|mucha|otro|otra|otros|otras|unico|unica)$/.test(determiner)) return false;
  return !/(?:isimo|isima|ado|ada|ido|ida|ar|er|ir)$/.test(token.low) && !/^\p{Lu}/u.test(token.text);
}

/** “De zapatos”, “de coser”, “de mi abuela”, “de don Julián” after a noun. */
function complementAt(tokens: readonly Token[], at: number): { rest: string; end: number } {
  const nothing = { rest: '', end: at };
  const of = tokens[at + 1];
  if (!of || of.isBroken || (of.low !== 'de' && of.low !== 'del')) return nothing;
  const [next, after] = [tokens[at + 2], tokens[at + 3]];
  if (!next || next.isBroken) return nothing;
  if (of.low === 'de' && MINE.has(next.low) && after) {
    const known = knownNoun(after.text);
    if (!known) return nothing;
    const name =
      tokens[at + 4] && !tokens[at + 4]?.isBroken ? nameOf(tokens[at + 4]?.text ?? '', true) : null;
    const its = known.isPlural ? 'sus' : 'su';
    return { rest: ` de ${its} ${known.text}${name ? ` ${name}` : ''}`, end: at + (name ? 4 : 3) };
  }
  if (of.low === 'de' && /^(?:don|dona)$/.test(next.low) && after)
    return {
      rest: ` de ${next.low === 'dona' ? 'doña' : 'don'} ${nameOf(after.text, true) ?? capital(after.text)}`,
      end: at + 3,
    };
  if (of.low === 'del') {
    const known = knownNoun(next.text);
    return known ? { rest: ` del ${known.text}`, end: at + 2 } : nothing;
  }
  if (THE.has(next.low) && after) {
    const known = knownNoun(after.text);
    return known ? { rest: ` de ${next.low} ${known.text}`, end: at + 3 } : nothing;
  }
  if (
    /^(?:pur|much|poc|tant|ciert)[oa]s?$/.test(next.low) ||
    !isNounLike(next) ||
    THE.has(next.low) ||
    ANY.has(next.low) ||
    MINE.has(next.low) ||
    THEIRS.has(next.low)
  )
    return nothing;
  const known = knownNoun(next.text);
  return { rest: ` de ${known?.text ?? next.text}`, end: at + 2 };
}

function person(
  tokens: readonly Token[],
  at: number,
  { noun, isPlural, text }: NonNullable<ReturnType<typeof knownNoun>>,
  own: boolean,
  adjectives: readonly string[],
  determiner: string,
): Read | null {
  let end = at;
  let name: string | null = null;
  let next = tokens[at + 1];
  let skip = at + 1;
  if (next && /^(?:mayor|menor|chico|chica|grande|mas)$/.test(next.low)) {
    skip = at + (next.low === 'mas' ? 3 : 2);
    next = tokens[skip];
  }
  if (next && !isPlural) {
    const isTitle = /^(?:don|dona)$/.test(next.low);
    const named = isTitle ? tokens[skip + 1] : next;
    // “Mi hermano, Pedro, …”: a name after a comma needs its capital.
    const said = named && nameOf(named.text, !next.isBroken || /^\p{Lu}/u.test(named.text));
    if (said) {
      name = isTitle ? `${next.low === 'dona' ? 'doña' : 'don'} ${said}` : said;
      end = isTitle ? skip + 1 : skip;
    }
  }
  const isMale = !noun.isFeminine;
  if (own) {
    const first = adjectives.find((each) => /^(?:mejor|prim|unic|segund)/.test(bare(each)));
    const called = `${first ? `${first} ` : ''}${text}${name ? ` ${name}` : ''}`;
    const its = `${isPlural ? 'sus' : 'su'} ${called}`;
    return {
      ...{ text: its, plainText: its, head: bare(noun.singular), kind: noun.kind, name, isPlural },
      ...{ isFeminine: noun.isFeminine, own, isLiving: false, end },
    };
  }
  if (noun.kind !== 'PERSON') return null;
  // “El maestro Ruperto”, but “un muchacho, Efraín”.
  const title =
    THE.has(determiner) && TITLED.has(bare(noun.singular)) ? `${isMale ? 'el' : 'la'} ${text} ` : '';
  if (name) return { ...somebody(`${title}${name}`, noun.isFeminine), name, end };
  // “El maestro”, “una vecina”.
  const the = isMale ? (isPlural ? 'los' : 'el') : isPlural ? 'las' : 'la';
  const that = isMale ? (isPlural ? 'esos' : 'ese') : isPlural ? 'esas' : 'esa';
  if (isPlural && !ANY.has(determiner) && !COUNTS.has(determiner)) return null;
  return {
    ...{
      text: `${THE.has(determiner) ? the : that} ${text}`,
      plainText: `${the} ${text}`,
      head: bare(noun.singular),
    },
    ...{
      kind: 'PERSON',
      name: null,
      isPlural,
      isFeminine: noun.isFeminine,
      own: false,
      isLiving: false,
      end,
    },
  };
}

const TITLED = words(
  'maestro maestra profesor profesora doctor doctora senor senora senorita sargento capitan',
);

const CALLED =
  /(?:se llama(?:ba)?|llamad[oa]s?|de nombre|le (?:deciamos|decian|pusimos|puse|llamabamos|decia)|que llamabamos|lo llamabamos|la llamabamos)\s+(?:do[nñ]a? )?/u;

/** “Un perro que se llamaba Bruno”, “mi mejor amiga se llamaba Lupita”. */
function nameLater(phrases: Phrase[], sentences: readonly string[]): void {
  for (const [at, sentence] of sentences.entries()) {
    const low = bare(sentence.replace(/[¿¡]/g, ' '));
    const match = CALLED.exec(low);
    if (!match) continue;
    const word = /^[\p{L}'-]+/u.exec(low.slice(match.index + match[0].length))?.[0] ?? '';
    const original = tokensOf(sentence).find((token) => token.low === word)?.text ?? word;
    const name = nameOf(original, true) ?? (word ? capital(original) : null);
    if (!name || word.length < 3) continue;
    const owner = phrases.findLast(
      ({ sentence: of, kind, name: has }) =>
        of <= at && has === null && (isPerson(kind) || kind === 'ANIMAL'),
    );
    if (!owner || owner.isPlural) continue;
    owner.name = name;
    owner.text = owner.own && isKin(owner.kind) ? `${owner.text} ${name}` : name;
    owner.plainText = owner.text;
    for (const phrase of phrases)
      if (phrase !== owner && bare(phrase.text) === bare(name)) phrase.name = name;
  }
}
