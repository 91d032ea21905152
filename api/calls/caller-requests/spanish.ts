import { plainSpanish } from '#api/consent/spanish-commands.ts';
import type { CallerLanguage } from './caller-language.ts';

const opening =
  /^(?:(?:y|bueno|pues|entonces|oiga|oye|mire|ahora|espere|espera|pero|por favor|hola|buenas|buenos dias|buenas tardes|evertold|disculpe|perdon|perdone|este|eh|ok|a ver) )+/;
const politely =
  '(?:(?:me |nos )?(?:puede|podria|puedes|podrias|quiere|quieres) |(?:quiero|quisiera|me gustaria) que (?:me )?|por favor )?';
const word = '(?:palabra(?: clave| secreta| de la familia)?|contrasena|clave)';
const please = '(?: por favor| otra vez| de nuevo| ahora| gracias)*';

const numbers = ['un[oa]?', 'dos', 'tres', 'cuatro', 'cinco'].map((name, at) => `${name}|${at + 1}`);
const ordinals = ['primer[ao]?', 'segund[ao]', 'tercer[ao]?', 'cuart[ao]', 'quint[ao]'];
const byNumber = numbers.map(
  (name) => new RegExp(`^(?:(?:la|el|numero|historia|titulo) )*(?:${name})${please}$`),
);
const spokenDigit = new RegExp(`^(?:(?:la|el|numero|historia|titulo) )*([6-9])${please}$`);

const ourWord = '(?:palabra (?:clave|secreta|de la familia|de seguridad)|contrasena|clave)';
const asks =
  '(?:cual (?:es|era)|(?:me |nos )?(?:puede|podria|puedes|podrias|quiere|podra|haria el favor de) (?:decir|dar|recordar|repetir)(?:me|nos)?|(?:quiero|quisiera|necesito|me gustaria) (?:saber|oir|que me diga|que me recuerde)|me (?:dice|da|recuerda|repite)|digame|dime|diga|deme|dame|repita(?:me)?|repiteme|recuerdeme|recuerdame|recuerde|sabe|sabes|conoce|tiene)(?: otra vez| de nuevo| usted)?(?: cual (?:es|era))?';
const agreed =
  '(?: que (?:acordamos|escogimos|elegimos|quedamos|pusimos|usamos|tenemos|(?:eligio|escogio|puso|eligieron|escogieron|pusieron) (?:mi|la) (?:familia|hija|hijo)))?';
const codeWords = [
  `${asks} (?:la|su|nuestra|tu) ${word}${agreed}`,
  `${asks} (?:mi|esa|una|alguna) ${ourWord}${agreed}`,
  `cual (?:es|era) mi palabra`,
  `(?:que|cual) ${word} (?:acordamos|escogimos|elegimos|quedamos|pusimos|usamos|tenemos|era|(?:eligio|escogio|puso|eligieron|escogieron|pusieron) (?:mi|la) (?:familia|hija|hijo))`,
  `en que ${word} quedamos`,
  `(?:se me olvido|olvide|he olvidado|no recuerdo|no me acuerdo de|no se cual es|ya no me acuerdo de) (?:la|mi|nuestra) ${ourWord}`,
  `(?:tengo|tenemos) (?:una|alguna) ${ourWord}`,
];
const afterWord =
  '(?: por favor| otra vez| de nuevo| ahora| gracias| evertold| se me olvido| ya no me acuerdo)*';

/** Requests of callers, and the answers, in Spanish. The patterns read words without accents and punctuation. */
export const spanish: CallerLanguage = {
  patterns: {
    plain: (said) =>
      plainSpanish(said)
        .replace(opening, '')
        // “Bórrela” is “borre esa”.
        .replace(
          /\b(borre|borra|borrar|elimine|elimina|eliminar|quite|quita|quitar|lea|lee|leer)(?:me)?l[ao]\b/,
          '$1 esa',
        ),
    codeWord: new RegExp(`^(?:${codeWords.join('|')})${afterWord}$`),
    list: [
      /^que (?:es lo que )?(?:tienen?|tienes|hay|ha|han|has)(?: ya| usted| ustedes| todo lo)? ?(?:guardad|escrit|anotad|apuntad)[oa]s?\b.{0,30}$/,
      /^que (?:hay|tienen?|tienes) en (?:mi|el) libro\b.{0,20}$/,
      /^(?:que|cuales|cuantas) (?:de mis )?historias (?:mias )?(?:tienen?|tienes|hay|ha|han|has|son|estan)\b.{0,30}$/,
      /^cuales son (?:mis|las) historias\b.{0,20}$/,
      new RegExp(
        `^${politely}(?:lea|leame|lee|leeme|leer|leerme|diga|digame|dime|decirme|decir) (?:tod[oa]s )?(?:los|las|mis) (?:titulos|historias)\\b.{0,20}$`,
      ),
    ],
    more: new RegExp(
      `^(?:mas|mas titulos|(?:las |los )?siguientes?|siga(?: con (?:los titulos|la lista))?|que mas(?: hay| tiene| tienes)?)${please}$`,
    ),
    read: new RegExp(
      `^${politely}(?:lea|leame|lee|leeme|leer|leerme|vuelva a leer(?:me)?)(?: en voz alta)? (.+)$`,
    ),
    hear: new RegExp(
      `^(?:si )?${politely}(?:(?:quiero|quisiera|me gustaria|deseo|puedo|podria) (?:oir|escuchar)|cuente|cuenteme|cuentame|contar|contarme|digame|dime|decir|decirme|ponga|pongame|oir|escuchar)(?: otra vez)? (.+)$`,
    ),
    erase: new RegExp(
      `^${politely}(?:borre|borra|borrar|borreme|elimine|elimina|eliminar|quite|quita|quitar|quiteme|suprima) (.+)$`,
    ),
    keepPrivate: new RegExp(
      `^${politely}(?:guarde|guarda|guardar|deje|deja|dejar|mantenga|manten|mantener|haga|haz|hacer|ponga|pon|poner|marque|marca) (.+?) (?:en privado|en secreto|(?:como )?(?:privad|secret)[oa]s?|entre nosotros|solo para mi|para mi sol[oa])${please}$`,
    ),
    consents:
      /^(?:(?:digame )?(?:que|a que|para que) (?:es lo que )?(?:(?:he|habia) (?:aceptado|autorizado|consentido|firmado|dicho que si|dado permiso)|acepte|autorice|consenti|firme|dije que si|di permiso)\b|que permisos (?:he dado|di|tienen?)\b)/,
    byTopic: new RegExp(
      `^(?:(?:la|el|lo|las|mi|mis|esa|ese|aquella) )?(?:(?:historias?|capitulo|parte) )?(?:de|del|sobre|acerca de|que habla de|que trata de|donde) (?:(?:la|el|los|las|mi|mis|un|una) )?(.+?)${please}$`,
    ),
    lastRead: new RegExp(`^(?:eso|esa|ese|esta|este|esto|(?:esa|esta|la) historia)${please}$`),
    choosing: new RegExp(
      `^(?:(?:si|a ver|quiza|quizas|tal vez|creo que|mmm?|eh|bueno|pues|mejor) )*${politely}(?:(?:(?:quiero|quisiera|me gustaria|prefiero|puedo|podria)(?: (?:oir|escuchar))?|lea|leame|lee|leeme|leer|leerme|cuente|cuenteme|cuentame|contarme|digame|dime|decirme|ponga|pongame|deme|dame|vamos con|escojo|elijo|que sea|seria) )?`,
    ),
    numberIn(text) {
      const name = `(?: (?:historia|titulo|de todas))?${please}$`;
      if (new RegExp(`^(?:(?:la|el) )?ultim[ao]${name}`).test(text)) return -1;
      const ordinal = ordinals.findIndex((each) =>
        new RegExp(`^(?:(?:la|el) )?(?:${each})${name}`).test(text),
      );
      if (ordinal >= 0) return ordinal + 1;
      const byName = byNumber.findIndex((each) => each.test(text));
      if (byName >= 0) return byName + 1;
      const digit = spokenDigit.exec(text)?.[1];
      return digit ? Number(digit) : null;
    },
    choosingTopic: [
      new RegExp(
        `^(?:(?:la|el|lo|esa|ese|mi) )?(?:(?:historia|capitulo|parte|titulo) )?(?:de|del|sobre|acerca de|que habla de|que trata de|donde) (?:(?:la|el|los|las|mi|mis|un|una) )?(.+?)${please}$`,
      ),
    ],
    goesOn: new RegExp(
      `^(?:si )?(?:siga|sigue|continue|continua|adelante|(?:(?:la|el|las|los) )?(?:siguientes?|otr[ao]s|demas|que faltan)(?: (?:titulos|historias))?|(?:digame |dime |leame )?(?:(?:las|los|el|la) )?(?:siguientes?|otr[ao]s|demas)(?: (?:titulos|historias))?|(?:y )?que mas|cuales mas|hay mas|otr[ao]s|mas(?: titulos| historias)?)${please}$`,
    ),
    again:
      /^(?:(?:como|que|mande|perdon|que dijo|como dijo|otra vez|de nuevo|no (?:le )?(?:oi|escuche|entendi)(?: bien)?|(?:me )?(?:lo|los|la|las) (?:puede|podria) repetir|(?:puede|podria) repetir(?:lo|los|la|las|me)?|repita(?:lo|los|la|las)?|repit[ae]me(?:lo|los)?|por favor)(?: |$))+$/,
    withWord: new RegExp(
      `^(?:(?:tengo|se|conozco|le digo|quiero (?:decir|dar|usar)|voy a (?:decir|dar)) )?(?:(?:la|mi|una) )?${word}${please}$`,
    ),
    withText: new RegExp(
      `^${politely}(?:mande|mandeme|manda|mandame|mandar|mandarme|envie|envieme|envia|enviame|enviar|enviarme) (?:el |un )?(?:codigo|mensaje|numero|texto)\\b.{0,20}$|^(?:por|con|un|el) (?:mensaje|codigo|texto)$`,
    ),
    saysWord: new RegExp(`^(?:la |mi |nuestra )?${word} es \\S+`),
    no: /^(?:no|nop|mejor no|dejel[ao]|dejal[ao]|alto|pare|espere|nunca|todavia no)\b/,
    bareYes:
      /^(?:(?:si|claro|hagalo|hazlo|adelante|por favor|(?:borre|elimine|quite|borra|elimina|quita) esa(?: historia)?|por supuesto|desde luego|como no|de acuerdo|esta bien|asi es|correcto|gracias|que si)(?: |$))+$/,
    yes: /^(?:si|claro|hagalo|hazlo|adelante|borre esa|borra esa|por supuesto|desde luego|como no|de acuerdo|esta bien|asi es|correcto)\b/,
  },
  words: {
    askForProof:
      'Eso solo puedo hacerlo cuando sepa que es usted. Diga «palabra clave», o diga «mándeme un código». O cuénteme una historia.',
    sayWordNow: 'Por favor, diga ahora la palabra clave.',
    neverSayWord: 'Nunca la digo en una llamada que me llega. Si usted la sabe, diga «palabra clave».',
    noCodeWordHere: 'Para este libro no puedo usar una palabra clave. Diga «mándeme un código».',
    wrongWord: 'Esa no es la palabra. Puede intentarlo otra vez.',
    noMoreTries:
      'No es esa, y en esta llamada ya no puedo aceptar otro intento. Aun así puede contar una historia: la guardo hasta que la familia diga quién la contó.',
    codeUsed: 'Ese código ya se usó. Diga «mándeme un código» para recibir otro.',
    confirmed: (name) =>
      `Gracias, ${name}. Lo que contó ya es suyo. Pregunte qué hay guardado, o siga con su historia.`,
    cannotText:
      'No puedo enviar mensajes a ese teléfono. Su familia puede indicar en el registro de llamadas que era usted.',
    tooManyCodes: 'Se enviaron demasiados códigos. Inténtelo más tarde, por favor.',
    texting: (name) =>
      `Estoy enviando seis números al teléfono de ${name}. Dígalos, o márquelos con las teclas.`,
    wrongCode: 'Ese no es el código. Puede intentarlo otra vez.',
    oldCode: 'Ese código ya no sirve. Diga «mándeme un código» para recibir otro.',
    stays: 'Bien. Se queda como está.',
    afterStory: 'Esa es la historia. Si algo no es así, diga cómo fue.',
    readAloud: 'Leí una historia en voz alta.',
    askDelete: (title) =>
      `¿Borro «${title}»? Sale del libro ahora mismo y se elimina en 30 días. Por favor, diga sí o no.`,
    askedDelete: 'Pregunté si debía borrar una historia.',
    noWordChosen: 'Su familia todavía no ha elegido una palabra clave. Puede hacerlo en la configuración.',
    theWordIs: (codeWord) => `La palabra es ${codeWord}.`,
    saidWord: 'Dije la palabra clave.',
    noMoreStories: 'Esas eran todas.',
    noStories: 'Todavía no hay nada escrito en su libro.',
    storyCount: (count) => (count === 1 ? 'Hay una historia' : `Hay ${count} historias`),
    moreTitles: 'Diga «más» para oír las siguientes, o «léame la número 1».',
    howToHear: 'Diga «léame la número 1» para oír una.',
    saidTitles: 'Dije qué historias hay guardadas.',
    notFound: 'No encuentro ninguna historia así. Pregúnteme qué hay guardado y le leo los títulos.',
    nowPrivate: 'Hecho. Lo que contó ahí ya es privado: nadie más lo lee.',
    hidden: 'Esa historia la escribió su familia. La he ocultado en el libro.',
    deleted: 'Ya está fuera del libro, y se elimina en 30 días. Se lo aviso a quien lleva su libro.',
    hiddenAndTold:
      'Esa historia la escribió su familia. La he ocultado, y les aviso que usted quiere quitarla.',
    consents: {
      CALLS: 'que le llame',
      SMS: 'que le envíe mensajes de texto',
      RECORDING: 'que se guarde el sonido de su voz',
      AI_WRITING: 'que una computadora escriba sus historias',
      SHARING: 'que su familia lea lo que cuenta',
    },
    noConsents: 'En este momento no ha aceptado nada.',
    agreedTo(kinds) {
      const list = kinds.length === 1 ? kinds[0] : `${kinds.slice(0, -1).join(', ')} y ${kinds.at(-1)}`;
      return `Usted aceptó ${list}. Puede retirarlo cuando quiera: diga, por ejemplo, «no me mande más mensajes».`;
    },
  },
};
