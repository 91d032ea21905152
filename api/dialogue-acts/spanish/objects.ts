import { alignedSpanish, foldSpanish } from './plain-words.ts';

/** Words that belong to a wish itself. The rest of its sentence is what the wish is about. */
const WISH_WORDS = new Set(
  `a al algo alguien ahi ahora ahorita alla alli ante antes apunte anote aqui aca asi asunto aunque ay bien bueno cada callado casa caso cerca como con
  conmigo conversacion cosa cosas cual cualquier cuando cuente cuenten cuento contar conte contado cuentes dar de debe decir del deje dejelo dejalo
  dentro desde despues detalle dia dias dice diga digas digan digo dije dijo dicho donde dos el ella ellas ellos en entonces entre era eran es esa esas
  escriba escribas escribir escrito ese eso esos esta estan estas este esto estos estoy evertold familia favor fuera fue gente guarde guarda guardar ha haga
  hable hablar hablamos hablemos hable hacer hasta hay hemos he historia historias hoy igual jamas la las le les libro lea lean leer lo los luego mas
  mejor menciona mencione mencionar mi mis mio mia mire momento mucho muy nada nadie ni ninguno ninguna no nombre nomas nos nosotros nuestra nuestro nunca
  o oiga oigan oir otra otro otras otros oyo palabra para parte pase pero pido poner ponga pongas pongo por porfa porque publique publicar puede pueden pues
  preguntar pregunte preguntes pregunta preguntas prefiero que quede queda quedo quien quiero quisiera quite recuerdo repita rato sabe sale salga saque se
  secreto privado sea sepa sepan ser si sin sobre solo son su sus tal tambien tampoco te tema temas tengo tiene toca toda todas todavia todo todos toque
  tocar tu tuve un una uno unos unas usted ustedes va vamos vea vean ver verdad vez voy vuelva vuelvas y ya yo platicar platicamos platique
  acabo acaba acerca respecto cuanto referente menos salvo excepto senorita senora senor mija hija corazon dios borre borra borrar elimine tache quitar
  jure jura prometa promete promesa confianza entiende entendido gracias favorcito manana ayer siempre ratito cuidado olvide olvida olvidese`.split(
    /\s+/,
  ),
);
/** “Mi”, “aquel viejo”: what may stand before the noun that a wish is about. */
const DETERMINERS = new Set(
  'el la los las lo un una unos unas mi mis tu su sus nuestro nuestra nuestros nuestras ese esa esos esas este esta estos estas aquel aquella aquellos aquellas todo toda todos todas cada otro otra mio primer primera segundo segunda ultimo ultima viejo vieja pobre don dona'.split(
    ' ',
  ),
);
/** Adjectives before a noun that say which one is meant. */
const WHICH = new Set('primer primera segundo segunda tercer tercera ultimo ultima'.split(' '));
/** Words that end what is named. */
const ENDS_OBJECT = new Set(
  `que y o u e ni pero porque si cuando donde como para por con sin en a al se me te le les lo nos no ya es era fue fueron son esta estan estaba va van
  queda quede quedan queden salga sale aparezca viene venga hasta mientras desde sobre entre ante tras mas muy nunca jamas nada nadie yo usted tu vos ella ellos
  hay habia tiene tenia puede pueden debe ha han he solo nomas tambien aunque pues entonces ahora hoy manana antes despues siempre aqui ahi alli alla asi bien
  mejor favor gracias fuera dentro`.split(/\s+/),
);

const DET = '(?:el|la|los|las|lo|mi|mis|su|sus|nuestr[oa]s?|es[ae]|es[oa]s|aquel|aquella|un|una|don|dona) ';
/** Words that name the telling, not what is told. */
const TELLING =
  '(?:habl\\w+|platic\\w+|convers\\w+|charl\\w+|cont\\w+|cuent\\w+|dij\\w+|dig\\w+|dec\\w+|dich\\w+|mencion\\w+|escrib\\w+|pong\\w+|pon\\w+|public\\w+|publiq\\w+|pregunt\\w+|toc\\w+|sac\\w+|parte|partes|historia|historias|asunto|tema|cosas?|todo|nada|algo|detalles?|lo|eso|cuestion|pedazo|trozo|relato|se (?:me )?(?:salio|escapo)|recuerd\\w+|acuerd\\w+|sep\\w+|sab\\w+|enter\\w+)';
const ABOUT =
  '(?:de(?! (?:aqui|ahi|aca|nada|nadie|ahora|eso|esto|nuevo|todo|todos|una vez)\\b)|del|sobre|acerca de(?:l)?|respecto (?:a|de)(?:l)?|por|con)';
const AFTER_TELLING = new RegExp(
  `\\b${TELLING}(?: (?:le|te|a usted|a nadie|todo|nada|mas|antes|ahora|ayer|hace rato|al principio|la otra vez|ya|usted|nunca|jamas|un dia|algun dia|que (?:le|te) (?:dije|conte|platique|mencione)|antes que|que dije|lo)){0,3} ${ABOUT} `,
  'g',
);
const AFTER_ABOUT =
  /\b(?:sobre|acerca de|respecto a|respecto de|en cuanto a|con respecto a|tocante a|mencion\w+ a|mencion\w+|nombr(?:e|es|en|ar) a|nombr(?:e|es|en|ar)|tocar|toque|toques) (?=(?:el|la|los|las|mi|mis|su|sus|a|don|dona|[a-z]{4,}))/g;
/** “Si sale Ramón”, “cada vez que se hable de la finca”. */
const COMES_UP =
  /\b(?:si|cuando|cada vez que|siempre que) (?:sale|salga|aparece|aparezca|toco|menciono|nombro|hablo de|hable de|se habla de|salen|salgan|surge|surja)(?: (?:el tema de|lo de|el nombre de|a relucir|a))? /g;
/** “No ponga el pleito”, “deje fuera la herencia”. */
const DONE_TO = new RegExp(
  `\\b(?:pong\\w+|escrib\\w+|public\\w+|publiq\\w+|inclu\\w+|met\\w+|dej\\w+(?: fuera| afuera)?|saqu\\w+|quit\\w+|borr\\w+|tach\\w+|elimin\\w+|guard\\w+|olvid\\w+|salt\\w+|mencion\\w+|cuent\\w+|omit\\w+|imprim\\w+)(?: (?:usted|fuera|afuera|ahi|en el libro|a))* (?=${DET})`,
  'g',
);
/** What the sentence begins with: “mi primer matrimonio, eso no lo ponga”. */
const OPENS = new RegExp(`(?:^|[.!?;:,] |\\b(?:pero|y|bueno|mire|oiga) )(?:a )?(?=${DET})`, 'g');

/** The places of what a sentence names as its theme. */
const NAMING = [AFTER_TELLING, COMES_UP, AFTER_ABOUT];

/**
 * What a wish is about, in the person's own words (“mi hermana Rosa”, “el divorcio”); null when the words
 * only point (“eso”, “esas cosas”). It is found by its place in the sentence.
 */
export function objectOf(wish: string): string | null {
  return placedIn(wish, NAMING) ?? nameIn(wish) ?? placedIn(wish, [DONE_TO, OPENS]);
}

/** Every object is named by its place. */
export const namedIn = objectOf;

/** What a sentence before a wish says was told: “¿se acuerda de lo que le dije de mi hijo?”. */
export function toldIn(text: string): string | null {
  return placedIn(text, [AFTER_TELLING]);
}

/** What a sentence announces as a theme: “le voy a contar cosas de la guerra”. */
export function announcedIn(text: string): string | null {
  return placedIn(text, NAMING) ?? nameIn(text) ?? placedIn(text, [OPENS]) ?? lastPhraseOf(text);
}

/** The words of a wish that are not wish words: what it may refer back to. */
export function objectWords(wish: string): string {
  const words = alignedSpanish(wish).low.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => word.length > 2 && !WISH_WORDS.has(foldSpanish(word))).join(' ');
}

function placedIn(text: string, places: readonly RegExp[]): string | null {
  const { low, plain } = alignedSpanish(text);
  for (const place of places)
    for (const match of plain.matchAll(place)) {
      const phrase = phraseAt(low.slice(match.index + match[0].length));
      if (phrase) return phrase;
    }
  return null;
}

const MOST_IN_PHRASE = 4;

/** The noun phrase at the start of a text, without its determiners; null for a pronoun or a word of the wish itself. */
function phraseAt(text: string): string | null {
  const [part = ''] = text.split(/[.,;:!?()"–—]/);
  const words = part.match(/\p{L}+/gu) ?? [];
  const phrase: string[] = [];
  for (const [at, word] of words.entries()) {
    const plain = foldSpanish(word);
    const isFirst = phrase.length === 0;
    // “Lo de la herencia”, “cuando mi hermano”: small words before the noun.
    if (isFirst && (DETERMINERS.has(plain) || plain === 'a' || (plain === 'de' && at > 0))) {
      if (WHICH.has(plain) && words[at + 1]) phrase.push(word);
      continue;
    }
    if (phrase.length > 0 && (plain === 'de' || plain === 'del')) {
      const next = phraseAt(words.slice(at + 1).join(' '));
      if (next)
        phrase.push(
          plain,
          ...words.slice(at + 1, at + 1 + countBefore(words.slice(at + 1))),
          ...next.split(' '),
        );
      break;
    }
    if (ENDS_OBJECT.has(plain) || WISH_WORDS.has(plain)) break;
    phrase.push(word);
    if (phrase.length >= MOST_IN_PHRASE) break;
  }
  return phrase.some((word) => !WHICH.has(foldSpanish(word)))
    ? phrase.slice(0, MOST_IN_PHRASE + 2).join(' ')
    : null;
}

/** The determiners at the start of these words. */
function countBefore(words: readonly string[]): number {
  const first = words.findIndex((word) => !DETERMINERS.has(foldSpanish(word)));
  return Math.max(0, first);
}

/** The last noun phrase that a determiner opens. */
function lastPhraseOf(text: string): string | null {
  const { low, plain } = alignedSpanish(text);
  const phrases = [...plain.matchAll(new RegExp(`\\b${DET}`, 'g'))].flatMap((match) => {
    const phrase = phraseAt(low.slice(match.index));
    return phrase ? [phrase] : [];
  });
  return phrases.at(-1) ?? null;
}

/** A name inside a sentence, not a capital at its start. */
function nameIn(wish: string): string | null {
  for (const [name] of wish.matchAll(/(?<=[\p{L},] )\p{Lu}[\p{Ll}\p{M}]+/gu))
    if (!WISH_WORDS.has(foldSpanish(name))) return name.toLowerCase();
  return null;
}
