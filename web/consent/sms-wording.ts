import type { Language } from './opt-in-words.ts';

/**
 * The wordings in force for texts, repeated from the ledger for a page that works without a server, each with its
 * version.
 */
export const smsWordings: Record<Language, { version: number; text: string }> = {
  en: {
    version: 2,
    text: [
      'I agree that Evertold sends text messages to this number: to say when it will call, to ask about my life, and to answer me.',
      'The messages are sent by a computer, usually 2 to 10 a week.',
      'Message and data rates may apply.',
      'You can stop at any time: reply STOP, say so on a call, or withdraw in your settings. Reply HELP for help.',
      'Agreeing is your choice; nothing else depends on it, and it buys nothing.',
      'My number and this agreement are not shared with anybody for marketing.',
      'Our terms and our privacy notice come with these words.',
    ].join(' '),
  },
  es: {
    version: 3,
    text: [
      'Acepto que Evertold envíe mensajes de texto a este número: para avisar cuándo va a llamar, para preguntarme por mi vida y para responderme.',
      'Los mensajes los envía una computadora, normalmente de 2 a 10 por semana.',
      'Pueden aplicarse tarifas de mensajes y datos.',
      'Puedo dejarlo en cualquier momento: respondo ALTO o STOP, lo digo en una llamada o lo retiro en mi configuración. Si respondo AYUDA, recibo ayuda.',
      'Aceptar es decisión mía; nada más depende de ello y no me obliga a comprar nada.',
      'Mi número y esta aceptación no se comparten con nadie para hacer publicidad.',
      'Nuestras condiciones y nuestro aviso de privacidad acompañan a estas palabras.',
    ].join(' '),
  },
};
