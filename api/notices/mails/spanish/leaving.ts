import type { z } from 'zod';
import type {
  AccountDeleted,
  BookBrought,
  BookDeleted,
  BookHandedOver,
  EmailChanged,
  EmailChangeUndone,
  ExportReady,
  OwnerIsHere,
  OwnerSaidDead,
  SuccessorEnded,
  SuccessorNamed,
} from '../leaving.ts';
import type { Letter } from '../letter.ts';
import { dayOf, greeting } from './accounts.ts';

export function emailChanged({ name, newEmail, url, until }: z.output<typeof EmailChanged>): Letter {
  return {
    subject: 'Se cambió la dirección de su cuenta',
    preview: 'Si no fue usted, puede deshacerlo.',
    paragraphs: [
      greeting(name),
      `La dirección de su cuenta es ahora ${newEmail}. Si fue usted, no tiene que hacer nada.`,
      'Si no fue usted, deshaga el cambio: la cuenta vuelve a tener esta dirección, y se cierra la sesión en todos los dispositivos.',
    ],
    action: { label: 'No fui yo, deshacer el cambio', url },
    after: [
      `El enlace sirve una sola vez, hasta el ${dayOf(until)}, durante 72 horas en total. No hace falta iniciar sesión.`,
    ],
    why: 'Recibe este correo porque esta era la dirección de su cuenta en Evertold.',
  };
}

export function emailChangeUndone({ name, url }: z.output<typeof EmailChangeUndone>): Letter {
  return {
    subject: 'Se deshizo un cambio de dirección',
    preview: 'Esta dirección ya no es la de la cuenta.',
    paragraphs: [
      greeting(name),
      'Quien tiene la dirección anterior de la cuenta deshizo el cambio. Esta dirección ya no es la de la cuenta, y nadie puede iniciar sesión con ella.',
    ],
    action: { label: 'Abrir Evertold', url },
    why: 'Recibe este correo porque alguien dio esta dirección como la nueva de su cuenta en Evertold.',
  };
}

export function bookBrought({ subjectName, hasRecordings, url }: z.output<typeof BookBrought>): Letter {
  return {
    subject: `Ya está aquí el libro de ${subjectName}`,
    preview: 'Vino del archivo que usted envió, y ahora lo cuida usted.',
    paragraphs: [
      'Hola:',
      `El libro de ${subjectName} vino del archivo que usted envió, con sus historias y conversaciones, y con sus fotos y objetos de recuerdo. Ahora es suyo y usted lo cuida.`,
      `Nada de lo que ${subjectName} aceptó en otro lugar vale aquí: no llamaremos, ni enviaremos mensajes, ni grabaremos hasta que ${subjectName} lo acepte aquí.${hasRecordings ? ` Las grabaciones que vinieron con el libro no las oye nadie hasta que ${subjectName} acepte aquí que se le grabe.` : ''}`,
    ],
    action: { label: 'Abrir el libro', url },
    why: 'Recibe este correo porque usted trajo el libro.',
  };
}

export function bookDeleted({
  subjectName,
  byName,
  until,
  timeZone,
  url,
}: z.output<typeof BookDeleted>): Letter {
  return {
    subject: `Se borró el libro de ${subjectName}`,
    preview: `Se puede recuperar hasta el ${dayOf(until, timeZone)}.`,
    paragraphs: [
      'Hola:',
      `${byName} borró el libro de ${subjectName}. Ahora nadie lo lee, y no llamamos a nadie.`,
      `Se guarda hasta el ${dayOf(until, timeZone)}. Hasta entonces usted puede recuperarlo tal como estaba. Después se borra para siempre, con sus fotos y grabaciones.`,
    ],
    action: { label: 'Recuperarlo', url },
    why: `Recibe este correo porque el libro de ${subjectName} es suyo, o porque usted lo cuida.`,
  };
}

export function exportReady({ subjectName, until, timeZone, url }: z.output<typeof ExportReady>): Letter {
  return {
    subject: `Ya está listo todo el libro de ${subjectName}`,
    preview: `Puede descargarlo hasta el ${dayOf(until, timeZone)}.`,
    paragraphs: [
      'Hola:',
      `Todo lo que usted pidió del libro de ${subjectName} está ahora en un solo archivo. Se abre sin Evertold, en cualquier navegador.`,
    ],
    action: { label: 'Descargarlo', url },
    after: [
      `El archivo queda disponible hasta el ${dayOf(until, timeZone)}, 7 días en total. Inicie sesión para descargarlo: el enlace por sí solo no abre nada.`,
    ],
    why: 'Recibe este correo porque usted pidió el archivo.',
  };
}

export function successorNamed({ subjectName, byName, url }: z.output<typeof SuccessorNamed>): Letter {
  return {
    subject: `Le eligieron para quedar a cargo del libro de ${subjectName}`,
    preview: 'Por ahora no tiene que hacer nada.',
    paragraphs: [
      'Hola:',
      `${byName} le eligió para quedar a cargo del libro de ${subjectName}. Si un día se borra la cuenta de la última persona que lo administra, el libro no se borra con ella: pasa a usted.`,
      'Si esa persona muere, avísenos en los ajustes del libro. Entonces le escribimos a su dirección, y si nadie responde en 30 días, el libro queda también a su cargo.',
      'Por ahora no tiene que hacer nada. Lo que usted puede ver y hacer en el libro sigue igual.',
    ],
    action: { label: 'Abrir el libro', url },
    after: ['Si no lo desea, dígaselo a quienes administran el libro: pueden elegir a otra persona.'],
    why: `Recibe este correo porque usted participa en el libro de ${subjectName}.`,
  };
}

export function successorEnded(data: z.output<typeof SuccessorEnded>): Letter {
  const { subjectName, byName, isMember, url } = data;
  return {
    subject: `Usted ya no quedará a cargo del libro de ${subjectName}`,
    preview: 'No tiene que hacer nada.',
    paragraphs: [
      'Hola:',
      `${byName} cambió quién quedará a cargo del libro de ${subjectName} si un día se borra la cuenta de la última persona que lo administra. Ya no será usted.`,
      isMember
        ? 'No tiene que hacer nada. Lo que usted puede ver y hacer en el libro sigue igual.'
        : 'No tiene que hacer nada.',
    ],
    action: { label: 'Abrir Evertold', url },
    after: ['Si tiene alguna pregunta, hágasela a quienes administran el libro.'],
    why: `Recibe este correo porque le habían elegido para quedar a cargo del libro de ${subjectName}.`,
  };
}

export function ownerSaidDead(data: z.output<typeof OwnerSaidDead>): Letter {
  const { subjectName, ownerName, byName, own, until, isOver, timeZone, url } = data;
  const book = own ? `el libro de ${subjectName}` : 'su libro';
  const day = dayOf(until, timeZone);
  const why = own
    ? `Recibe este correo porque usted está a cargo de ${book}.`
    : 'Recibe este correo porque el libro es suyo.';
  if (isOver)
    return {
      subject: `${byName} está ahora a cargo de ${book}`,
      preview: own ? 'Usted también lo sigue estando.' : `${ownerName} también lo sigue estando.`,
      paragraphs: [
        'Hola:',
        `Hace 30 días ${byName} nos dijo que ${own ? 'usted' : ownerName} murió. Nadie nos ha dicho lo contrario, y por eso ${byName} está ahora a cargo de ${book}. ${own ? 'Usted' : ownerName} también lo sigue estando.`,
        `Si ${own ? 'está leyendo esto' : 'es un error'}, puede cambiarlo: abra la lista de quienes participan en el libro y elija otro papel para ${byName}.`,
      ],
      action: { label: 'Abrir el libro', url },
      why,
    };
  return {
    subject: own ? `${byName} nos dijo que usted murió` : `${byName} nos dijo que ${ownerName} murió`,
    preview: own ? 'Por favor, díganos que sigue aquí.' : 'Por favor, avísenos si no es así.',
    paragraphs: [
      'Hola:',
      own
        ? `Usted dejó dicho que ${byName} quede a cargo de ${book} cuando usted falte, y ${byName} nos dijo que usted murió. Si está leyendo esto, díganos que sigue aquí: elija «I’m here» (sigo aquí) en los ajustes del libro. Entonces no cambia nada.`
        : `${ownerName} está a cargo de ${book}, y ${byName} es quien lo estará después. ${byName} nos dijo que ${ownerName} murió. Si no es así, abra los ajustes del libro y díganoslo allí. Entonces no cambia nada.`,
      own
        ? `Si no lo elige ni inicia sesión antes del ${day}, ${byName} también quedará a cargo del libro.`
        : `Si nadie responde antes del ${day}, y ${ownerName} no inicia sesión, ${byName} también quedará a cargo del libro. Si es cierto, usted no tiene que hacer nada.`,
    ],
    action: { label: 'Abrir los ajustes del libro', url },
    why,
  };
}

export function ownerIsHere({ subjectName, ownerName, byHand, url }: z.output<typeof OwnerIsHere>): Letter {
  return {
    subject: `El libro de ${subjectName} sigue a cargo de ${ownerName}`,
    preview: byHand ? `Nos dijeron que ${ownerName} vive.` : `La cuenta de ${ownerName} sigue en uso.`,
    paragraphs: [
      'Hola:',
      byHand
        ? `Usted nos dijo que ${ownerName} murió. Después nos dijeron que ${ownerName} vive.`
        : `Usted nos dijo que ${ownerName} murió. Después alguien usó la cuenta de ${ownerName}.`,
      `El libro de ${subjectName} sigue como está, y si un día hace falta, pasará a usted.`,
    ],
    action: { label: 'Abrir el libro', url },
    after: ['Si hay un error, puede avisarnos otra vez en los ajustes del libro, después de 30 días.'],
    why: `Recibe este correo porque usted nos dijo que ${ownerName} murió.`,
  };
}

export function bookHandedOver(data: z.output<typeof BookHandedOver>): Letter {
  const { subjectName, fromName, asSuccessor, saidDead, url } = data;
  const how = saidDead
    ? `Usted nos dijo que ${fromName} murió, y nadie respondió en 30 días. Le habían elegido para quedar a cargo del libro de ${subjectName}, y por eso ahora usted lo administra.`
    : asSuccessor
      ? `Se borró la cuenta de ${fromName}. Le habían elegido para quedar a cargo del libro de ${subjectName}, y por eso ahora usted lo administra.`
      : `${fromName} dejó Evertold y le pasó el libro de ${subjectName}.`;
  return {
    subject: `Usted está ahora a cargo del libro de ${subjectName}`,
    preview: asSuccessor ? 'Le habían elegido para ello.' : `${fromName} se lo pasó.`,
    paragraphs: ['Hola:', `${how} Usted decide ahora quién lo lee, cuándo llamamos y qué se guarda.`],
    action: { label: 'Abrir el libro', url },
    why: `Recibe este correo porque usted participa en el libro de ${subjectName}.`,
  };
}

export function accountDeleted(data: z.output<typeof AccountDeleted>): Letter {
  const { name, until, url, deleted, handedOver } = data;
  const [first, ...others] = deleted;
  return {
    subject: 'Su cuenta está borrada',
    preview: deleted.length
      ? `Lo que se borró con ella se guarda hasta el ${dayOf(until)}.`
      : 'No guardamos nada de ella.',
    paragraphs: [
      greeting(name),
      'Su cuenta en Evertold está borrada, y se cerró la sesión en todos los dispositivos.',
      ...handedOver.map(
        ({ subjectName, toName }) => `${toName} está ahora a cargo del libro de ${subjectName}.`,
      ),
      ...(first
        ? [
            `Lo que era solo suyo también se borró, y se guarda hasta el ${dayOf(until)}. Con el enlace puede recuperarlo en una cuenta nueva. Después se borra para siempre.`,
          ]
        : []),
    ],
    action: first
      ? { label: `Recuperar el libro de ${first.subjectName}`, url: first.url }
      : { label: 'Abrir Evertold', url },
    after: others.map(({ subjectName, url }) => `El libro de ${subjectName}: ${url}`),
    why: 'Recibe este correo porque se borró una cuenta con esta dirección. Es el último que le enviamos.',
  };
}
