import { SAID, wish } from './clauses.ts';
import { plainSpanish } from './plain-words.ts';

const STOPS =
  '(?= ?(?:$|[.,;:!?"]|por favor|porfa|en (?:el|ningun|ninguna|ese|mi|su)|ahi|alli|aqui|eh\\b|oyo|oiste|gracias|nunca|jamas|a nadie|nada de|mas\\b|senorita|mija|hija))';
/** Imperatives of writing down, with usted, tú and vos. */
const WRITE =
  '(?:pong(?:a|as|an)|escrib(?:a|as|an)|apunt(?:e|es|en)|anot(?:e|es|en)|publi(?:que|ques|quen)|inclu(?:ya|yas|yan)|meta(?:s|n)?|imprima(?:s|n)?|saque(?:s|n)?|mencione(?:s|n)?|repita(?:s|n)?|comparta(?:s|n)?|transcriba(?:s|n)?|registre(?:s|n)?|guarde(?:s|n)?)';
const TELL =
  '(?:dig(?:a|as|an)|cuent(?:e|es|en)|repita(?:s|n)?|ensen(?:e|es|en)|muestre(?:s|n)?|mostr(?:es|en)|comente(?:s|n)?|pase(?:s|n)?|suelte(?:s|n)?)';

const WISHES: RegExp[] = [
  /\b(?:no (?:salga|pase|salir|sale) de (?:aqui|aca|nosotros|entre nosotros|esta (?:casa|habitacion|llamada|conversacion)|estas (?:cuatro )?paredes|usted|ti|nosotr[oa]s))\b/,
  /\b(?:quede|quedese|queda|quedan|queden|quedar|muere|muera) (?:solo |nomas |nada mas |aqui |aca )?entre (?:nosotr[oa]s|nos|usted y yo|tu y yo|vos y yo|ti y (?:yo|mi)|l[oa]s dos|usted y (?:mi|su servidora?))\b/,
  /(?:^|\b(?:esto|eso|es|solo|nomas|y|que sea) )entre (?:nosotr[oa]s|usted y yo|tu y yo|vos y yo)(?= ?(?:$|[.,;!?]|nomas|nada mas|por favor))/,
  new RegExp(`\\bno (?:me )?(?:lo|la|los|las) ${WRITE}${STOPS}`),
  new RegExp(
    `\\bno ${WRITE} (?:esto|eso|nada de (?:esto|eso)|esa parte|esta parte|lo (?:ultimo|que (?:le|te) (?:dije|conte|acabo)))\\b`,
  ),
  new RegExp(
    `\\b(?:ni|no) se l[oa]s? ${TELL}(?: usted| tu)? a (?:nadie|ninguno|ninguna|ninguna persona|un alma|mi familia|los demas|la gente)\\b`,
  ),
  new RegExp(
    `\\bno (?:le|les)? ?${TELL} (?:esto|eso|nada(?: de (?:esto|eso))?|lo que (?:le|te) (?:dije|conte)) a (?:nadie|ninguno|mi familia|los demas)\\b`,
  ),
  new RegExp(`\\ba nadie (?:se lo|le|les?) ${TELL}\\b`),
  /\b(?:esto|eso|lo que (?:le|te) (?:dije|conte|acabo de (?:decir|contar)))(?: (?:ultimo|de antes))? (?:es|queda|tiene que ser|debe ser|sea) (?:algo )?(?:muy |bien |totalmente )?(?:privado|secreto|un secreto|confidencial|reservado|de mi (?:vida )?privad[ao]|solo mio|nomas mio|solo para mi)(?= ?(?:$|[.,;!?]|entre|y|por favor|pero))/,
  /\bque (?:nadie|ni un alma) (?:se entere|lo sepa|lo lea|lo vea|lo oiga|lo escuche|sepa (?:esto|eso)|lea (?:esto|eso))\b/,
  /\bque (?:no|nunca) (?:se sepa|se entere nadie|lo (?:sepa|lea|vea|oiga|escuche) nadie)\b/,
  /\bno quiero que (?:nadie|la gente|se) (?:lo |se |lea |)?(?:sepa|entere|lea|vea|oiga|escuche|publique|esto|eso)\b/,
  /\b(?:guardeme|guardame|guarde|guarda|guarden) (?:usted )?(?:el|este|ese|mi|bien el) secreto\b/,
  /\bno (?:es|va|vaya|entra|salga|aparezca|quede) (?:para |en |dentro de )(?:el|mi|su|ese|este|ningun) libro\b/,
  /\b(?:dejel[oa]|dejal[oa]|deje (?:esto|eso)|deja (?:esto|eso)|eso dejel[oa]|que (?:esto |eso )?quede) (?:a)?fuera(?: del? (?:libro|esto|la historia))?\b/,
  /\bno (?:debi|debia|deberia|tenia que|tendria que|tuve que) (?:haberle? |haber(?:te|le) )?(?:contado|dicho|contarle|contarte|decirle|decirte|contar|decir) (?:eso|esto|tanto|nada)\b/,
  /\b(?:olvide|olvida|olvidese de|olvidate de) (?:lo que (?:le|te) (?:dije|conte|acabo de (?:decir|contar))|que (?:le|te) (?:dije|conte) (?:eso|esto))\b/,
  /\b(?:haga|haz|hace) (?:de cuenta|como) (?:que|si) no (?:le|te)? ?(?:oyo|oiste|escucho|escuchaste|hubiera (?:oido|dicho)|dije|he dicho)\b/,
  /\b(?:usted|tu|vos) no (?:ha |has )?(?:oyo|oiste|oido|escucho|escuchaste|escuchado) nada\b/,
  /\b(?:se lo|te lo|esto se lo|esto te lo) (?:digo|cuento) (?:en (?:confianza|secreto|privado)|solo a (?:usted|ti|vos))\b/,
  /\b(?:esto|eso) es (?:solo|nomas|nada mas|unicamente) para (?:usted|ti|vos|tus oidos|sus oidos)\b/,
  /\b(?:de su boca no salga|ni una palabra (?:de esto|a nadie)|punto en boca|chiton)\b/,
  /\b(?:cambie(?:le)?|cambia(?:le)?|no ponga) (?:el|su) nombre\b/,
];

/** “… y eso que le dije antes no lo ponga”: the end of speech that runs on without punctuation. */
const AT_THE_END = new RegExp(
  `\\b(?:eso|esto|esa parte|lo que (?:le|te) (?:dije|conte))\\b.{0,60}\\bno (?:me )?l[oa]s? (?:vaya(?:s|n)? a \\w+|${WRITE}|${TELL})(?: (?:por favor|en el libro|en ningun lado|a nadie|usted|oyo|eh))*[.! ]*$`,
);
const REPORTED = new RegExp(`\\b${SAID}\\b`);

/** Whether a sentence explicitly asks for something to stay private. */
export function asksForPrivacy(sentence: string): boolean {
  const said = plainSpanish(sentence);
  if (AT_THE_END.test(said) && !REPORTED.test(said)) return true;
  return WISHES.some((pattern) => wish(said, pattern) !== null);
}

const GETS_RID =
  /\b(?:borr(?:e|a|ar|en|es|elo|ela|elos|alo|ala|arlo|ame|eme|arla|eselo)|elimin(?:e|a|en|ar|elo|alo|arlo)|suprim(?:a|e|elo|alo)|tach(?:e|a|elo|alo|ar|arlo)|quit(?:e|a|elo|ela|alo|ala|arlo) ?(?:eso|esto|de ahi|esa parte|del? |$|[.,;!?])|destruy(?:a|e|elo)|(?:tire|bote|eche)(?:lo)? (?:eso|esto|a la basura)|desaparezca|que no quede (?:rastro|nada|escrito))\b/;

/** Whether a wish is for the words to be gone, not only kept. */
export function wantsItGone(sentence: string): boolean {
  return GETS_RID.test(plainSpanish(sentence));
}

/** “Como ya le conté”: a reference in a story, without a wish. */
const MENTIONED =
  /^(?:y |pero )?(?:que|como|de la que|del que|a la que|al que)(?: ya)? (?:le|te|les) (?:dije|conte|decia|contaba|mencione|he (?:dicho|contado))(?: (?:antes|al principio|ya|hace rato))*[.,; ]*$/;
/** Words for the telling, for who may know, or for what we would do with it. */
const OF_THE_TELLING =
  /\b(?:no|ni|nadie|nunca|jamas|usted|ustedes|tu|te|le|libro\w*|lea\w*|lee\w*|lei\w*|sep[ae]n?|sab\w+|enter\w+|dig\w+|dec\w+|dij\w+|cuent\w+|cont\w+|escri\w+|pon\w+|public\w+|publiq\w+|imprim\w+|secret\w*|privad\w*|confid\w*|entre|qued\w+|nosotr\w+|borr\w+|quit\w+|tach\w+|elimin\w+|guard\w+|call\w+|boca|oi\w+|oyo|escuch\w+|mencion\w*|repit\w*|grab\w+|esto|eso|esa|esta|lo|aqui|aca|fuera|muer\w+|mori\w+|palabra|solo|mostr\w+|muestr\w+|ensen\w+|hasta|mientras)\b/;
const FEW_WORDS = 5;

/** Whether words that resemble a wish tell of a habit, or say nothing of the telling. */
export function resemblesWish(clause: string): boolean {
  const said = plainSpanish(clause);
  const isLong = said.split(' ').length > FEW_WORDS;
  return MENTIONED.test(said) || (isLong && !OF_THE_TELLING.test(said)) || isPast(said);
}

/** Wishes that a story reports: the past subjunctive, which nobody uses to ask us for something. */
const PAST =
  /\bque (?:no |nunca |nadie |no se lo |no lo |se |lo )*(?:dijera|contara|supiera|escribiera|pusiera|publicara|hablara|repitiera|quedara|saliera|guardara|guardaramos|dijeramos|contaramos|leyera|viera|oyera|enterara|enteraran|supieran|leyeran|callara|mencionara)s?\b/;
/** With these the past subjunctive is a polite wish of now. */
const POLITE_WISH =
  /\b(?:quisiera|me gustaria|preferiria|querria|desearia|ojala|agradeceria|rogaria|pediria)\b/;

function isPast(said: string): boolean {
  return PAST.test(said) && !POLITE_WISH.test(said);
}

const OUT_OF_BOOK =
  /\b(?:libro|escri(?:b|t)\w+|imprim\w+|publi\w+|paginas?|papel|(?:dej|saqu|qued|mant)\w+ (?:\w+ ){0,6}(?:fuera|afuera|por fuera))\b/;

/** Whether a refusal to talk of something also keeps it out of the book. */
export function keepsOutOfBook(sentence: string): boolean {
  return OUT_OF_BOOK.test(plainSpanish(sentence));
}

const DENIED = /\b(?:no|ni|nada|nunca|jamas|tampoco|ningun[ao]?|sin)\b/;

/** Oneself, one's life, or what the consents are about. “Mi” that is followed by a noun is “my”. */
const ONESELF_OR_CONSENTS =
  '(?:(?:nosotr[oa]s|ustedes|usted|evertold)\\b|(?:mi|todo)\\b(?! (?!(?:en|ni|y|o|por|para|a|con)\\b)\\w)|(?:mi|nuestra) (?:vida|historia|infancia|pasado)\\b|(?:mis|nuestr[oa]s) (?:historias|recuerdos)\\b|(?:el|la|los|las|este|ese|esta|esa|sus?) (?:libros?|llamadas?|cintas?|grabacion(?:es)?|textos?|mensajes?)\\b)';
/** “Preguntar por”, “nada de”. */
const ABOUT =
  '(?:pregunt\\w+|habl\\w+|cont(?:ar|arle|emos)|oir|decir|mencion\\w+|toc\\w+|nada|ni una palabra)(?: (?:mas|nunca|jamas|otra vez|nada)){0,3} (?:de|sobre|por|acerca de|del)';
const ABOUT_THEME = new RegExp(`\\b${ABOUT} (?!${ONESELF_OR_CONSENTS})[a-z]`);

/** Whether a sentence refuses to talk, hear or read about somebody or something, and not about oneself or consents. */
export function refusesTheme(sentence: string): boolean {
  const said = plainSpanish(sentence);
  return ABOUT_THEME.test(said) && DENIED.test(said);
}

/** Whether a clause says that something is not to be written or printed. */
export function forbidsWriting(clause: string): boolean {
  return keepsOutOfBook(clause) && DENIED.test(plainSpanish(clause));
}

/** Phrases that ask us for something, refuse something, or say that the words go no further. */
const ASKED_OF_US =
  /\b(?:(?:se lo|le|te|les) (?:pido|ruego|encargo|suplico|agradezco|agradeceria|pediria|encargaria)|(?:yo )?(?:prefiero|preferiria|quisiera) (?:que )?(?:no|nadie|mejor|dej\w+|guard\w+)|no (?:me gustaria|quiero|quisiera|permito|autorizo|acepto|hay (?:por que|para que|necesidad))\b|(?:de aqui|de ahi|de esto) no (?:sale|sal[gd]\w+|pas[ae]\w*)|(?:aqui|ahi) (?:se )?(?:queda|quede|muere|muera|termina)|a nadie le (?:importa|incumbe|interesa)|(?:mejor|usted) (?:no )?(?:guard|dej|quit|sac|olvid|call|borr|tach)\w+)/;

/**
 * Whether a sentence may ask us to keep something back: it asks, refuses, or forbids writing, as few sentences of a story
 * do.
 */
export function mayAskToKeepBack(sentence: string): boolean {
  const said = plainSpanish(sentence);
  return !isPast(said) && (ASKED_OF_US.test(said) || forbidsWriting(sentence));
}

const NAMES_TELLING =
  /\b(?:(?:el|su|mi|este|ese|ningun|un) libro|imprim\w+|publi(?:que|ques|car|can|cado)\w*|(?:lo|eso|esto) que (?:le|te) (?:dije|conte|he (?:dicho|contado)|acabo de)|(?:esta|esa) (?:parte|historia)|esto ultimo|entre (?:nosotr[oa]s|usted y yo|tu y yo|vos y yo)|evertold|no (?:me )?l[oa] (?:ponga|escriba|apunte|anote|publique|cuente|diga|repita|meta)\w*|que (?:no )?(?:lo|la|me|se) (?:lea|lean|sepa|sepan|vea|vean|oiga|oigan|escuche|escuchen|entere|enteren)|se (?:lo|la) (?:diga|digas|cuente|cuentes|ensene|muestre)s?|no (?:debi|deberia) haber)\b/;

/** Whether a clause speaks of our talk or the book, so that less evidence makes it a wish. */
export function namesTheTelling(clause: string): boolean {
  return NAMES_TELLING.test(plainSpanish(clause));
}
