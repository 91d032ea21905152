/** Why an agreement was not kept, in one language. */
interface RefusalWords {
  code: Record<'WRONG' | 'EXPIRED' | 'TOO_MANY', string>;
  notSixDigits: string;
  codeNeeded: string;
  tooManyCodes: string;
  notAPhone: string;
  notSigned: string;
  saidStop: string;
  /** The wording or the phone has changed since the page was loaded. */
  changed: string;
  /** The subject has an account, or took the consent back themself. */
  onlyThem(name: string): string;
  memorial: string;
  proofNeeded: string;
  notFound: string;
  /** The server could not be reached or did not respond. */
  noAnswer: string;
}

const english: RefusalWords = {
  code: {
    WRONG: 'This code isn’t right. Check it, or ask for a new one.',
    EXPIRED: 'This code no longer works. Ask for a new one.',
    TOO_MANY: 'This code was tried too often. Ask for a new one.',
  },
  notSixDigits: 'Enter the six digits from the text',
  codeNeeded: 'Ask for the code and enter it: it shows that the owner of this phone agrees',
  tooManyCodes: 'Too many codes were asked for. Wait a while, then try again.',
  notAPhone: 'This isn’t a phone number. Check it and try again.',
  notSigned: 'Write your name, as you would sign it',
  saidStop: 'This phone asked for no more texts. A text with the word START, sent from it, takes that back.',
  changed: 'The words or the phone have changed since this page was opened. Load it again.',
  onlyThem: (name) => `Only ${name} can agree to this, in an account of their own`,
  memorial: 'This book is a memorial: nobody can agree to this any more',
  proofNeeded: 'You signed in some time ago. Enter your password, then try again.',
  notFound: 'This book can’t be found any more. Load the page again.',
  noAnswer: 'The connection broke before Evertold answered. What you entered is still here: try again.',
};

const spanish: RefusalWords = {
  code: {
    WRONG: 'Este código no es correcto. Revíselo o pida otro.',
    EXPIRED: 'Este código ya no vale. Pida otro.',
    TOO_MANY: 'Este código se probó demasiadas veces. Pida otro.',
  },
  notSixDigits: 'Escriba los seis números del mensaje',
  codeNeeded: 'Pida el código y escríbalo: así acepta quien tiene este teléfono',
  tooManyCodes: 'Ya se pidieron varios códigos. Espere un poco y vuelva a intentarlo.',
  notAPhone: 'Este no es un número de teléfono. Revíselo y vuelva a intentarlo.',
  notSigned: 'Escriba su nombre, como lo firmaría',
  saidStop:
    'Desde este teléfono se pidió no recibir más mensajes. Un mensaje con la palabra START, enviado desde él, lo anula.',
  changed: 'Las palabras o el teléfono cambiaron desde que abrió esta página. Vuelva a cargarla.',
  onlyThem: (name) => `Solo ${name} puede aceptar esto, desde una cuenta propia`,
  memorial: 'Este libro se guarda en memoria de quien lo contó: ya nadie puede aceptar esto',
  proofNeeded: 'Inició sesión hace tiempo. Escriba su contraseña y vuelva a intentarlo.',
  notFound: 'Ya no encontramos este libro. Vuelva a cargar la página.',
  noAnswer:
    'La conexión se cortó antes de que Evertold respondiera. Lo que escribió sigue aquí: vuelva a intentarlo.',
};

/** Words for the refusals of the server, whose own messages are in English. */
export function refusalWords(language: string): RefusalWords {
  return language === 'es' ? spanish : english;
}
