import { englishParts } from '../english/family.ts';
import type { AskingSpeech, FamilySpeech, ReplySpeech, Sayings } from '../speech.ts';
import { contracted } from './fill.ts';
import { RETURN_FORMS } from './forms.ts';
import { memberInSpanish, relative } from './people.ts';
import { bare } from './plain.ts';

const MEMORY_TEST =
  /\b(?:(?:se|te|todavia se|aun se) acuerda[ns]?|recuerda[ns]?|recuerdas|acordarse|acordarte|(?:puede|puedes|podria|podrias) (?:recordar|acordar\w*))\b/;
const RANKING =
  /\b(?:favorit[oa]s?|preferid[oa]s?|predilect[oa]s?|(?:la|el|los|las|su|sus|lo) (?:mejor|mejores|peor|peores)\b(?! (?:amig|companer))|(?:recuerdo|momento|dia|historia|cosa|persona|lugar)s? mas [a-z]+|mas (?:feliz|triste|importante|divertid[oa]|bonit[oa]|querid[oa]|dificil|especial|memorable|orgullos[oa]))\b/;

export const spanishReplies: ReplySpeech = {
  thanks: [
    'Gracias por contármelo.',
    'Gracias por esa historia.',
    'Gracias por contarme todo eso.',
    'Gracias por contarme.',
  ],
  tender: ['Gracias por confiarme eso.', 'No debe haber sido fácil.', 'Eso fue muy duro.'],
  deleted: 'Claro. Ya lo quité.',
  privateTheme: 'Claro. Todo lo que me diga de eso queda en privado.',
  private: ['Claro, eso queda entre nosotros.', 'Eso queda en privado.', 'Claro, lo dejo en privado.'],
  avoided: ['Claro, no vuelvo a preguntar por eso.', 'Entiendo. Eso lo dejamos.'],
  skipped: ['No hay problema.', 'Claro.', 'Está bien así.', 'Esa la dejamos.'],
  neverMind: 'No hay problema.',
  complimented: 'Gracias.',
  askedAlready: 'Sí, tiene razón, disculpe.',
  toldAlready: ['Sí, ya me contó de eso.', 'Sí, eso ya lo tengo guardado.'],
  goingOn: ['Con gusto.', 'Muy bien.', 'Bueno.'],
};

const WH = '(?:qué|quién(?:es)?|cómo|cuándo|dónde|adónde|cuál(?:es)?|cuánt[oa]s?|por qué|para qué)';
const PREPOSITION = '(?:a|de|con|en|para|por|desde|hasta|sobre) ';
const ASKS_WHAT = new RegExp(`^¿(?:${PREPOSITION})?${WH}(?!\\p{L})`, 'iu');
const ASKS_WHETHER =
  /^¿(?:hubo|había|tenían?|tuvo|era|eran|fue|iba|iban|le|les|alguna vez|usted|su|sus|hay|tiene|ha|han)(?!\p{L})/iu;

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A question as a statement: “Le preguntaba cómo era Bruno.” */
function asStatement(question: string): string {
  const asked = question.replace(/^[^:¿?]*pregunta: /, '').trim();
  const content = lower(
    asked
      .replace(/[¿?]/g, '')
      .replace(/[.!…]+$/, '')
      .trim(),
  );
  if (/^cuénteme /.test(content)) return `Le pedía que me contara ${content.slice('cuénteme '.length)}.`;
  if (!/[.!?] /.test(asked) && ASKS_WHAT.test(asked)) return `Le preguntaba ${content}.`;
  if (!/[.!?] /.test(asked) && ASKS_WHETHER.test(asked)) return `Le preguntaba si ${content}.`;
  return `Mi pregunta era: “${asked.replace(/[¿?]/g, '').replace(/[.!…]+$/, '')}.”`;
}

export const spanishSayings: Sayings = {
  annoys: (sentence) => MEMORY_TEST.test(bare(sentence)) || RANKING.test(bare(sentence)),
  invites: (text) =>
    /\b(?:cuent[ea](?:me|nos)?|diga(?:me|nos)?|describa(?:me)?|lleve(?:me)?|muestre(?:me)?|hable(?:me)?|platique(?:me)?)\b/.test(
      bare(text),
    ),
  saysItIsAComputer: (text) =>
    /\b(?:computadora|computador|ordenador|maquina|inteligencia artificial|ia|entrevistador automatico)\b/.test(
      bare(text),
    ),
  greets: /^¡?(?:hola|buen[oa]s (?:días|tardes|noches)|buenas)(?!\p{L})[ ,!]*/iu,
  listening: 'Cuando quiera, cuénteme.',
  mayRecord: '¿Puedo grabar nuestra llamada?',
  bothAreFine: 'Diga sí o no, como prefiera.',
  thanksForSaying: 'Gracias por decírmelo.',
  recording: 'Gracias. Ya estoy grabando.',
  yesByVoice: 'Gracias. Ya estoy grabando. ¿Me dice que sí otra vez, para guardarlo con su propia voz?',
  thankYou: 'Gracias.',
  notRecording: 'Está bien, no grabo.',
  rights: 'Puede parar cuando quiera.',
  toldBefore: (topic) => contracted(`Me estaba contando de ${topic}.`),
  goOnFromThere: 'Siga por ahí, o por donde quiera.',
  thereAgain: 'Ya está usted aquí de nuevo.',
  ofCourse: 'Claro.',
  noRightAnswer: 'No hay respuesta equivocada. Cuénteme lo que se le ocurra, con calma.',
  repeat: (question, isFirst) =>
    isFirst ? asStatement(question) : `Se la digo de nuevo. ${asStatement(question)}`,
  takeYourTime: 'No hay prisa.',
  setsScene: /^(?:Lléveme|Muéstreme|Póngame|Piense|Abra|Imagine) /,
  named: (name) => `Claro, ${name}.`,
  confirmPrivate: '¿Quiere que eso quede entre nosotros?',
  confirmAudience: 'Por ahora eso queda en privado. ¿Quién puede leerlo?',
  confirmSafe:
    'Eso suena muy duro. No va en su libro, a menos que usted quiera. ¿Está a salvo en este momento?',
  goOn: ['Siga cuando quiera.', 'Siga, si quiere.'],
  waiting: [
    'Tómese su tiempo. Aquí espero.',
    'No hay prisa. Aquí sigo.',
    'Claro. Aquí estoy cuando quiera seguir.',
  ],
};

export const spanishAsking: AskingSpeech = {
  links: ['Usted mencionó {x}.', 'Me habló de {x}.', 'Me contó de {x}.'],
  back: ['Volvamos un poco atrás.', 'Le pregunto otra cosa.'],
  because: (reason) => `Le pregunto porque ${reason}.`,
  goBack: 'Volvamos a algo que me contó.',
  fill: (form, topic) =>
    contracted(form.replace('{x}', topic).replace('Usted mencionó su ', 'Usted mencionó a su ')),
  returnForms: RETURN_FORMS,
  turns: {
    origins: ['Volvamos al lugar de donde viene usted.', 'Hablemos de los suyos, antes de usted.'],
    'childhood-home': ['Entremos a la casa de su infancia.', 'Hablemos de su casa, en su infancia.'],
    school: ['Pasemos a sus años de escuela.', 'Hablemos de la escuela.'],
    'friends-and-play': ['Pasemos a los juegos y las amistades.', 'Hablemos de los juegos de entonces.'],
    'first-work': ['Pasemos a sus primeros trabajos.', 'Hablemos de cómo empezó a trabajar.'],
    love: ['Pasemos al amor, si quiere.', 'Hablemos de sus amores, si le parece.'],
    'family-made': ['Pasemos a la familia que formó.', 'Hablemos de la gente de su casa.'],
    'lifes-work': ['Pasemos a sus años de trabajo.', 'Hablemos de su vida de trabajo.'],
    'places-and-moves': ['Pasemos a los lugares donde vivió.', 'Hablemos de los lugares de su vida.'],
    'hard-times': ['La vida también tiene sus cuestas.', 'Si quiere, hablemos de los años difíciles.'],
    'beliefs-and-values': ['Pasemos a lo que usted cree.', 'Hablemos de lo que le ha guiado.'],
    'wisdom-and-wishes': ['Vengamos al presente.', 'Hablemos de la vida de ahora.'],
  },
};

const THINGS: Record<string, string> = {
  photo: 'una foto',
  letter: 'una carta',
  recipe: 'una receta',
  recording: 'una grabación',
  film: 'una película',
  document: 'un documento',
  keepsake: 'un recuerdo',
};

const ASKS = `(?:${PREPOSITION})?${WH}(?!\\p{L})`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const spanishFamily: FamilySpeech = {
  withoutMemoryTests: (text) =>
    text
      .replace(
        /^\s*¿?(?:todavía |aún )?(?:te acuerdas|se acuerda|recuerdas|recuerda)(?: usted| todavía)? (?:de )?(?=(?:la|el|los|las|un|una|mi|tu|su|cuando|cómo|qué|quién|dónde|aquel|aquella)(?!\p{L}))([^?]*)\?/iu,
        (_all, rest: string) =>
          /^(?:cómo|qué|quién|dónde|cuándo)/iu.test(rest)
            ? `Cuéntenos ${rest}.`
            : contracted(`Cuéntenos de ${rest}.`),
      )
      .replace(
        /(?<!\p{L})(?:tu|su|la|el) (\p{L}+) (?:favorit[oa]|preferid[oa])(?!\p{L})/giu,
        (_all, noun: string) => `${/(?:a|ción|dad)$/u.test(noun) ? 'una' : 'un'} ${noun} que le gusta`,
      )
      .trim(),
  leadFor: ({ askedBy, isAgain }, { onBehalfOf }) => {
    const who =
      onBehalfOf && onBehalfOf.name === askedBy ? relative(askedBy, onBehalfOf.relationship) : askedBy;
    return isAgain ? `A ${who} todavía le gustaría saberlo.` : `${capital(who)} pregunta:`;
  },
  begins: (askedBy, words) => `${askedBy || 'Alguien'} pregunta por esto: ${words}…`,
  keepsake: ({ thing, addedBy }) => ({
    before: `Hay ${THINGS[thing] ?? 'un recuerdo'} que agregó ${memberInSpanish(addedBy)}:`,
    after: 'Cuénteme de eso.',
  }),
  shorter: [
    {
      besides: new RegExp(`(?:[,;–—]\\s*(?:(?:y|o|pero) )?|\\s+(?:y|o) )(?=${ASKS})`, 'giu'),
      joins: /^(?:y|e|o|pero) /i,
      asking: new RegExp(`(?:^|[,;–—] )${ASKS}`, 'iu'),
    },
    englishParts,
  ],
  announcement: (askedBy) => [
    `${askedBy} tiene una pregunta para usted. Dígame cuando quiera oírla.`,
    `${askedBy} tiene una pregunta para usted.`,
  ],
};
