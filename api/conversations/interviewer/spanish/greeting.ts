import { topicOfLastTime } from '../last-time.ts';
import type { TurnRequest } from '../request.ts';
import { pick, saysWords, wordCount } from '../words.ts';
import { contracted } from './fill.ts';
import { spanishHearing } from './hearing.ts';
import { isPerson } from './nouns.ts';
import { listOf, onWhoseBehalf } from './people.ts';
import { bare } from './plain.ts';
import { type SpanishTopic, spanishTopics } from './topics.ts';

const SPEAKS = { PHONE: 'Le habla', SMS: 'Le escribe', WEB: 'Soy' } as const;
const SPEAKS_AGAIN = { PHONE: 'Habla', SMS: 'Escribe', WEB: 'Soy' } as const;
const SPEAKS_FOR = { PHONE: 'Le hablo', SMS: 'Le escribo', WEB: 'Estoy aquí' } as const;

/** “Le hablo de parte de su hija Ana.” */
export function forWhom(request: TurnRequest) {
  const behalf = onWhoseBehalf(request);
  const name = request.subject.onBehalfOf?.name;
  if (!behalf || !name) return null;
  const said = [behalf, name].flatMap((who) => [
    `de parte de ${who}`,
    `en nombre de ${who}`,
    `${who} me pidió`,
  ]);
  return {
    sentence: `${SPEAKS_FOR[request.conversation.channel]} de parte de ${behalf}.`,
    isSaidIn: (text: string) => said.some((words) => saysWords(bare(text), bare(words))),
  };
}

function personNames({ subject, conversation }: TurnRequest): string {
  const { togetherWith } = conversation;
  return togetherWith ? listOf([subject.preferredName, togetherWith]) : subject.preferredName;
}

/**
 * Short, so that a question fits beside them after the greeting, and of the past in every hearing: “hablamos de” may mean
 * “we talk about”.
 */
const REMINDERS = ['Hablábamos de {x}.', 'Platicábamos de {x}.'] as const;
/** Also the words in which earlier conversations reminded. */
const REMINDER = /\b(?:la vez pasada|la ultima vez|la otra vez|hablamos de|hablabamos de|platicabamos de)\b/;

const YOURS: Record<string, string> = {
  mi: 'su',
  mis: 'sus',
  nuestro: 'su',
  nuestra: 'su',
  nuestros: 'sus',
  nuestras: 'sus',
};

/** A conversation's title as it fits into our sentence, or null if it is more than a noun phrase. */
function titleInSentence(title: string): string | null {
  const whole = title.trim().replace(/[.!?]+$/, '');
  if (wordCount(whole) > 6 || !/^(?:el|la|los|las|mi|mis|nuestr[oa]s?) /i.test(whole)) return null;
  if (/\b(?:era|eran|fue|fui|estaba|tenia|habia|es|son|yo|cuando|como|que|quien)\b/.test(bare(whole)))
    return null;
  const first = whole.charAt(0).toLowerCase() + whole.slice(1);
  return first.replace(/\p{L}+/gu, (word) => YOURS[word.toLowerCase()] ?? word);
}

const canBeNamed = ({ kind, name, own }: SpanishTopic) =>
  kind !== 'MATTER' && (!isPerson(kind) || name !== null || own);

/** A reminder of the last conversation. */
function lastTime(request: TurnRequest): string | null {
  const about = topicOfLastTime(request, {
    isReminder: (text) => REMINDER.test(bare(text)),
    isHard: spanishHearing.isHard,
    topicsOf: (words, people) =>
      spanishTopics(words, people)
        .filter(canBeNamed)
        .map(({ plainText, score }) => ({ text: plainText, score })),
    titleInSentence,
  });
  if (!about) return null;
  return contracted(
    pick(REMINDERS, request.seed, `reminder${request.conversation.number}`).replace('{x}', about),
  );
}

const HELLOS = ['Hola de nuevo, {x}.', '{part}, {x}.', 'Hola, {x}.'] as const;

function hello(request: TurnRequest): string {
  const { timeZone } = request.subject;
  const hour = Number(
    new Intl.DateTimeFormat('en-US', {
      timeZone: timeZone ?? 'UTC',
      hour: 'numeric',
      hourCycle: 'h23',
    }).format(request.now),
  );
  const part = hour < 12 ? 'Buenos días' : hour < 19 ? 'Buenas tardes' : 'Buenas noches';
  const options = timeZone ? HELLOS : HELLOS.filter((text) => !text.includes('{part}'));
  const at = (request.conversation.number + request.seed) % options.length;
  return (options[at] ?? HELLOS[0]).replace('{part}', part).replace('{x}', personNames(request));
}

export function greeting(request: TurnRequest): { long: string; short: string; memory: string | null } {
  const behalf = onWhoseBehalf(request);
  const speaks = SPEAKS[request.conversation.channel];
  const name = request.subject.onBehalfOf?.name;
  if (request.conversation.number > 1) {
    const again = SPEAKS_AGAIN[request.conversation.channel];
    const short = `${hello(request)} ${again} Evertold, la computadora${behalf ? `, de parte de ${name}` : ''}.`;
    return { long: short, short, memory: lastTime(request) };
  }
  const who = behalf ? `una computadora, de parte de ${behalf}` : 'una computadora que escucha historias';
  const short = `Hola, ${personNames(request)}. ${speaks} Evertold, ${who}.`;
  const rights = pick(
    ['Puede saltarse preguntas o parar cuando quiera.', 'Puede parar o saltarse preguntas cuando guste.'],
    request.seed,
    'rights',
  );
  return { long: `${short} ${rights}`, short, memory: null };
}
