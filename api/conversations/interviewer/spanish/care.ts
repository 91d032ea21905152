import { type ComfortWords, comfort } from '../comfort.ts';
import { dangerFacts } from '../help.ts';
import type { TurnPlan } from '../interviewer.ts';
import { type ConsentKind, doubtedConsents } from '../mind.ts';
import type { TurnRequest } from '../request.ts';
import { pick } from '../words.ts';
import { timeOf } from './closing.ts';
import { instructedWords } from './instructed.ts';
import { objectPronoun } from './people.ts';
import { bare } from './plain.ts';
import { promiseOf } from './promise.ts';

/** Where a person in despair is listened to in Spanish, by country. */
const HELP_LINE: Record<string, string> = {
  US: 'llame al 988 y marque 2',
  PR: 'llame al 988 y marque 2',
  MX: 'llame al 800 911 2000',
  ES: 'llame al 024',
  AR: 'llame al 0800 345 1435',
  CL: 'llame al *4141',
  CO: 'llame al 192, opción 4',
  PE: 'llame al 113, opción 5',
  UY: 'llame al 0800 0767',
  EC: 'llame al 171, opción 6',
};
/** Where an ambulance has another number than the police. */
const AMBULANCE: Record<string, string> = {
  AR: '107',
  CL: '131',
  PE: '106',
  BO: '118',
  GT: '122',
  CU: '104',
};

/** Where to get help, the essentials first. An effect notifies the owner, and the person is told so. */
export function crisisWords(plan: TurnPlan, request: TurnRequest): string[] {
  const { country, emergency, about, again } = dangerFacts(plan, request);
  const number = emergency ? `al ${emergency}` : 'al número de emergencias de su país';
  const note = request.subject.isSelf ? null : 'Le aviso a su familia.';
  if (about === 'MEDICAL') {
    const ambulance = country ? AMBULANCE[country] : undefined;
    return [
      `Por favor llame ya ${ambulance ? `al ${ambulance}` : number}, o a alguien cerca.`,
      again ? 'Yo no puedo llamar por usted.' : 'Soy una computadora y no puedo llamar por usted.',
      note ?? '',
    ];
  }
  if (about === 'VIOLENCE') {
    return [
      again ? 'Aquí sigo con usted.' : 'Nadie tiene derecho a lastimarle.',
      `Si hay peligro ahora, por favor llame ${number}.`,
      note ?? '',
    ];
  }
  const line = country ? HELP_LINE[country] : undefined;
  const help = line
    ? `Por favor ${line}, o ${number} si hay peligro.`
    : `Por favor llame ya ${number}, o a una línea de ayuda.`;
  return [
    again ? 'Aquí sigo con usted.' : 'Gracias por decírmelo.',
    help,
    note ?? 'Por favor, dígaselo a alguien de confianza.',
  ];
}

const COMFORT: ComfortWords = {
  sorry: ['Eso es mucho para una persona.', 'Se oye lo mucho que significa.', 'Gracias por confiarme eso.'],
  choices: [
    'Podemos hacer una pausa, hablar de algo más ligero o parar por hoy. ¿Qué prefiere?',
    '¿Quiere una pausa, otra historia, o parar por hoy?',
    '¿Hacemos una pausa, hablamos de otra cosa, o paramos por hoy?',
    'No hay prisa. ¿Hacemos una pausa, o hablamos de algo más ligero?',
  ],
  offer: 'Podemos hacer una pausa, hablar de algo más ligero o parar, como usted quiera.',
  leaves: 'Claro. Eso lo dejamos.',
  afterCrisis: 'Aquí estoy, y no hay prisa.',
};

export function comfortWords(request: TurnRequest, used: (text: string) => boolean): string[] {
  return comfort(COMFORT, request, used);
}

/** For each withdrawn consent, what we stop doing. */
const WITHDRAWN: Record<ConsentKind, string> = {
  CALLS: 'No vuelvo a llamar.',
  SMS: 'No mando más mensajes.',
  RECORDING: 'No se guarda la voz.',
  AI_WRITING: 'No se escribe nada más.',
  SHARING: 'Nadie más puede leerlo.',
};

/** Asks which consent the person wants to withdraw. */
export function confirmWithdrawal(request: TurnRequest): string {
  const you = objectPronoun(request.subject);
  const doubted: Record<ConsentKind, string> = {
    CALLS: `¿Quiere que deje de llamar${you} para siempre?`,
    SMS: '¿Quiere que deje de mandarle mensajes?',
    RECORDING: '¿Quiere que deje de guardar la voz?',
    AI_WRITING: '¿Quiere que deje de escribir el libro?',
    SHARING: '¿Quiere que su familia ya no vea sus historias?',
  };
  const [kind] = doubtedConsents(request.heard?.reading ?? { spans: [] });
  return kind ? doubted[kind] : '¿Quiere que deje de hacer algo? Dígame qué.';
}

/** What we say about ourselves when asked, or about a wish that was just carried out. */
export function reassurance(request: TurnRequest, behalf: string | null): string {
  const heard = request.heard;
  const withdrawn = heard?.withdraws ?? [];
  if (withdrawn.length > 0) return `Claro. ${withdrawn.map((kind) => WITHDRAWN[kind]).join(' ')}`;
  const promise = promiseOf(request);
  if (promise) return promise;
  if (!heard?.about && heard?.intents.includes('INSTRUCTS')) return instructedWords(request);
  const forWhom = behalf ? ` Hablo de parte de ${behalf}.` : '';
  const asked = bare(request.history.at(-1)?.text ?? '');
  switch (heard?.about) {
    case 'COMPUTER':
      return `Sí, soy una computadora: el entrevistador automático de Evertold.${forWhom}`;
    case 'PRIVACY':
      return request.subject.isSelf
        ? 'Lo que dice se escribe para usted. Solo lo lee la gente con quien usted lo comparte.'
        : 'Lo que cuenta se escribe para usted y la gente que usted quiera. Si algo es privado, dígamelo.';
    case 'PRACTICAL':
      if (/\bque hora(?:s)? (?:es|son)\b/.test(asked)) return timeNow(request);
      return `Hablamos ${request.conversation.limits.minutes} minutos como mucho, y puede parar cuando quiera. No hay manera equivocada.`;
    case 'MONEY':
      return 'Nunca pido dinero, ni números, ni tarjetas. Yo solo reúno sus historias.';
    case 'OURSELVES':
      return ofOurselves(request, asked);
    case 'PURPOSE':
      return behalf
        ? `Reúno sus historias para hacer un libro, de parte de ${behalf}.`
        : 'Reúno sus historias para hacer un libro.';
    default:
      if (/\bquien (?:le|te) (?:dijo|conto)|\bcomo (?:lo )?sabe\b/.test(asked))
        return 'Solo sé lo que usted y su familia me contaron.';
      return `Soy el entrevistador automático de Evertold, una computadora.${forWhom}`;
  }
}

function timeNow({ now, subject }: TurnRequest): string {
  if (!subject.timeZone) return 'No puedo saber qué hora es donde usted está.';
  const at = timeOf(now, subject.timeZone);
  if (at === 'al mediodía') return 'Es mediodía donde usted está.';
  return `${at.startsWith('a la ') ? at.replace('a la ', 'Es la ') : at.replace('a las ', 'Son las ')} donde usted está.`;
}

/** The answer when asked as if we were a person: a computer doesn't pretend to have a life. */
function ofOurselves(request: TurnRequest, asked: string): string {
  if (/\b(?:ahi|me (?:oye|oyes|escucha|escuchas)|sigue (?:ahi|conmigo))\b/.test(asked))
    return 'Aquí estoy, y oigo bien.';
  if (/\b(?:su nombre|como se llama|tu nombre|como te llamas)\b/.test(asked))
    return 'Me llamo Evertold. Soy una computadora.';
  if (/\b(?:opina|opinas|piensa|piensas|cree|crees|parece)\b/.test(asked))
    return 'Soy una computadora, y lo que va en el libro es lo que usted piensa.';
  const ways = [
    'Soy una computadora: no tengo vida que contar. Estoy para escuchar la suya.',
    'Una computadora no tiene nada de eso. Por eso le escucho a usted.',
    'Gracias por preguntar. Soy una computadora, así que no hay nada que contar.',
  ];
  return pick(ways, request.seed, `ourselves${request.history.length}`);
}

const CONFIRM = [
  '¿Quiere decir por hoy, o para siempre?',
  '¿Paramos por hoy, o para siempre?',
  '¿Es por hoy, o para siempre?',
  '¿Lo dejamos por hoy, o para siempre?',
] as const;

export function confirmStop(used: (text: string) => boolean): string {
  return CONFIRM.find((question) => !used(question)) ?? 'Dígame solamente si es por hoy o para siempre.';
}
