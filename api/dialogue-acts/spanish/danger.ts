import type { Label } from '../labels.ts';
import { createDangerRules } from '../rules/danger-hints.ts';
import { isFigure } from './distress.ts';
import { plainSpanish } from './plain-words.ts';

/** Means of self-harm. */
const MEANS =
  /\b(?:pastillas?|pildoras?|tabletas?|capsulas?|medicinas?|remedios?|insulina|morfina|calmantes|somniferos|frasco|escopeta|rifle|pistola|revolver|arma|bala|cuchillo|navaja|soga|mecate|cuerda|cinturon|viga|puente|baranda|barandal|balcon|azotea|ventana|techo|pozo|aljibe|rio|lago|mar|presa|canal|vias|tren|metro|gas|horno|garaje|motor|veneno|raticida|matarratas|cloro|lavandina)\b/;
/** It is intended, and soon. */
const MEANT =
  /\b(?:a proposito|adrede|nadie (?:se (?:va a )?(?:daria|dara|dar) cuenta|sabria|se enteraria|me encontraria)|(?:seria|es) (?:tan )?(?:facil|rapido)|no (?:doleria|duele|vuelvo|voy a volver|regreso|despertaria)|por ultima vez|la ultima vez|soltarme|dejarme (?:ir|caer)|aventarme|tirarme|lanzarme|arrojarme|colgarme|ahorcarme|dar el paso|un paso y ya|quedarme dormid[ao]|(?:cuantas|cuanto|cuantos) (?:hay que|necesito|harian falta|se necesitan|me faltan)|ya (?:tengo|junte|son) (?:suficientes?|bastantes?)|alcanzan?(?: para)?|(?:las|los) (?:tengo|he|estoy|voy) (?:guardad[ao]s|juntad[ao]s|guardando|juntando|contad[ao]s)|acabar(?:ia)? (?:con todo|de una vez)|terminar(?:ia)? (?:con todo|de una vez)|y (?:se acabo|ya esta|listo|asunto arreglado|descanso|ya)$|(?:me|lo) (?:animo|animaria|atrevo)|lo (?:hago|voy a hacer|haria)|tomarmel[ao]s(?: todas| todos)?|(?:ya )?(?:escogi|elegi|tengo) (?:el|la) (?:dia|fecha|hora)|casi (?:lo hago|me tiro|me suelto)|me falto valor|me ha faltado valor|pienso en (?:eso|hacerlo|lo facil)|para descansar|ya (?:le )?pense como|abrir el gas|acostarme|lo unico que (?:se me ocurre|pienso)|irme con|reunirme con|matarme)\b/;
/** Told of now or of the last days. */
const NOW =
  /\b(?:hoy|anoche|esta (?:noche|manana|tarde|semana)|manana|ayer|ahora|ahorita|todas las noches|cada noche|de noche|por las noches|estos dias|ultimamente|un dia de estos|ya|otra vez|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|estoy|tengo|pienso|miro|cuento|guardo|junto|siento|me (?:asomo|paro|quedo|siento|acuesto|imagino)|voy a|podria)\b/;
/** Told of long ago, of others, or in fun. */
const LONG_AGO =
  /\b(?:(?:en|del|el) (?:ano )?(?:19|18)\d\d|en los (?:anos )?(?:\d\d|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)|cuando (?:era|eramos|yo era|yo tenia|tenia \w+ anos|estaba (?:chic|joven))\w*|de (?:nin[oa]|chic[oa]|joven|muchach[oa])|hace (?:muchos|\w+) anos|en (?:aquellos|aquel|aquella|esos|esa) (?:tiempos?|entonces|epoca|anos)|en la guerra|(?:mi|el|la|un|una|nuestr[oa]) (?:padre|madre|papa|mama|abuel[oa]|herman[oa]|ti[oa]|prim[oa]|vecin[oa]|suegr[oa]|compadre|comadre|amig[oa]|patron|maestr[oa])(?: \w+)? (?:se |nos |me |lo |la |le |ya |no )*(?:fue|era|estaba|tenia|queria|quiso|hizo|dijo|decia|murio|mato|ahogo|colgo|tiro|tomo|guardaba|puso|\w+(?:aba|ian?|io|aron|ieron))|se (?:ahogo|ahogaron|colgo|ahorco|murio|mato|suicido)|nos reimos|de risa|chiste|broma|cancion\w*|boleros?|tangos?|rancheras?|pescar|pescando|para (?:los|las) (?:venados|ratas|ratones|conejos|palomas|vacas|hormigas))\b/;
/** A wish of the past, or words about or by somebody else. */
const PASSED =
  /\b(?:era|fue|fui|estaba|tenia|hizo|dijo|dije|decia|penso|pense|quise|queria|queriamos|senti|sentia|cuando|hasta que|el ano|aquel|aquella|entonces|ella|me salvo|nos)\b/;
const SINCE_LOSS =
  /\b(?:desde que|ahora que|sin) (?:(?:se (?:fue|murio)|me falta|no esta|murio|ya no esta)|ella|el|mi \w+)\b.*$/;
const SELF = /\b(?:yo|me|mi|mis|conmigo|tengo|estoy|pienso|quiero|\w+arme|\w+erme|\w+irme)\b/;

/** Members of the household, or paid helpers. */
const BY =
  '(?:el|ella|ellos|ellas|(?:mi|la|el|mis|los|las|esta|este|esa|ese) (?:hij[oa]s?|nuera|yerno|niet[oa]s?|sobrin[oa]s?|marido|espos[oa]|mujer|herman[oa]s?|cunad[oa]|muchach[oa]s?|enfermer[oa]s?|cuidador[ao]?s?|chic[oa]|senora|empleada|companero|inquilin[oa]|vecin[oa]|que me cuidan?)(?: (?:que me cuida|de la noche|menor|mayor|[a-z]+))?)';
/** In Spanish the present tense tells harm of now from that of long ago. */
const HURTS =
  '(?:pega|pegan|golpea|golpean|cachetea|abofetea|patea|pellizca|empuja|empujan|zarandea|jalonea|jala (?:del|de los|los) (?:pelo|cabello)s?|jala el pelo|tira del pelo|maltrata|maltratan|amenaza|amenazan|encierra|encierran|amarra|amarran|ahorca|quema|tuerce|avienta|lastima|lastiman|levanta la mano|alza la mano|da (?:de )?(?:golpes|cachetadas|empujones|patadas|pellizcos|punetazos|trompadas)|dan (?:de )?golpes)';
const HARMED = [
  new RegExp(
    `(?<!\\b(?:nada|no|nunca|sol|que no) )\\bme ${HURTS}\\b(?! (?:el (?:sol|viento|frio|calor|aire)|la (?:luz|nostalgia|tristeza|gana|curiosidad|risa)|en las cartas|fuerte el|bien|duro la|el cuerpo))`,
  ),
  new RegExp(
    `\\b${BY}\\b.{0,30}\\bme (?:ha|han|esta|estan) (?:pegado|pegando|golpeado|golpeando|maltratando|maltratado|amenazado|amenazando|encerrado|empujado|robando|quitado|dejado sin)\\b`,
  ),
  /\bme (?:tiene|tienen|deja|dejan) (?:encerrad[ao]|amarrad[ao]|atad[ao]|sin (?:comer|comida|agua|medicinas?|mis (?:medicinas|pastillas)|luz|telefono|cambiar|banar|salir|dinero|dejarme)|con (?:llave|candado)|bajo llave)\b/,
  /\bme (?:quita|quitan|quito|roba|roban|agarra|agarran|saca|sacan|cobra|esconde|esconden) (?:toda |todo |hasta )?(?:el|la|los|las|mi|mis) (?:dinero|pension|jubilacion|tarjeta|cheque|plata|celular|telefono|llaves|lentes|andador|baston|bolsa|comida|medicinas?|pastillas?|papeles|escrituras|ahorros|quincena)\b(?!.{0,40}\b(?:cuando era|de chic|en aquel))/,
  /\b(?:si|cuando) (?:digo|hablo|le digo|cuento|pido|me quejo|no (?:firmo|le doy)|llamo|denuncio|se lo digo)\b.{0,50}\bme (?:pega|mata|va a (?:pegar|matar|echar|quitar|encerrar|meter)|echa|corre|encierra|manda|quita|deja|golpea|saca)\b/,
  /\b(?:me echa|me pone|me ponen|me echan|me mete) (?:algo|cosas|unas gotas|unos polvos) en (?:la|el|mi) (?:comida|te|cafe|leche|sopa|agua|mate|atole)\b/,
  /\b(?:me quieren? (?:obligar|hacer firmar|quitar la casa|sacar de mi casa)|me (?:obliga|obligan|hacen|hace) (?:a )?firmar)\b/,
  /\b(?:le|les) tengo (?:tanto |mucho )?miedo(?: a (?:mi|ese|esa|el|ella)\b| cuando (?:toma|llega|se pone)|(?= ?(?:$|[.,;!])))/,
  /\btengo miedo (?:en mi (?:propia )?casa|de (?:mi (?:hijo|hija|nuera|yerno|nieto|marido|esposo|propio hijo|propia hija)|que (?:me pegue|me haga|vuelva a pegarme|llegue)))\b/,
  /\bno puedo (?:hablar|decir)(?: mas| mucho| nada)?,? (?:que |porque )?(?:esta (?:aqui|ahi|escuchando|oyendo|en la puerta)|me (?:oye|oyen|escucha|esta oyendo|esta escuchando))\b/,
  /\b(?:mande|manden|llame|llamen) a (?:la policia|alguien|una patrulla)\b/,
];
/** Goodbyes meant for ever. */
const FAREWELL = [
  /\b(?:escribi|deje escritas?|tengo escritas?|ya escribi|hice|deje) (?:las|unas|una|mis|la|sus) (?:cartas?|notas?|recados?|cartitas)\b/,
  /\b(?:ya )?(?:regale|reparti|di) (?:mis cosas|mis joyas|mi ropa|el perro|la gata|el gato|la perrita|los pajaros|los canarios|todo lo mio|mis anillos)\b/,
  /\b(?:le|les) (?:encontre|busque|consegui) (?:casa|quien (?:lo|la|los|las)? ?(?:cuide|tenga)|hogar) (?:al|a la|a los|a mi) \w+\b/,
  /\b(?:ya )?no (?:voy a estar|estare|me van a (?:ver|encontrar)|me encontrara|voy a llegar|habra)\b(?! (?:en casa|lista|de acuerdo))/,
  /\b(?:despidame|despidanme|despidase|esta es mi despedida|es la ultima vez que (?:hablamos|me oye|me llama|conversamos)|nuestra ultima (?:platica|charla|conversacion|llamada)|ya no (?:llame|me llame) (?:manana|la semana que viene|el \w+), (?:ya )?no)\b/,
  /\b(?:ya (?:lo )?decidi|ya tome (?:la|mi) decision|ya esta decidido|tengo todo (?:listo|preparado|arreglado)|deje todo (?:listo|arreglado|en orden|pagado)|estoy tranquil[ao] ya|me siento en paz ya)\b/,
  /\b(?:nadie (?:tiene|tuvo) la culpa|no es culpa de (?:nadie|ellos|ella|mis \w+)|no se culpe a nadie|que no se sientan culpables|digales que (?:los quiero|los quise|me perdonen|no fue))\b/,
];
const NOT_HERE =
  /(?:^|[.!?,] )(?:yo )?(?:ya )?no quiero (?:estar (?:aqui|en este mundo|viv[ao])|vivir|despertar|amanecer)(?: mas| ya)?(?:,? (?:desde que|ahora que|sin (?:el|ella))\b|[.! ]*$)/;

/** Wishes to be dead, in words that can't mean anything else when they are about now. */
const WISHED = [
  /\b(?:pienso|estoy pensando|ando pensando) en (?:como|cuando) (?:terminar|acabar|hacerlo|matarme|irme)\b/,
  /\b(?:me quiero|quiero|quisiera|me quisiera|tengo ganas de|me dan ganas de) (?:ya )?(?:morir(?:me)?|matar(?:me)|suicidarme|desaparecer|dormirme y (?:ya )?no despertar|no despertar|acabar con (?:todo|mi vida)|terminar con (?:todo|mi vida)|quitarme la vida|quitarme de en medio|estar muert[ao])\b(?! de )/,
  /\b(?:ojala|le pido a dios|pido a dios|rezo|le ruego a dios|quisiera|me gustaria) (?:que |para |por )?(?:ya )?(?:no (?:despertara?|despertarme|amaneciera|amanecer|me despertara|me levantara)|me (?:lleve|llevara|recoja|recogiera)(?: ya| pronto| de una vez)|(?:no )?despertar)\b/,
  /\bya no (?:quiero|aguanto|le veo (?:caso|sentido) a|tiene (?:caso|sentido)|vale la pena) (?:mas )?(?:vivir|seguir (?:viviendo|aqui|adelante|asi)|estar (?:viv[ao]|aqui|en este mundo)|amanecer|despertar)\b/,
  /\b(?:voy a|pienso|he pensado en|estoy pensando en|penso en|prefiero|mejor) (?:matarme|suicidarme|quitarme la vida|colgarme|ahorcarme|aventarme|tirarme (?:al|del|de la|por)|pegarme un tiro|darme un tiro|tomarmelas todas|cortarme las venas|acabar conmigo|hacerme dano)\b/,
  /\b(?:estarian|estaran|van a estar|vivirian|serian) (?:todos )?(?:mucho )?(?:mejor|mas (?:tranquilos|contentos|felices)) (?:todos )?(?:sin mi|si yo (?:no estuviera|me muriera|me muero|ya no estuviera|falto))\b/,
  /\b(?:mejor|mas me valdria|mas valdria) (?:me muero|me muriera|estaria muert[ao]|estuviera muert[ao]|estar muert[ao]|morirme)\b|\bestaria mejor muert[ao]\b/,
  /\b(?:no tengo|ya no tengo|no me queda|ya no me queda|no hay) (?:nada |nadie |motivo |razon |razones |ganas )*(?:por (?:que|quien|lo que)|para|de) (?:vivir|seguir viviendo|levantarme|despertar)\b/,
  /\bpara que (?:sigo|seguir|voy a seguir|quiero seguir) (?:viviendo|aqui|viv[ao]|respirando)\b/,
];

/** An emergency of now, in the present tense. */
const EMERGENCY = [
  /\b(?:no puedo respirar|me falta el aire|me estoy ahogando|no me llega el aire)\b/,
  /\b(?:me (?:duele|aprieta|oprime)|tengo (?:un )?(?:dolor|opresion|una presion)(?: muy)?(?: fuerte)? (?:en )?)(?: mucho| fuerte| feo| horrible)?(?: aqui)?(?: en)? ?el pecho\b|\bcomo (?:una piedra|un peso|un elefante) (?:encima|en el pecho)\b/,
  /\bse me (?:duerme|durmio|esta durmiendo|paralizo|cae|torcio|tuerce) (?:ahorita |ahora )?(?:el brazo|la cara|media cara|la boca|un lado|la mitad|la mano)\b/,
  /\b(?:me (?:desmaye|acabo de desmayar|estoy desmayando|voy a desmayar)|se (?:me )?(?:acaba de|esta) (?:desmay|ca)\w+|acaba de caerse)\b/,
  /\b(?:no (?:contesta|responde|reacciona|respira|despierta|se mueve)|no se si respira)\b.{0,80}\b(?:aqui|suelo|piso|cayo|caer|ayud\w+|ahora|ahorita|respira|morad[oa]|hago)\b|\b(?:cayo|caer|desmay\w+)\b.{0,50}\bno (?:contesta|responde|reacciona|respira|despierta|se mueve|se puede mover)\b/,
  /\b(?:estoy|esta) (?:vomitando|tosiendo|echando|orinando) sangre\b|\b(?:no (?:para|deja) de|me sale mucha) sangr\w*\b/,
  /\bme (?:cai|acabo de caer)\b.{0,60}\bno (?:me )?puedo (?:levantar|parar|mover|pararme|levantarme|moverme)\w*/,
];
/** Somebody means to hurt others, with a weapon at hand. */
const MEANS_HARM =
  /\b(?:pistola|escopeta|machete|cuchillo|arma|rifle)\b.{0,60}\b(?:l[oa]s? voy a (?:matar|picar|balear)|l[oa]s? mato)\b/;
/** “Me quiero ir con él” is a wish to die only where death is spoken of. */
const TO_THE_DEAD =
  /\b(?:me quiero ir|quiero irme|irme|reunirme|alcanzar(?:l[oae])?|ya me toca irme) (?:ya )?(?:con (?:el|ella|ellos|mi \p{L}+|la vieja|el viejo)|a)(?! (?:a|de|en|por)\b)/u;
const OF_DEATH =
  /\b(?:aniversario|murio|muert[oa]|fallecio|carta|tumba|panteon|cementerio|cielo|escopeta|pistola|pastillas|descansar|enterr\w+|la extrano|lo extrano)\b/;

const hints = createDangerRules({
  plain: plainSpanish,
  means: MEANS,
  meant: MEANT,
  now: NOW,
  longAgo: LONG_AGO,
  passed: PASSED,
  sinceLoss: SINCE_LOSS,
  self: SELF,
  harmed: HARMED,
  farewell: FAREWELL,
  notHere: NOT_HERE,
  wished: WISHED,
  isFigure,
});
/** A telling this long mentions everything. */
const MOST_WORDS = 90;

/** Whether any part of an utterance may hint at danger. */
export function mayHintDanger(utterance: string): boolean {
  return hints.mayHintDanger(utterance) || namedIn(plainSpanish(utterance)) !== null;
}

/** The danger that an utterance hints at: as of `createDangerRules`, an emergency, or the wish to follow the dead. */
export function dangerHinted(utterance: string): Label | null {
  const hinted = hints.dangerHinted(utterance);
  if (hinted) return hinted;
  const said = plainSpanish(utterance);
  return said.split(' ').length > MOST_WORDS || LONG_AGO.test(said) ? null : namedIn(said);
}

/** Words in a story: a dream, a film, a song, somebody else's illness. */
const STORY = /\b(?:sueno|sone|pelicula|novela|dicen que|cancion|bolero|tango|decia|gritaba|gritaban|dijo)\b/;

function namedIn(said: string): Label | null {
  if (STORY.test(said)) return null;
  if (EMERGENCY.some((pattern) => pattern.test(said))) return 'crisis-medical';
  if (MEANS_HARM.test(said)) return 'crisis-harm';
  return TO_THE_DEAD.test(said) && OF_DEATH.test(said) ? 'crisis-self' : null;
}
