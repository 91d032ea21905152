import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { ReplyWords } from './text-words.ts';

/**
 * The answers to a phone that people of both languages share: English, then Spanish, in letters that every carrier
 * sends as one byte, so that an answer stays one text or two.
 */
export const bilingualTexts: ReplyWords = {
  agreed: () =>
    'Evertold: you agreed to texts, 2 to 10 a week. Msg & data rates may apply. Reply HELP or STOP. / Usted acepta mensajes, 2 a 10 por semana. Pueden aplicarse tarifas. Responda AYUDA o ALTO.',
  contactCard: () =>
    'Our contact card is attached: save it to see that Evertold calls. / Guarde nuestra tarjeta para ver que llama Evertold.',
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
