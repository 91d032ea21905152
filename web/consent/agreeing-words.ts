import type { ConsentKind } from '#web/app/generated/schema-types.ts';

/** The words of the consent step that the subject reads, in one language. */
export interface AgreeingWords {
  language: string;
  titles: Record<ConsentKind, string>;
  /** Each consent as one plain sentence; the ledger stores the full wording, which is folded under it. */
  plain: Record<ConsentKind, string>;
  exactWords(version: number): string;
  /** Follows those words, for screen readers. */
  about(title: string): string;
  signature: string;
  youDecide: string;
  yourLife: string;
  toRead(name: string): string;
  agree: string;
  withoutAgreeing: string;
  nothingTicked: string;
  notSetUp: string;
  takeBack(versions: string): string;
  /** Before and between the links to the terms and the privacy notice. */
  papers: { read: string; terms: string; and: string; privacy: string };
  code: {
    why(phone: string): string;
    send: string;
    sendAgain: string;
    label: string;
    notSent: string;
  };
  /** Agreeing to a wording that replaced the one agreed to before. */
  newWording: {
    open: string;
    lead(title: string): string;
    agree: string;
    cancel: string;
    agreed: string;
    isKept: string;
  };
}

const english: AgreeingWords = {
  language: 'en',
  titles: {
    CALLS: 'Calls',
    SMS: 'Text messages',
    RECORDING: 'Recording',
    AI_WRITING: 'Writing',
    SHARING: 'Sharing',
  },
  plain: {
    CALLS: 'Evertold calls me at the times we chose, to ask about my life.',
    SMS: 'Evertold sends me text messages, usually 2 to 10 a week.',
    RECORDING: 'Evertold keeps the sound of what I tell, so that my family can hear me.',
    AI_WRITING:
      'A computer reads what I tell, answers me, and writes my stories from my words. A transcription service may turn what I say into text.',
    SHARING:
      'The family members in this book read and hear what I tell. A printed book can have codes that play my stories to everyone who holds it.',
  },
  exactWords: (version) => `The exact words, version ${version}`,
  about: (title) => `, about ${title.toLowerCase()}`,
  signature: 'Your name, as you would sign it',
  youDecide: 'You decide',
  yourLife: 'It’s your life. Tick what you agree to; each one stands alone.',
  toRead: (name) => `For ${name} to read`,
  agree: 'I agree to what I ticked',
  withoutAgreeing: 'Continue without',
  nothingTicked: 'Tick what you agree to, or go on without',
  notSetUp: 'Calls and texts aren’t set up here yet: a yes to them is kept until they are.',
  takeBack: (versions) =>
    `You can take back any of these whenever you like. We keep the wording (version ${versions}), the day and how you agreed.`,
  papers: { read: 'Read the', terms: 'terms', and: 'and the', privacy: 'privacy notice' },
  code: {
    why: (phone) =>
      `We text a code to ${phone}, to be sure that the owner of this phone agrees. The code works for 5 minutes.`,
    send: 'Text the code',
    sendAgain: 'Send a new code',
    label: 'Code from the text',
    notSent: 'We couldn’t send the code. Check your connection and try again.',
  },
  newWording: {
    open: 'Agree to the new wording',
    lead: (title) => `${title}: until you agree, what you agreed to before goes on as it was.`,
    agree: 'I agree',
    cancel: 'Cancel',
    agreed: 'Agreed',
    isKept: 'It is kept in the ledger, with the new words.',
  },
};

const spanish: AgreeingWords = {
  language: 'es',
  titles: {
    CALLS: 'Llamadas',
    SMS: 'Mensajes de texto',
    RECORDING: 'Grabación',
    AI_WRITING: 'Escritura',
    SHARING: 'Compartir',
  },
  plain: {
    CALLS: 'Evertold me llama a las horas que elegimos, para preguntarme por mi vida.',
    SMS: 'Evertold me envía mensajes de texto, normalmente de 2 a 10 por semana.',
    RECORDING: 'Evertold guarda el sonido de lo que cuento, para que mi familia pueda oírme.',
    AI_WRITING:
      'Una computadora lee lo que cuento, me responde y escribe mis historias con mis palabras. Un servicio de transcripción puede convertir en texto lo que digo.',
    SHARING:
      'Los familiares de este libro leen y escuchan lo que cuento. Un libro impreso puede tener códigos que reproducen mis historias para quien lo tenga.',
  },
  exactWords: (version) => `Las palabras exactas, versión ${version}`,
  about: (title) => `, sobre ${title.toLowerCase()}`,
  signature: 'Su nombre, como lo firmaría',
  youDecide: 'Usted decide',
  yourLife: 'Es su vida. Marque lo que acepta; cada casilla vale por sí sola.',
  toRead: (name) => `Para que lo lea ${name}`,
  agree: 'Acepto lo que marqué',
  withoutAgreeing: 'Seguir sin aceptar',
  nothingTicked: 'Marque lo que acepta, o siga sin aceptar',
  notSetUp:
    'Las llamadas y los mensajes todavía no están listos aquí: si los acepta, guardamos su sí hasta que lo estén.',
  takeBack: (versions) =>
    `Puede retirar cualquiera de estos permisos cuando quiera. Guardamos las palabras (versión ${versions}), el día y la forma en que aceptó.`,
  papers: {
    read: 'Lea las',
    terms: 'condiciones (en inglés)',
    and: 'y el',
    privacy: 'aviso de privacidad (en inglés)',
  },
  code: {
    why: (phone) =>
      `Enviamos un código por mensaje de texto al ${phone}, para comprobar que acepta quien tiene este teléfono. El código vale 5 minutos.`,
    send: 'Enviar el código',
    sendAgain: 'Enviar otro código',
    label: 'Código del mensaje',
    notSent: 'No pudimos enviar el código. Revise la conexión y vuelva a intentarlo.',
  },
  newWording: {
    open: 'Aceptar las palabras nuevas',
    lead: (title) => `${title}: mientras no acepte, sigue valiendo lo que aceptó antes.`,
    agree: 'Acepto',
    cancel: 'Cancelar',
    agreed: 'Aceptado',
    isKept: 'Queda guardado en el registro, con las palabras nuevas.',
  },
};

/** The words around a wording, in its language. */
export function agreeingWords(language: string): AgreeingWords {
  return language === 'es' ? spanish : english;
}
