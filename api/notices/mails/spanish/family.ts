import type { z } from 'zod';
import { isPlainName } from '../../plain-names.ts';
import {
  type BookClaimed,
  type CallerUnconfirmed,
  type CallMissed,
  type CallsStopped,
  type CodeWordChanged,
  type ConsentChanged,
  type EnterBook,
  type Invitation,
  type NewRemarks,
  type NewStory,
  type StoryDeletedByPhone,
  unansweredOf,
  type Wellbeing,
} from '../family.ts';
import type { Letter } from '../letter.ts';
import { dayOf, greeting } from './accounts.ts';

const invited = {
  VIEWER: (name: string) => `a leer las historias de ${name}`,
  EDITOR: (name: string) => `a cuidar el libro de ${name} junto con la familia`,
  OWNER: (name: string) => `a hacerse cargo del libro de ${name}`,
  SUBJECT: () => 'a contar sus historias y a decidir sobre ellas',
};

export function invitation(data: z.output<typeof Invitation>): Letter {
  const { inviterName, role, subjectName, message } = data;
  const purpose = invited[role](subjectName);
  return {
    subject: `${inviterName} le invita ${purpose}`,
    preview: 'Puede decir que sí o que no.',
    paragraphs: ['Hola:', `${inviterName} le invita ${purpose}.`],
    quoted: message ? [message] : [],
    action: { label: 'Ver la invitación', url: data.url },
    after: [
      `La invitación vale hasta el ${dayOf(data.expiresAt, data.timeZone)}. El enlace es solo para usted.`,
    ],
    why: `Recibe este correo porque ${inviterName} nos dio esta dirección para la invitación. No la guardamos para nada más.`,
  };
}

export function enterBook({ name, subjectName, url }: z.output<typeof EnterBook>): Letter {
  return {
    subject: `Abra el libro de ${subjectName}`,
    preview: 'El enlace sirve una sola vez.',
    paragraphs: [
      greeting(name),
      `Con este enlace puede leer las historias de ${subjectName}. El enlace le permite entrar en Evertold sin contraseña.`,
    ],
    action: { label: `Abrir el libro de ${subjectName}`, url },
    after: [
      'El enlace sirve una sola vez, durante 30 minutos. Para volver más tarde en otro dispositivo, abra de nuevo su invitación y pida otro enlace.',
    ],
    why: 'Recibe este correo porque alguien con una invitación a este libro nos dio su dirección. Si no fue usted, no haga caso: nadie puede entrar sin el enlace. No se lo pase a nadie: quien lo abra entrará como si fuera usted.',
  };
}

export function enterAsUsual({ name, subjectName, url }: z.output<typeof EnterBook>): Letter {
  return {
    subject: `Abra el libro de ${subjectName}`,
    preview: 'Primero inicie sesión.',
    paragraphs: [
      greeting(name),
      `Usted tiene una cuenta en Evertold con esta dirección. Inicie sesión como siempre y abra después la invitación al libro de ${subjectName}.`,
    ],
    action: { label: 'Ver la invitación', url },
    after: [
      'Si todavía no tiene contraseña, elija «Forgot it?» (¿la olvidó?) al iniciar sesión: le enviaremos un enlace para crear una.',
    ],
    why: 'Recibe este correo porque alguien con una invitación a este libro nos dio su dirección. Si no fue usted, no haga caso: no cambia nada.',
  };
}

export function wellbeing({ subjectName, url }: z.output<typeof Wellbeing>): Letter {
  return {
    subject: `Por favor, hable con ${subjectName}`,
    preview: 'Se dijo algo que una persona debería oír.',
    paragraphs: [
      'Hola:',
      `Hace un momento, en una conversación, ${subjectName} dijo algo que nos hizo pensar que alguien cercano debería comunicarse pronto con ${subjectName}.`,
      `Evertold respondió con calma y dijo dónde encontrar ayuda. Es una computadora y no puede saber cómo está ${subjectName}. Usted sí.`,
    ],
    action: { label: 'Abrir el libro', url },
    after: ['Si cree que hay peligro ahora, llame al número de emergencias.'],
    why: `Recibe este correo de inmediato, a cualquier hora, porque usted cuida el libro de ${subjectName}.`,
  };
}

export function newStory({ subjectName, titles, url, unsubscribeUrl }: z.output<typeof NewStory>): Letter {
  const one = titles.length === 1;
  const what = one ? 'una historia nueva' : `${titles.length} historias nuevas`;
  return {
    subject: `Hay ${what} en el libro de ${subjectName}`,
    preview: titles.join(' · '),
    paragraphs: ['Hola:', `En el libro de ${subjectName} ya puede leer ${what}:`],
    quoted: titles,
    action: { label: one ? 'Leer la historia' : 'Leer las historias', url },
    why: `Recibe este correo porque usted lee el libro de ${subjectName}. En sus ajustes puede decir con qué frecuencia le escribimos.`,
    unsubscribe: { letters: 'correos sobre historias nuevas', url: unsubscribeUrl },
  };
}

export function newRemarks(data: z.output<typeof NewRemarks>): Letter {
  const { subjectName, stories, url, unsubscribeUrl } = data;
  const lines = stories.map(({ title, authors, hearts }) => {
    const from = [namesOf(authors), hearts.length > 0 && `un corazón de ${namesOf(hearts)}`];
    return `${title} (${from.filter(Boolean).join('; ')})`;
  });
  const one = stories.length === 1;
  return {
    subject: `${whatIsNew(data)} en el libro de ${subjectName}`,
    preview: lines.join(' · '),
    paragraphs: [
      'Hola:',
      `La familia dejó algo nuevo en ${one ? 'una historia' : `${stories.length} historias`} del libro de ${subjectName}:`,
    ],
    quoted: [...new Set(lines)],
    action: { label: one ? 'Leer la historia' : 'Abrir el libro', url },
    why: `Recibe este correo porque usted lee el libro de ${subjectName}. En sus ajustes puede decir con qué frecuencia le escribimos sobre comentarios y corazones.`,
    unsubscribe: { letters: 'correos sobre comentarios y corazones', url: unsubscribeUrl },
  };
}

function whatIsNew({ count, hearts, stories }: z.output<typeof NewRemarks>): string {
  const [story] = stories;
  const name = story?.authors[0]?.authorName ?? story?.hearts[0]?.authorName ?? 'Alguien';
  if (count === 1 && hearts === 0) return `${name} escribió un comentario`;
  if (count === 0 && hearts === 1) return `${name} le puso un corazón a una historia`;
  const both = [
    count > 0 && (count === 1 ? 'un comentario nuevo' : `${count} comentarios nuevos`),
    hearts > 0 && (hearts === 1 ? 'un corazón nuevo' : `${hearts} corazones nuevos`),
  ];
  return `Hay ${both.filter(Boolean).join(' y ')}`;
}

const namesOf = (names: readonly { authorName: string }[]) =>
  names.map(({ authorName }) => authorName).join(', ');

const consented = {
  CALLS: 'recibir llamadas',
  SMS: 'recibir mensajes de texto',
  RECORDING: 'guardar el sonido de la voz',
  AI_WRITING: 'escribir las historias con inteligencia artificial',
  SHARING: 'que la familia lea lo que se contó',
};

export function consentChanged({ subjectName, kinds, status, url }: z.output<typeof ConsentChanged>): Letter {
  const [only, ...others] = kinds.map((kind) => consented[kind]);
  const several = others.length > 0;
  const given = status === 'GRANTED';
  const what = several ? `${kinds.length} cosas` : only;
  const holds = given
    ? 'Vale desde ahora, y se puede retirar en cualquier momento.'
    : 'Vale de inmediato. No hace falta explicar nada.';
  const begins = given
    ? `En el libro de ${subjectName} se dijo que sí a`
    : `En el libro de ${subjectName} se retiró el sí a`;
  return {
    subject: given ? `${subjectName} dijo que sí a ${what}` : `Se retiró el sí a ${what}`,
    preview: `Vale desde ahora, para el libro de ${subjectName}.`,
    paragraphs: ['Hola:', several ? `${begins}:` : `${begins} ${only}. ${holds}`],
    ...(several && { quoted: kinds.map((kind) => consented[kind]), after: [holds] }),
    action: { label: 'Ver lo que se aceptó', url },
    why: `Recibe este correo porque el libro de ${subjectName} es suyo, o porque usted lo cuida.`,
  };
}

const codeWordDone = { CHOSEN: 'eligió', CHANGED: 'cambió', REMOVED: 'quitó' } as const;

export function codeWordChanged(data: z.output<typeof CodeWordChanged>): Letter {
  const { subjectName, change, byName, own, url } = data;
  const done = codeWordDone[change];
  const name = byName && isPlainName(byName) ? byName : 'Alguien';
  const secured = byName === null;
  return {
    subject: `Se ${done} la palabra clave del libro de ${subjectName}`,
    preview: 'Si esto no es correcto, elija otra.',
    paragraphs: [
      'Hola:',
      secured
        ? `Se protegió la cuenta que había elegido la palabra clave del libro de ${subjectName}. La palabra se quitó, porque puede que alguien más la conozca.`
        : `${own ? 'Usted' : name} ${done} la palabra clave del libro de ${subjectName}. Si alguien llama y dice esa palabra, Evertold entiende que es ${subjectName}.`,
      secured
        ? 'Puede elegir otra en los ajustes del libro.'
        : own
          ? 'Si fue usted, no tiene que hacer nada. Si no fue usted, abra sus ajustes y elija «Secure my account» (proteger mi cuenta): así también se quita la palabra.'
          : 'Si esto no es correcto, elija otra en los ajustes del libro.',
    ],
    action: { label: own ? 'Abrir sus ajustes' : 'Abrir los ajustes del libro', url },
    why: `Recibe este correo porque el libro de ${subjectName} es suyo, o porque usted lo cuida.`,
  };
}

export function bookClaimed({ subjectName, claimedBy, own, url }: z.output<typeof BookClaimed>): Letter {
  const name = isPlainName(claimedBy) ? claimedBy : 'Alguien';
  return {
    subject: own ? 'El libro sobre usted ya es suyo' : `${name} está a cargo del libro de ${subjectName}`,
    preview: 'Se comprobó con un código enviado al teléfono del libro.',
    paragraphs: [
      'Hola:',
      `${own ? 'Usted' : name} escribió el código que enviamos al teléfono del libro de ${subjectName}. Desde ahora Evertold entiende que ${own ? `usted es ${subjectName}` : `esa persona es ${subjectName}`}.`,
      own
        ? 'Usted dice qué acepta y quién lee qué, y solo usted lee lo que quedó en privado.'
        : `${subjectName} dice ahora qué acepta y quién lee qué, y es la única persona que lee lo que quedó en privado. Usted sigue cuidando el libro como antes.`,
    ],
    action: { label: 'Abrir el libro', url },
    after: ['Si esto no es correcto, responda a este correo cuanto antes: lo lee una persona.'],
    why: own
      ? 'Recibe este correo porque esta es la dirección de la cuenta que escribió el código.'
      : `Recibe este correo porque usted cuida el libro de ${subjectName}.`,
  };
}

const often = (times: number) => (times === 1 ? 'una vez' : `${times} veces`);

/** What happened to the tries of a call: Lo intentamos 2 veces y no se pudo hablar con Alma. */
function whatHappened(data: z.output<typeof CallMissed>): string {
  const { subjectName, tries, notConnected, notDialled } = data;
  const happened = [
    [unansweredOf(data), `no se pudo hablar con ${subjectName}`],
    [notConnected, 'la llamada no se pudo conectar'],
    [notDialled, 'no se pudo hacer la llamada, así que el teléfono no sonó'],
  ] as const;
  const parts = happened.filter(([times]) => times > 0);
  if (parts.length === 1) return `Lo intentamos ${often(tries)} y ${parts[0]?.[1]}.`;
  return `Lo intentamos ${often(tries)}: ${parts.map(([times, what]) => `${often(times)} ${what}`).join('; ')}.`;
}

export function callMissed(data: z.output<typeof CallMissed>): Letter {
  const { subjectName, notConnected, asked, time, timeInSpanish, url, unsubscribeUrl } = data;
  const at = `${timeInSpanish ?? time}, hora de ${subjectName}`;
  const rang = unansweredOf(data) > 0;
  const happened = whatHappened(data);
  const planned = rang ? `Llamamos a ${subjectName}` : `Queríamos llamar a ${subjectName}`;
  return {
    subject: rang ? `${subjectName} no contestó la llamada` : `No pudimos llamar a ${subjectName}`,
    preview: happened,
    paragraphs: [
      'Hola:',
      asked
        ? `Alguien nos pidió que llamáramos a ${subjectName} (${at}). ${happened}`
        : `${planned} a la hora que ustedes eligieron (${at}). ${happened}`,
      notConnected > 0 && !rang
        ? `Por favor, revise en los ajustes si el número de ${subjectName} sigue siendo correcto.`
        : 'No tiene que hacer nada.',
    ],
    action: { label: 'Abrir el libro', url },
    why: `Recibe este correo porque usted cuida el libro de ${subjectName}. En sus ajustes puede decir si quiere saber de las llamadas sin contestar.`,
    ...(unsubscribeUrl && {
      unsubscribe: { letters: 'correos sobre llamadas sin contestar', url: unsubscribeUrl },
    }),
  };
}

export function callsStopped(data: z.output<typeof CallsStopped>): Letter {
  const { subjectName, said, isNew, own, at, timeZone, url } = data;
  const isWrong = said === 'WRONG_NUMBER';
  const died = own ? 'que usted falleció' : `que ${subjectName} falleció`;
  const [to, of] = own ? ['usted', 'su número'] : [subjectName, `el número de ${subjectName}`];
  const until = own ? 'hasta que usted los reanude' : 'hasta que alguien a cargo del libro los reanude';
  const another = `si escribe otro número, la pausa termina, y ${own ? 'usted' : subjectName} tiene que aceptar de nuevo antes de que llamemos a ese número`;
  return {
    subject: own ? 'Las llamadas a usted están en pausa' : `Las llamadas a ${subjectName} están en pausa`,
    preview: 'Por favor, lea lo que se dijo por teléfono.',
    paragraphs: [
      'Hola:',
      `El ${dayOf(at, timeZone)} llamamos ${own ? 'a su número' : `al número de ${subjectName}`}. La persona que contestó dijo ${isWrong ? 'que el número está equivocado' : died}. No sabemos si es así: Evertold es una computadora y puede entender mal.`,
      isNew
        ? `Pusimos en pausa todas las llamadas y los mensajes de texto a ${to} ${until}.`
        : `Las llamadas y los mensajes de texto a ${to} ya estaban en pausa. Seguirán en pausa ${until}.`,
      isWrong
        ? `Por favor, revise en los ajustes ${of}. Si es correcto, elija allí «Resume» (reanudar)${isNew ? `; ${another}` : ''}. ${isNew ? 'Solo este libro está en pausa. Si' : 'Si'} otro libro tiene el mismo número, por favor revíselo también allí.`
        : 'Si no es así, elija «Resume» (reanudar) en los ajustes. Si es así, no tiene que hacer nada.',
    ],
    action: { label: 'Abrir los ajustes del libro', url },
    after: ['Todo lo que se contó se queda en el libro.'],
    why: own
      ? 'Recibe este correo porque el libro es suyo.'
      : `Recibe este correo porque usted cuida el libro de ${subjectName}.`,
  };
}

export function callerUnconfirmed({ subjectName, url }: z.output<typeof CallerUnconfirmed>): Letter {
  return {
    subject: `¿Era ${subjectName} quien llamó?`,
    preview: 'Alguien llamó y contó una historia. Usted puede decir quién era.',
    paragraphs: [
      'Hola:',
      `Alguien llamó a Evertold por el libro de ${subjectName} y contó algo. El número por sí solo no demuestra quién llama, así que todavía no se escribe nada en el libro.`,
      `Lea en el registro de llamadas lo que se contó y diga si era ${subjectName}.`,
    ],
    action: { label: 'Abrir la llamada', url },
    after: [`Si no era ${subjectName}, las palabras se borran 30 días después de que usted lo diga.`],
    why: `Recibe este correo porque usted cuida el libro de ${subjectName}.`,
  };
}

export function storyDeletedByPhone(data: z.output<typeof StoryDeletedByPhone>): Letter {
  const { subjectName, byHand, url } = data;
  return {
    subject: byHand
      ? `${subjectName} quiere quitar una historia del libro`
      : `${subjectName} borró una historia`,
    preview: byHand ? 'La escribió la familia.' : 'Se pidió por teléfono.',
    paragraphs: [
      'Hola:',
      byHand
        ? `Por teléfono, ${subjectName} pidió borrar una historia que escribió la familia. Ahora está oculta, y no se ha borrado nada de ella.`
        : `Por teléfono, ${subjectName} pidió borrar una historia. Ya nadie más puede leer esas palabras, y se borrarán dentro de 30 días.`,
    ],
    action: { label: 'Abrir el libro', url },
    why: `Recibe este correo porque usted cuida el libro de ${subjectName}.`,
  };
}
