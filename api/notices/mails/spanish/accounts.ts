import type { z } from 'zod';
import { isPlainName } from '../../plain-names.ts';
import type {
  AccountChanged,
  AlreadyRegistered,
  ChangeEmail,
  DeleteAccount,
  PhoneChanged,
  ResetPassword,
  VerifyEmail,
  WebhookOff,
} from '../accounts.ts';
import type { Letter } from '../letter.ts';

const linkForAnHour =
  'El enlace sirve durante una hora. Si necesita otro, pídalo en la página de inicio de sesión.';
const lookAfter = 'Si no fue usted, no lo use y elija una contraseña nueva';

export function verifyEmail({ name, url }: z.output<typeof VerifyEmail>): Letter {
  return {
    subject: 'Confirme su dirección de correo',
    preview: 'Un clic, y su cuenta queda lista.',
    paragraphs: [greeting(name), 'Con un clic usted confirma que esta dirección es suya.'],
    action: { label: 'Confirmar la dirección', url },
    after: [linkForAnHour],
    why: 'Recibe este correo porque alguien abrió una cuenta en Evertold con esta dirección. Si no fue usted, no haga nada: sin el clic la cuenta no sirve.',
  };
}

export function verifyNewEmail({ name, url }: z.output<typeof VerifyEmail>): Letter {
  return {
    subject: 'Confirme su nueva dirección de correo',
    preview: 'Un clic, y podrá iniciar sesión con ella.',
    paragraphs: [
      greeting(name),
      'Esta es ahora la dirección de su cuenta. Con un clic usted confirma que es suya; hasta entonces nadie puede iniciar sesión con ella.',
    ],
    action: { label: 'Confirmar la dirección', url },
    after: [linkForAnHour],
    why: 'Recibe este correo porque alguien dio esta dirección para su cuenta en Evertold. Si no fue usted, no haga nada: sin el clic nadie puede iniciar sesión con su dirección.',
  };
}

export function changeEmail({ name, newEmail, url }: z.output<typeof ChangeEmail>): Letter {
  return {
    subject: '¿Será esta su nueva dirección?',
    preview: 'Sin su clic no cambia nada.',
    paragraphs: [
      greeting(name),
      `Alguien, seguramente usted, pidió que la dirección de su cuenta sea ${newEmail}. Con un clic queda cambiada. Después escribiremos a la nueva dirección para que usted la confirme.`,
    ],
    action: { label: 'Cambiar la dirección', url },
    after: [
      'El enlace sirve durante una hora. Revise bien la nueva dirección: desde entonces el correo llegará allí.',
    ],
    why: `Recibe este correo porque esta es la dirección de su cuenta en Evertold. ${lookAfter}: puede que alguien haya iniciado sesión como si fuera usted.`,
  };
}

export function deleteAccount({ name, url }: z.output<typeof DeleteAccount>): Letter {
  return {
    subject: '¿Quiere borrar su cuenta?',
    preview: 'Sin su clic no se borra nada.',
    paragraphs: [
      greeting(name),
      'Alguien, seguramente usted, pidió borrar su cuenta. Con un clic, en el navegador en el que inició sesión, queda borrada.',
    ],
    action: { label: 'Borrar mi cuenta', url },
    after: ['El enlace sirve una sola vez, durante un día. Una cuenta borrada no se recupera.'],
    why: `Recibe este correo porque alguien que inició sesión con su cuenta lo pidió en Evertold. ${lookAfter}.`,
  };
}

export function resetPassword({ name, url }: z.output<typeof ResetPassword>): Letter {
  return {
    subject: 'Elija una contraseña nueva',
    preview: 'El enlace sirve durante una hora.',
    paragraphs: [
      greeting(name),
      'Aquí puede elegir una contraseña nueva. Después se cerrará la sesión en todos sus dispositivos.',
    ],
    action: { label: 'Elegir una contraseña nueva', url },
    after: ['El enlace sirve una sola vez, durante una hora.'],
    why: 'Recibe este correo porque alguien pidió una contraseña nueva para su cuenta en Evertold. Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
  };
}

export function alreadyRegistered({ name, ...urls }: z.output<typeof AlreadyRegistered>): Letter {
  return {
    subject: 'Usted ya tiene una cuenta',
    preview: 'Inicie sesión con esta dirección.',
    paragraphs: [
      greeting(name),
      'Alguien, seguramente usted, acaba de intentar abrir una cuenta con esta dirección. Ya existe una, y no ha cambiado nada en ella.',
    ],
    action: { label: 'Iniciar sesión', url: urls.signInUrl },
    after: [`Si no recuerda la contraseña, pida una nueva: ${urls.forgotUrl}`],
    why: 'Recibe este correo porque esta dirección pertenece a una cuenta de Evertold. Si no fue usted, no tiene que hacer nada.',
  };
}

const phoneWords = {
  ADDED: ['Se agregó un teléfono a su cuenta', 'ahora sirve para iniciar sesión'],
  CHANGED: [
    'Se cambió el teléfono de su cuenta',
    'ahora sirve para iniciar sesión, y el anterior ya no sirve',
  ],
  REMOVED: ['Se quitó el teléfono de su cuenta', 'ya no sirve para iniciar sesión'],
} as const;

export function phoneChanged({ name, change, ending, url }: z.output<typeof PhoneChanged>): Letter {
  const [subject, now] = phoneWords[change];
  return {
    subject,
    preview: 'Si no fue usted, revise su cuenta.',
    paragraphs: [
      greeting(name),
      `El teléfono que termina en ${ending} ${now}. Si fue usted, no tiene que hacer nada.`,
      'Si no fue usted, elija una contraseña nueva, cierre la sesión en los demás dispositivos y revise el teléfono en sus ajustes.',
    ],
    action: { label: 'Abrir sus ajustes', url },
    why: 'Recibe este correo porque esta es la dirección de su cuenta en Evertold, y con un teléfono se puede entrar en ella.',
  };
}

const accountWords: Record<
  z.output<typeof AccountChanged>['what'],
  (about: string | null) => [string, string]
> = {
  KEY_MADE: (prefix) => [
    'Se creó una clave para otros programas en su cuenta',
    `Una clave${prefix ? ` que empieza con ${prefix}` : ''} puede leer ahora lo mismo que usted.`,
  ],
  WEBHOOK_MADE: () => [
    'Se conectó un programa a su cuenta',
    'Ahora se avisa a un programa cuando ocurre algo en los libros que usted lee.',
  ],
  PASSWORD_CHANGED: () => ['Se cambió su contraseña', 'Su cuenta tiene una contraseña nueva.'],
  EDITOR_INVITED: (book) => [
    'Usted invitó a alguien a un libro',
    `Se invitó a alguien a editar ${bookOf(book)}.`,
  ],
  SUBJECT_INVITED: (book) => [
    'Usted invitó a la persona de quien trata un libro',
    `Se invitó a alguien como la persona de quien trata ${bookOf(book)}.`,
  ],
  MEMBER_CHANGED: (book) => [
    'Usted cambió quién tiene acceso',
    `Usted cambió quién tiene acceso a ${bookOf(book)}.`,
  ],
  SUCCESSOR_CHANGED: (book) => [
    'Usted cambió quién queda a cargo de un libro',
    `Usted cambió quién quedará a cargo de ${bookOf(book)} si se borra la cuenta de la última persona que lo administra.`,
  ],
  SECURED: () => [
    'Su cuenta quedó protegida',
    'Se cerró la sesión en todos los demás dispositivos, dejaron de servir las claves y los programas conectados, y se quitaron las formas de iniciar sesión y las palabras clave que se eligieron hace poco.',
  ],
};

export function accountChanged({ name, what, about, url }: z.output<typeof AccountChanged>): Letter {
  const [subject, done] = accountWords[what](about ?? null);
  return {
    subject,
    preview: 'Si no fue usted, proteja su cuenta.',
    paragraphs: [
      greeting(name),
      done,
      'Si fue usted, no tiene que hacer nada. Si no fue usted, abra sus ajustes y elija «Secure my account» (proteger mi cuenta). Después elija una contraseña nueva.',
    ],
    action: { label: 'Abrir sus ajustes', url },
    why: 'Recibe este correo porque esta es la dirección de su cuenta en Evertold.',
  };
}

export function webhookOff({ name, reason, url }: z.output<typeof WebhookOff>): Letter {
  const why =
    reason === 'GONE'
      ? 'El programa al que avisa uno de sus webhooks respondió que ya no existe.'
      : 'Durante tres días no llegó nada de lo que enviamos a uno de sus webhooks.';
  return {
    subject: 'Se desactivó uno de sus webhooks',
    preview: 'Su programa ya no recibe avisos.',
    paragraphs: [
      greeting(name),
      why,
      'Hemos desactivado el webhook. Lo que no se envió queda en el registro del webhook durante 30 días. Cuando el programa vuelva a responder, active el webhook y envíe de nuevo lo que falta.',
    ],
    action: { label: 'Abrir sus webhooks', url },
    why: 'Recibe este correo porque usted creó el webhook en Evertold.',
  };
}

function bookOf(name: string | null): string {
  return name && isPlainName(name) ? `el libro de ${name}` : 'un libro suyo';
}

/**
 * A day as written in letters: 4 de mayo. The zone is that of the book's person, where a letter is about a book; elsewhere
 * it is UTC, which the letter says.
 */
export function dayOf(moment: string, timeZone = 'UTC'): string {
  const day = new Date(moment).toLocaleDateString('es', { day: 'numeric', month: 'long', timeZone });
  return timeZone === 'UTC' ? `${day} (UTC)` : day;
}

/** Greets by name, unless the name contains a link that abuses our mail. */
export function greeting(name: string): string {
  return isPlainName(name) ? `Hola, ${name}:` : 'Hola:';
}
