import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { isPlainName } from './plain-names.ts';
import type { TextWords } from './text-words.ts';

const purposes = {
  SIGN_IN: 'para iniciar sesión',
  CHANGE: 'para confirmar su teléfono',
  OPT_IN: 'para aceptar mensajes de texto',
  SUBJECT: 'para que el libro sobre usted sea suyo',
  CONSENT: 'para aceptar lo que se le mostró sobre las historias de su vida',
  CALL: 'para decir por teléfono que es usted quien llama',
};

/** The texts in Spanish. */
export const spanishTexts: TextWords = {
  code({ digits, purpose, subjectName }) {
    const purposeInWords =
      purpose === 'SUBJECT' && subjectName && isPlainName(subjectName)
        ? `para que el libro de ${subjectName} sea suyo. Es solo para ${subjectName}`
        : purposes[purpose];
    const caution =
      purpose === 'CALL' ? 'Dígalo solo si fue usted quien nos llamó.' : 'Nunca se lo pediremos.';
    return `${digits} es su código de Evertold ${purposeInWords}. Vale 5 minutos. ${caution} ¿No lo pidió? No haga nada.`;
  },
  agreed: () =>
    'Evertold: usted aceptó mensajes de texto sobre las historias de su vida, normalmente de 2 a 10 por semana. Pueden aplicarse tarifas de mensajes y datos. Responda AYUDA si necesita ayuda, ALTO para no recibir más.',
  contactCard: (url) =>
    url
      ? `Nuestra tarjeta de contacto: ${url} Guárdela, y su teléfono le mostrará que quien llama es Evertold.`
      : 'Le enviamos nuestra tarjeta de contacto: guárdela, y su teléfono le mostrará que quien llama es Evertold.',
  stopped: () =>
    'Evertold: listo, no le llegarán más mensajes. Si quiere volver a recibirlos, responda EMPEZAR. Sus historias siguen guardadas.',
  takenBack: () =>
    'Evertold: queda retirado como usted dijo, desde ahora. Responda ALTO para no recibir más mensajes, AYUDA si necesita ayuda.',
  help: () =>
    `Evertold guarda las historias de una familia: es una computadora que pregunta, escucha y escribe. Ayuda: ${publicUrl()}/about. Pueden aplicarse tarifas de mensajes y datos. Responda ALTO para no recibir más.`,
  notAsked: () =>
    `Evertold: no le habíamos preguntado nada, así que no cambió nada. Para aceptar mensajes, vaya a ${publicUrl()}/sms-opt-in/. Responda AYUDA si necesita ayuda.`,
  whatWeAre: () =>
    'Le escribe Evertold, una computadora que guarda las historias de una familia. Solo escribimos a quien lo aceptó, así que no hicimos nada con su mensaje. Responda AYUDA si necesita ayuda.',
  whoseStory(choices) {
    const replies = choices.map(({ number, name }) => `${number} para ${name ?? `el libro ${number}`}`);
    return `Evertold: gracias. ¿De quién es esta historia? Responda ${replies.join(', ')}. Hasta entonces queda guardada aquí y no se agrega a ningún libro.`;
  },
  ask: ({ subjectName, askedBy, wording }) => [
    `Hola${subjectName ? ` ${subjectName}` : ''}, le escribe Evertold, una computadora que guarda las historias de una familia. ${askedBy ?? 'Alguien de su familia'} nos dio este número. ¿Podemos enviarle mensajes? Lo acepta si responde SÍ:`,
    wording,
    `Condiciones: ${publicUrl()}/tos Privacidad: ${publicUrl()}/privacy`,
    'Si no responde, no le llegará nada más.',
  ],
  gift: ({ recipientName, giverName, message, url }) => [
    `Hola ${recipientName}, le escribe Evertold, una computadora que guarda las historias de una familia. ${giverName} le regala Evertold, un libro de sus propias historias. Abra su regalo: ${url}`,
    ...(message ? [message] : []),
    'Solo le llegará un recordatorio, dos semanas después. Pueden aplicarse tarifas de mensajes y datos. Responda ALTO para no recibir mensajes, AYUDA si necesita ayuda.',
  ],
  giftReminder: ({ recipientName, giverName, url }) => [
    `Hola ${recipientName}, le escribe Evertold, una computadora que guarda las historias de una familia. Hace dos semanas ${giverName} le regaló Evertold, un libro de sus propias historias. El regalo sigue aquí. Ábralo: ${url}`,
    'Este es nuestro único recordatorio. Responda ALTO para no recibir mensajes, AYUDA si necesita ayuda.',
  ],
  callTomorrow({ subjectName, callerName, number, time }) {
    const forWhom = callerName ? ` de parte de ${callerName}` : '';
    // One o'clock is singular.
    const at = /^1\b/.test(time) ? 'la' : 'las';
    return `Hola ${subjectName}, le escribe Evertold, una computadora. Le llamaré mañana a ${at} ${time}${forWhom}, desde el ${number}. Responda ALTO para no recibir mensajes, AYUDA si necesita ayuda.`;
  },
};
