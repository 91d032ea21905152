import type { TurnPlan } from '../interviewer.ts';
import { nextCall } from '../next-call.ts';
import type { TurnRequest } from '../request.ts';
import { touchesAvoided } from '../themes.ts';
import { pick } from '../words.ts';
import { contracted } from './fill.ts';
import { spanishHearing } from './hearing.ts';
import { listOf, objectPronoun } from './people.ts';
import { bare } from './plain.ts';
import { spanishTopics } from './topics.ts';

/** “El martes a las 10:30 de la mañana” in the subject's time zone, or null. */
export function nextCallWords(request: TurnRequest): string | null {
  const call = nextCall(request);
  if (!call) return null;
  const { at, timeZone, day } = call;
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('es', { timeZone, ...options }).format(at);
  const time = timeOf(at, timeZone);
  if (day === 'TODAY') return `hoy ${time}`;
  if (day === 'TOMORROW') return `mañana ${time}`;
  const weekday = say({ weekday: 'long' });
  return day === 'WEEKDAY'
    ? `el ${weekday} ${time}`
    : `el ${weekday} ${say({ day: 'numeric', month: 'long' })} ${time}`;
}

/** “A las 10 de la mañana”, “a la 1:30 de la tarde”. */
export function timeOf(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(at);
  const [hour = 0, minute = 0] = parts.split(':').map(Number);
  const said = hour % 12 === 0 ? 12 : hour % 12;
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  if (hour === 12 && minute === 0) return 'al mediodía';
  const part = hour < 12 ? 'de la mañana' : hour < 19 ? 'de la tarde' : 'de la noche';
  return `${said === 1 ? 'a la' : 'a las'} ${said}${minutes} ${part}`;
}

const NOT_PLEASANT = /\b(?:guerra|hospital|enferm\w+|murio|muerte|perdi|carcel|accidente)\b/;

/** Something pleasant from this conversation to give thanks for; nothing heavy and nothing private. */
function pleasant(request: TurnRequest): string | null {
  const light = request.history
    .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
    .map((turn) => turn.text ?? '')
    .filter((text) => !NOT_PLEASANT.test(bare(text)) && !spanishHearing.isHard(text));
  const weight = new Map<string, number>();
  for (const topic of light.flatMap((text) => spanishTopics(text, request.subject.people).slice(0, 3)))
    if (topic.kind !== 'MATTER' && !touchesAvoided(request.subject.avoidedThemes, topic.plainText, [], 'es'))
      weight.set(topic.plainText, (weight.get(topic.plainText) ?? 0) + topic.score);
  return [...weight].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The parts of a farewell, the dispensable ones first. */
export function farewell(plan: TurnPlan, request: TurnRequest) {
  const { preferredName } = request.subject;
  const { togetherWith, channel } = request.conversation;
  const end = plan.effects.find((effect) => effect.effect === 'END');
  const forGood = end?.reason === 'ASKED_FOR_GOOD' || end?.reason === 'CONSENT_WITHDRAWN';
  const who = togetherWith ? listOf([preferredName, togetherWith]) : preferredName;
  const you = objectPronoun(request.subject);
  if (forGood) {
    return {
      thanks: `Claro, ${who}.`,
      recall: null,
      next: channel === 'SMS' ? 'No vuelvo a escribirle.' : `No vuelvo a llamar${you}.`,
      bye: 'Gracias por todo lo que me contó. Adiós.',
    };
  }
  const recall = pleasant(request);
  const when = nextCallWords(request);
  const limit = end?.reason === 'TIME_LIMIT' || end?.reason === 'QUESTION_LIMIT';
  const acts = {
    SMS: 'Le escribo',
    PHONE: `${you === 'le' ? 'Le' : you === 'la' ? 'La' : 'Lo'} llamo`,
    WEB: 'Vuelvo',
  };
  return {
    thanks: pick(
      [
        `Gracias, ${who}.`,
        `Gracias por hoy, ${who}.`,
        ...(limit ? [] : [`Claro, ${who}.`, `Con gusto, ${who}.`]),
      ],
      request.seed,
      'thanks',
    ),
    recall: recall
      ? contracted(
          pick([`Gracias por contarme de ${recall}.`, `Hoy me contó de ${recall}.`], request.seed, 'recall'),
        )
      : null,
    next: when ? `${acts[channel]} ${when}.` : null,
    bye: pick(
      limit
        ? ['Aquí lo dejamos por hoy. Hasta luego.', 'Por hoy lo dejamos aquí. Hasta luego.']
        : ['Que descanse. Hasta luego.', 'Que esté muy bien. Hasta luego.'],
      request.seed,
      'bye',
    ),
  };
}
