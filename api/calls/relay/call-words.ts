import type { Language } from '#api/language/languages.ts';

/** What the call itself says, outside of the interviewer's turns, in one language. */
type CallWords = {
  timeIsUp: string;
  /** After a long silence. */
  leaveIt: string;
  takeYourTime: string;
  /** While an answer takes long to be made. */
  filler: string;
  /** When the person presses 0. */
  goodbye(name: string): string;
  /** When somebody else has picked up. */
  callAnotherTime(name: string): string;
  /** The same after the last try, when no other call is planned. */
  notAgain: string;
};

export const callWords: Record<Language, CallWords> = {
  en: {
    timeIsUp: 'That is all the time we have today. Goodbye.',
    leaveIt: 'I’ll leave it here for today. Thank you, and goodbye.',
    takeYourTime: 'Take your time. I’m still here.',
    filler: 'Mm.',
    goodbye: (name) => `Goodbye, ${name}.`,
    callAnotherTime: (name) => `Thank you. I’ll call ${name} another time. Goodbye.`,
    notAgain: 'Thank you, and goodbye.',
  },
  es: {
    timeIsUp: 'Hoy ya no nos queda más tiempo. Hasta luego.',
    leaveIt: 'Por hoy lo dejo aquí. Gracias, y hasta luego.',
    takeYourTime: 'Tómese su tiempo. Aquí sigo.',
    filler: 'Ajá.',
    goodbye: (name) => `Hasta luego, ${name}.`,
    callAnotherTime: (name) => `Gracias. Llamaré a ${name} en otro momento. Hasta luego.`,
    notAgain: 'Gracias, y hasta luego.',
  },
};
