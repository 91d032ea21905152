import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { CodePurpose, CodeWords, ReplyWords } from './text-words.ts';

const purposes: Record<CodePurpose, [english: string, spanish: string]> = {
  SIGN_IN: ['to sign in', 'para entrar'],
  CHANGE: ['to confirm your phone', 'para confirmar que el aparato es suyo'],
  OPT_IN: ['to agree to texts', 'para aceptar mensajes'],
  SUBJECT: ['to have the book about you as your own', 'para tener el libro sobre usted'],
  CONSENT: ['to agree to what you were shown', 'para aceptar lo que vio'],
  CALL: ['to say that it is you who calls', 'para decir que es usted quien llama'],
};

/**
 * The answers to a phone that people of both languages share: English, then Spanish, in letters that every carrier
 * sends as one byte, so that an answer stays one text or two.
 */
export const bilingualTexts: ReplyWords & CodeWords = {
  code({ digits, purpose }) {
    const [english, spanish] = purposes[purpose];
    const [caution, spanishCaution] =
      purpose === 'CALL'
        ? ['Say it only if you called us yourself.', 'Diga la clave solo si llama usted.']
        : ['We never ask you for it.', 'Nunca la pedimos.'];
    return `${digits} is your Evertold code ${english}. It works for 5 minutes. ${caution} Not you? Do nothing. / Es su clave de Evertold ${spanish}. Vale 5 minutos. ${spanishCaution} Si no la pide usted, no haga nada.`;
  },
  agreed: () =>
    'Evertold: you agreed to texts, 2 to 10 a week. Msg & data rates may apply. Reply HELP or STOP. / Usted acepta mensajes, 2 a 10 por semana. Pueden aplicarse tarifas. Responda AYUDA o ALTO.',
  contactCard: (url) =>
    url
      ? `Save our contact card to see that Evertold calls. / Guarde nuestra tarjeta para ver que llama Evertold. ${url}`
      : 'Our contact card is attached: save it to see that Evertold calls. / Guarde nuestra tarjeta para ver que llama Evertold.',
  stopped: () =>
    'Evertold: you are stopped, no more texts will come. Reply START to begin again. / Ya no recibe mensajes. Para volver, responda EMPEZAR.',
  takenBack: () =>
    'Evertold: taken back as you said. Reply STOP to end texts too, HELP for help. / Queda retirado. Responda ALTO para no recibir mensajes, o AYUDA.',
  help: () =>
    `Evertold is a computer that keeps a family's stories. Msg & data rates may apply. Reply STOP to stop. / Una computadora que guarda las historias de una familia. Pueden aplicarse tarifas. Responda ALTO para terminar. Help, ayuda: ${publicUrl()}/about`,
  notAsked: () =>
    `Evertold: we have not asked you anything, so nothing was changed. Reply HELP for help. / No le preguntamos nada, y nada ha cambiado. Responda AYUDA si la necesita. To agree, para aceptar: ${publicUrl()}/sms-opt-in/`,
  whatWeAre: () =>
    "This is Evertold, a computer that keeps a family's stories. We only text people who agreed, so nothing was done with your message. Reply HELP. / Solo escribimos a quien lo acepta: no hicimos nada con su mensaje. Responda AYUDA.",
};
