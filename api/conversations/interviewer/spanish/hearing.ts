import type { ConfirmingWords, Hearing, WishWords } from '../hearing.ts';
import { refusesBy } from '../intents/refusing.ts';
import { sentencesOf, wordCount } from '../words.ts';
import { howTheyAre } from './how-they-are.ts';
import { bare } from './plain.ts';
import { spanishRefusing } from './refusing.ts';

const LEAD =
  '(?:(?:ay|ah|oh|bueno|pues|este|mmm?|eh|mire|mira|hola|buenas?|buenos dias|senor(?:ita)?|andele),? )*';
const start = (words: string) => new RegExp(`^${LEAD}(?:${words})\\b`);

/** “Guardé” and “grabé” tell of the past; without their accent they would be the request “guarde”. */
const bareRequests = (text: string): string =>
  bare(text.normalize('NFC').replace(/\b(guard|grab)é(?!\p{L})/giu, '$1aba'));

const confirming: ConfirmingWords = {
  plainByVoice: bareRequests,
  yes: start(
    'si|claro|por supuesto|desde luego|como no|por favor|asi es|correcto|exacto|eso mismo|esta bien|de acuerdo|mejor|creo que si|supongo que si|hagalo|hazlo|dejelo asi|guardelo|guardalo|estoy (?:bien|a salvo|segur[oa]|tranquil[oa])|me gustaria',
  ),
  no: start(
    'no|nada de eso|para nada|que va|no hace falta|tampoco|da igual|no importa|puede contarlo|que lo lean|todos pueden|cualquiera puede|ni modo',
  ),
  goOn: /\bno (?:dije|quise decir|me referia|quiero (?:parar|dejar|terminar|colgar))|\bno pare\b|\bningun[oa] de (?:los|las) dos|\bni (?:lo uno|una cosa)|\b(?:sigamos|siga|sigue|continuemos|continue|quiero seguir|podemos seguir|vamos a seguir)\b/,
  forGood:
    /(?<!\bno )\b(?:para siempre(?! no\b)|definitivamente|del todo|por completo|nunca mas|no (?:me )?(?:vuelva|llame|llamen|marque|escriba)\w*|ya no (?:me )?(?:llame|llamen|marque|escriba|quiero)\w*|de una vez por todas|que no me llamen|jamas)\b/,
  today:
    /\b(?:hoy|ahora|ahorita|esta noche|por esta vez|cansad[oa]|luego|despues|manana|otro (?:dia|momento|rato)|otra vez|la proxima|no para siempre|adios|hasta luego|nos vemos)\b/,
  lighter:
    /\b(?:mas (?:ligero|alegre|liviano|tranquilo|facil)|otra cosa|otro tema|algo (?:distinto|diferente|alegre)|cambi(?:ar|emos)|cambie de tema)\b/,
  pause: /\b(?:pausa|descans\w*|un momento|un ratito|un rato|un minuto|respir\w*)\b/,
  stop: /\b(?:par(?:e|ar|emos)|dejarlo|dejemoslo|terminar|terminemos|basta|adios|hasta (?:aqui|luego|manana)|por hoy)\b/,
  gladly:
    /\b(?:como no|no (?:hay|tengo) (?:ningun )?(?:problema|inconveniente)|no me (?:importa|molesta)|sin problema|no pasa nada|no veo por que no|por que no)\b/,
  mayRecord: start(
    'si|claro|por supuesto|desde luego|como no|adelante|puede|grabe|grabeme|graba|grabelo|de acuerdo|esta bien|muy bien|vale|dale|bueno|ok|okey|hagalo|con gusto|conforme|correcto',
  ),
  noCalls: /\b(?:me|nos) (?:vuelv\w+ a )?llam|\bllam(?:arme|arnos|e mas|en mas|ar mas)\b|\bllamadas\b/,
  notRecord:
    /\b(?:no|nunca|jamas|tampoco|sin|preferiria|prefiero|mejor que no|ni (?:hablar|pensarlo|loc[oa])|de ningun[oa]? (?:manera|modo))\b/,
  spokenYes: /\bsi\b/,
  answering:
    /^(?:ay|ah|oh|eh|mmm?|bueno|buena|pues|este|mire|mira|oiga|hola|senora?|senorita|hij[oa]|mij[oa]|andele|evertold|gracias|y|si|no|claro|que|por|favor|supuesto|desde|luego|como|adelante|puede|pueden|grabar|grabarme|grabando|grabe|grabeme|grabelo|graba|graben|acuerdo|de|esta|estoy|bien|muy|vale|dale|ok|okey|hagalo|con|mucho|gusto|conforme|correcto|encantad[oa]|acepto|autorizo|permiso|doy|le|lo|la|se|me|te|yo|digo|dije|dicho|repito|otra|vez|una|mas|nuevo|ya|ahora|hay|ningun|problema|inconveniente|importa|molesta|sin|pasa|nada|mi|su|voz|llamadas?|guarde|guardela|guardelo|guarden|guardar|quede|el|en|a)$/,
  refuses: refusesBy(spanishRefusing),
  howTheyAre,
  answersByState:
    /\b(?:content[oa]|feliz|tranquil[oa]|para esto)\b|(?<!\b(?:sirve|bien|mal) )\bpara nada\b|\bya no me importa$/,
  firmYes: start('si|claro que si'),
  firmYesAlone: start(
    'por supuesto|desde luego|como no|adelante|puede|grabe|grabeme|grabelo|de acuerdo|hagalo|con gusto|conforme',
  ),
  fetches:
    /\b(?:(?:se|te) (?:la|lo) (?:paso|pongo|comunico)|(?:la|lo) (?:llamo|busco|despierto)|(?:voy|deje|dejeme|dejame)(?: a| por)? (?:llamarl[ao]|buscarl[ao]|avisarle|despertarl[ao]|ella|el)|le (?:aviso|paso el telefono))\b/,
  postponesOrObjects:
    /(?<!\bdesde )\bluego\b|\b(?:otra|otro|despues|manana|puede que|importa|molesta|problema|inconveniente)\b/,
  notThisTime:
    /^(?:(?:ay|pues|bueno|no) )*esta vez no(?: (?:gracias|senorita|senora|senor|hij[oa]|mij[oa]))*$/,
  addressing: /^(?:senora?|senorita|hij[oa]|mij[oa]|evertold|gracias)$/,
  tired: /\b(?:buen dia|cansad\w+|agotad\w+|rendid\w+|en cama|sueno|no (?:puedo|doy) mas)\b/,
};

const FOR_EVER =
  /\b(?:siempre que|cada vez que|cuando(?:quiera)? (?:hable|mencione|salga|diga|cuente)|de (?:ahora|aqui) en adelante|en adelante|en el futuro|siempre|todo lo (?:que (?:diga|cuente|hable)|de)|cualquier cosa (?:de|sobre|que)|lo que (?:diga|cuente) (?:de|sobre)|nada de lo que (?:diga|cuente)|otras veces|la proxima|ni hoy ni nunca|si (?:alguna vez )?(?:hablo|menciono|sale|digo|cuento))\b/;

const NAMES_A_THING =
  /\b(?:de|del|sobre|acerca de) (?:la|el|los|las|mi|mis|nuestr[oa]s?|su|sus|aquel\w*|ese|esa)? ?(?!eso\b|esto\b|ello\b)[a-z]{3,}/;

const wishes: WishWords = {
  namesAThing: (wish) => NAMES_A_THING.test(bare(wish)),
  pointsBack:
    /\blo que (?:le |te |les )?(?:acabo de|he|dije|conte|estaba)|\b(?:dije|conte|dicho|contado) (?:antes|hace rato|hace un momento)\b|\b(?:lo|eso|la parte|la historia) (?:ultim[oa]|de antes|de hace rato|anterior)\b|\bya (?:se lo|te lo) (?:dije|conte)\b|\bno (?:debi|debia) (?:decir|contar)/,
  namesEarlier:
    /\blo que (?:le |te |les )?(?:dije|conte|mencione|platique|he dicho|he contado) (?:de|sobre|antes|hace|del)|\b(?:la parte|lo|eso|la historia|las cosas) (?:de antes|de hace rato|del principio|de hace un momento)\b|\bhace (?:un )?(?:rato|momento|minuto)\b/,
  belongs:
    /^(?:eso|esto|ello|porque|ya que|pues|si|que no|hasta|para|promet\w+|usted|nadie|no|nunca|todo|solo|solamente|lo que|de|con|en|a|por|y|o|digo|quiero decir|no quiero|le pido|se lo pido|confio|me da|es que|mejor)\b/,
  might:
    /\b(?:podria\w*|seria\w*|se (?:enojaria|molestaria|moriria)\w*|diria\w*|debe\w*|puede\w*|va a|van a)\b/,
  bringsIn:
    /^(?:\s*[:–—]| +-+ |[\s,;.!]*pero\b(?! (?:por favor|eso|esto|que)\b)| que (?!(?:yo|es|fue|una|parte|eso|esto|no|nadie|quede|se)\b))/,
  joins: /^ que\b/,
  courtesy: /^(?:[\s,;:.!–—-]|(?:por favor|gracias|bueno|y|pero|ahora|ok|verdad|si)\b)+/,
  points: /\b(?:eso|ello|lo)\b/,
  pointsToPart: /\b(?:esa (?:parte|historia|cosa)|ese (?:trozo|pedazo|asunto|cuento)|eso (?:ultimo|otro))\b/,
  pointsHere: /\b(?:esto|este|esta)\b/,
  parted: /\s*[:–—]|,? pero | que (?=(?:mi|mis|nuestr[oa]s?|el|la|los|las)\b)/,
  announces: /^(?:hay|tengo|habia) (?:algo|una cosa)\b/,
  forGood: (text) => FOR_EVER.test(bare(text)),
};

/** Words for the hard parts of a life. */
const HARD =
  /\b(?:murio|murieron|muri(?:endo|era|eron)|(?:se|nos|me) (?:le |les )?(?:murio|murieron|muere)|(?:habia|ha|habian) muerto|esta(?:ba)? muert[oa]|muert[oa]s|la muerte|muerte de|su muerte|fallecio|fallecieron|fallecid[oa]|fallecimiento|difunt[oa]|finad[oa]|que en paz descanse|se nos fue|(?:dios|el senor) se l[oa] llevo|(?:perdi|perdimos) (?:a |al |el |la )?(?:mi|mis|nuestr[oa]s?|un|una|otro|dos|tres|los|bebe|nino|nina|embarazo|hijo|hija|casa|todo\b)|quede viud[oa]|enviude|viud[oa]|lo mataron|la mataron|mataron a|asesin\w+|(?:se )?(?:mato|suicid\w+)(?! (?:un|una|el|la|los|las|dos|tres|al|a la|a un)? ?(?:puerco|cerdo|marrano|cochino|pollo|gallina|guajolote|vaca|res|borrego|chivo|conejo|cuche|chancho|pavo|venado|vibora))|entierro|enterramos|enterraron|velorio|velamos|funeral(?:es)?|tumba|cancer|ahog(?:o|aron)|hambre|hambruna|aborto|nacio muert[oa]|violar?on|violo|abus(?:o|aba|aron)(?! de la)|golpiz\w+|me golpeaba|nos golpeaba|me pegaba|nos pegaba|bomba(?:s|rdeo|rdeos)?|fusil(?:aron|ado|ados)|tortur\w+|desaparecid[oa]s?|secuestr\w+|aterrad[oa]|terror|panico|destrozad[oa]|se me partio el (?:alma|corazon)|con el corazon roto)\b/;
const ILLNESS =
  /\b(?:enferm[oa]s?|enfermedad|hospital|operacion|operaron|derrame|embolia|infarto|demencia|alzheimer|divorci\w+|separamos|separacion)\b/;

const REFUSAL =
  /\b(?:no (?:quiero|quisiera|voy a|puedo|pienso|me gusta) (?:seguir )?(?:hablar|hablando|decir|contar|platicar|recordar|tocar|entrar|explicar|contestar|responder)\b|prefiero no\b|preferiria no\b|mejor no (?:hablo|hablemos|digo|le digo|le cuento|pregunte)|de eso no (?:hablo|hablamos|se habla|quiero|me gusta)|no me pregunte|no (?:hablo|hablemos|hablamos) (?:mas )?de (?:eso|ello|esas)|ya no (?:digo|hablo|quiero hablar|hablemos))/;
const NO_MORE =
  /\b(?:(?:eso|y eso) es todo\b|es todo lo que (?:voy a|puedo|tengo que|le puedo)|no hay (?:nada )?mas que (?:decir|contar)|nada mas que (?:decir|contar)|no digo (?:nada )?mas|dejemoslo (?:ahi|asi|en eso)|lo dejamos (?:ahi|asi)|mejor (?:lo dejamos|ahi lo dejamos|le paramos)|ahi (?:lo dejo|lo dejamos|muere|quedo la cosa)|y ya(?: esta)?(?=[.!]|$)|punto final|se acabo el cuento|y sanseacabo|que quede ahi|no vale la pena (?:hablar|recordar)|agua pasada|eso se queda ahi)/;
const WEEPING =
  /\b(?:estoy llorando|me (?:estoy poniendo|pongo|puse) a llorar|(?:me|ya me) (?:gano|gana) el llanto|se me (?:salen|salieron|vienen) las lagrimas|me hace llorar|ya me hizo llorar|se me quiebra la voz)\b/;

const MOMENT =
  /^\W*(?:(?:ay|ah|bueno|pues|mmm?|eh|este|a ver)\W+)*(?:deje(?:me)? (?:pensar|ver|acordarme|recordar)|dejame (?:pensar|ver|acordarme)|a ver|voy a pensar|permitame pensar|tengo que pensar(?:lo)?|deje que piense)(?: (?:un|por un)? ?(?:momento|momentito|minuto|segundo|poco|rato|ratito))?\W*$/;
const ONLY_AGREES =
  /^(?:(?:ay|ah|bueno|pues|si|no|claro(?: que (?:si|no))?|aja|mhm|mm+|eso|asi es|tal vez|quizas?|a lo mejor|puede ser|por supuesto|desde luego|como no|creo que (?:si|no)|supongo(?: que si)?|tampoco|tambien|correcto|exacto|ya|ok|(?:si|no) (?:fue|era|habia|teniamos|tenia|tuve|fui|me acuerdo|se))[,.! ]*){1,8}$/;
/** The longest reply that may only say so; a longer one tells something besides. */
const LONGEST_UNKNOWING = 12;
const ONLY_NO =
  /^(?:(?:ay|ah|bueno|pues|uy) ?[,.]? ?)*(?:(?:no|tampoco|para nada|que va|nada)(?: (?:senor|senora|se|lo se))?[,.! ]*){1,4}$/;
/** A negated verb of knowing or seeing: “no la reconozco”, “ni idea”, “nadie que yo conozca”. */
const KNOWS_NOT =
  /\b(?:(?:no|nunca|jamas|ni)(?: (?:me|lo|la|los|las|le|les|he|habia|se)){0,3} (?:se|sabria|conozco|conoci|conocia|reconozco|recuerdo|acuerdo|ubico|veo|vi|visto|suena|suenan|distingo|identifico)|ni idea|no tengo (?:ni )?(?:la menor )?idea|nadie que (?:yo )?(?:conozca|recuerde)|un desconocid[oa]|no me dice nada)\b/;
const POINTS_AT =
  /^(?:[^,.!?]{1,12}[,.!] ?){0,2}(?:(?:es[ae]|est[ae]|aquell?[ao]) (?:soy|es|era) (?:yo|el|ella)|(?:es[oa]s|est[oa]s|aquell[oa]s) (?:somos|son|eran|eramos) (?:nosotr[oa]s|ell[oa]s)|soy yo|somos nosotr[oa]s|(?:es|era) (?:el|ella)(?=[,.!]|$)|son ell[oa]s)\b/;
const LOST =
  /\b(?:(?:me )?perdi el hilo|se me fue (?:el hilo|la idea|el avion|la onda)|que (?:le |te )?(?:estaba|iba) (?:diciendo|contando|a decir)|en que (?:estaba|iba|ibamos|estabamos|quede|me quede)|de que (?:hablaba|estabamos hablando|hablabamos)|por donde iba|donde (?:me )?quede)\b/;

const OWN = /\b(?:yo|me|mi|mis|conmigo|nos|nosotr[oa]s|nuestr[oa]s?|[a-z]{2,}(?:abamos|iamos|imos|amos))\b/;

export const spanishHearing: Hearing = {
  plain: bare,
  isHard: (text) => HARD.test(bare(text)),
  isOfIllness: (text) => ILLNESS.test(bare(text)),
  tellsOfEarlierTimes(words, birthYear) {
    const years = [...words.matchAll(/\b(?:1[6-9]\d\d|20\d\d)\b/g)].map(([year]) => Number(year));
    return (
      birthYear !== null &&
      years.length > 0 &&
      years.every((year) => year < birthYear) &&
      !OWN.test(bare(words))
    );
  },
  closesSubject(text) {
    const last = sentencesOf(bare(text.slice(-600)))
      .slice(-2)
      .join(' ');
    return REFUSAL.test(last) || NO_MORE.test(last) || WEEPING.test(last);
  },
  asksForAMoment: (text) => MOMENT.test(bare(text)),
  onlyAgrees: (text) => ONLY_AGREES.test(bare(text)),
  knowsNothingOfIt(text) {
    const said = bare(text);
    const isOfUs = /\b(?:usted|ustedes|pregunta|quiere decir|dijo|dice)\b/.test(said);
    return ONLY_NO.test(said) || (!isOfUs && wordCount(said) <= LONGEST_UNKNOWING && KNOWS_NOT.test(said));
  },
  pointsAtSomebody: (text) => POINTS_AT.test(bare(text)),
  hasLostThread: (text) => LOST.test(bare(text)),
  neverMinds: (text) =>
    /^(?:ay,? |ah,? |bueno,? )?(?:no importa|no tiene importancia|da igual|olvidelo|olvidalo|no le hace|ni modo)\b/.test(
      bare(text),
    ),
  compliments: (text) =>
    /^(?:ay,? |ah,? |bueno,? )?(?:(?:es|que) (?:usted )?(?:muy |tan )?(?:amable|gentil|atent[oa]|buen[oa]|lind[oa])|que (?:amable|linda?|bonito))\b/.test(
      bare(text),
    ),
  saysWeAskedAlready: (text) =>
    /\bya (?:me )?(?:lo |eso )?(?:habia )?pregunt(?:o|aste|ado|aron)\b|\beso ya me lo pregunt/.test(
      bare(text),
    ),
  asksAgain: (text) =>
    /\?|\b(?:usted|perdon|mande|repit\w+|repetir|otra vez|pregunta|como dijo)\b/.test(bare(text)),
  isOfEveryCall: (utterance) =>
    /\b(?:nunca|jamas|ya no|mas|borr\w+|elimin\w+|ninguna|todas|grabaciones|retiro|otra vez|de nuevo)\b/.test(
      bare(utterance),
    ),
  confirming,
  wishes,
};
