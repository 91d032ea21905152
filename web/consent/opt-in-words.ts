import { type CodeEntryWords, codeEntryWords } from '#web/accounts/phone/code-entry-words.ts';

/** A language of the page about text messages. */
export type Language = 'en' | 'es';

export interface OptInWords {
  /** The language by its own name. */
  name: string;
  title: string;
  lead: string;
  terms: string;
  privacy: string;
  howToAgree: { title: string; ways: readonly string[]; rest: string };
  howToStop: { title: string; words: string };
  whoGetsIt: { title: string; words: string; more: string };
  form: {
    number: string;
    hint: string;
    noNumber: string;
    notTicked: string;
    sendCode: string;
    onlyCode: string;
    notSix: string;
    agree: string;
    agreed: string;
    comeTo: string;
    thenStop: string;
    code: CodeEntryWords;
  };
}

/** The words of the page about text messages. */
export const optInWords: Record<Language, OptInWords> = {
  en: {
    name: 'English',
    title: 'Text messages from Evertold',
    lead: 'We only text you if you agree. This is what you agree to. Conversations by text aren’t set up here yet.',
    terms: 'Terms',
    privacy: 'Privacy',
    howToAgree: {
      title: 'How to say yes',
      ways: [
        'On this page, with the six digits that we text to your phone. You need no account.',
        'Answer YES to the one text that asks you. It comes once, when a family member has entered your number, and carries the words above. Without an answer nothing more is sent.',
        'If you have an account, agree on the page where your book is started, with your own hand.',
      ],
      rest: 'Nobody can agree for you, and no machine calls to ask. When you have agreed, a text confirms it. No text comes between 9 pm and 8 am where you are, but for codes you asked for.',
    },
    howToStop: {
      title: 'How to stop',
      words:
        'Text STOP to the number that texted you. “Please don’t text me any more” does it too, and so does saying it in a conversation. It takes effect at once; one text confirms it. Text START to begin again. HELP answers with who we are and how to stop.',
    },
    whoGetsIt: {
      title: 'Who gets your number',
      words:
        'Nobody, for marketing. Your number, and that you agreed, are not sold and not shared with third parties or affiliates for their own purposes.',
      more: 'More about privacy',
    },
    form: {
      number: 'Mobile number',
      hint: 'A phone that can get texts. Outside North America, with the country code.',
      noNumber: 'Enter your number',
      notTicked: 'Tick the box if you agree',
      sendCode: 'Send me a code',
      onlyCode: 'We send six digits to make sure it is your phone. Nothing else until you have entered them.',
      notSix: 'Enter all six digits',
      agree: 'Agree to text messages',
      agreed: 'You agreed to text messages',
      comeTo: 'They come to',
      thenStop: 'A text confirms it. Reply STOP to any of them to stop.',
      code: codeEntryWords,
    },
  },
  es: {
    name: 'Español',
    title: 'Mensajes de texto de Evertold',
    lead: 'Solo le escribimos si usted acepta. Esto es lo que acepta. Las conversaciones por mensaje todavía no están listas aquí.',
    terms: 'Condiciones (en inglés)',
    privacy: 'Privacidad (en inglés)',
    howToAgree: {
      title: 'Cómo decir que sí',
      ways: [
        'En esta página, con los seis números que enviamos a su teléfono. No necesita una cuenta.',
        'Responda SÍ al único mensaje que se lo pregunta. Llega una sola vez, cuando alguien de su familia anotó su número, y trae las palabras de arriba. Si no responde, no se envía nada más.',
        'Si tiene una cuenta, acepte de su propia mano en la página donde empieza su libro.',
      ],
      rest: 'Nadie puede aceptar por usted, y ninguna máquina llama para pedirlo. Cuando usted acepta, un mensaje lo confirma. Ningún mensaje llega entre las 9 de la noche y las 8 de la mañana donde usted está, salvo los códigos que usted pida.',
    },
    howToStop: {
      title: 'Cómo dejarlo',
      words:
        'Responda ALTO o STOP al número que le escribió. También vale «por favor, no me escriban más», o decirlo en una conversación. Vale desde ese momento, y un mensaje lo confirma. Con EMPEZAR vuelve a comenzar. Con AYUDA le decimos quiénes somos y cómo dejarlo.',
    },
    whoGetsIt: {
      title: 'Quién recibe su número',
      words:
        'Nadie, para hacer publicidad. Ni su número ni su aceptación se venden ni se comparten con otras empresas para sus propios fines.',
      more: 'Más sobre la privacidad (en inglés)',
    },
    form: {
      number: 'Número de celular o móvil',
      hint: 'Un teléfono que reciba mensajes. Fuera de Norteamérica, con el código del país.',
      noNumber: 'Escriba su número',
      notTicked: 'Marque la casilla si acepta',
      sendCode: 'Envíenme un código',
      onlyCode:
        'Enviamos seis números para comprobar que el teléfono es suyo. Nada más hasta que usted los escriba.',
      notSix: 'Escriba los seis números',
      agree: 'Aceptar los mensajes de texto',
      agreed: 'Usted aceptó los mensajes de texto',
      comeTo: 'Llegan al',
      thenStop: 'Un mensaje lo confirma. Responda ALTO a cualquiera de ellos para dejarlo.',
      code: {
        sentTo: 'Enviamos un mensaje con seis números al',
        sentToBook: 'Enviamos un mensaje con seis números al teléfono del libro',
        change: 'Cambiar el número',
        digits: 'Seis números',
        hint: 'El código vale 5 minutos. En un teléfono se escribe solo.',
        waiting: '¿No llegó nada? Puede pedir otro en',
        nothing: '¿No llegó nada?',
        again: 'Enviar otro',
        sentAgain: 'Otro va en camino.',
      },
    },
  },
};
