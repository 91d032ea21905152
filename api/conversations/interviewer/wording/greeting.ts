import { topicOfLastTime } from '../last-time.ts';
import type { TurnRequest } from '../request.ts';
import { isPerson } from '../text-analysis/lexicon.ts';
import { secondPerson } from '../text-analysis/second-person.ts';
import { type Topic, topicsIn } from '../text-analysis/topics.ts';
import { HARD_TO_TELL } from '../weight.ts';
import { pick, plain, saysWords, wordCount } from '../words.ts';

const SPEAKS = { PHONE: 'calling', SMS: 'writing', WEB: 'here' } as const;

/** The member on whose behalf we call: “your daughter Anna” or “Anna”; null when the subject acts alone. */
export function onWhoseBehalf(request: TurnRequest): string | null {
  const { onBehalfOf, isSelf } = request.subject;
  if (isSelf || !onBehalfOf) return null;
  return onBehalfOf.relationship
    ? `your ${onBehalfOf.relationship.toLowerCase()} ${onBehalfOf.name}`
    : onBehalfOf.name;
}

/** “I’m calling for your daughter Anna.” */
export function forWhom(request: TurnRequest) {
  const behalf = onWhoseBehalf(request);
  const name = request.subject.onBehalfOf?.name;
  if (!behalf || !name) return null;
  const said = [behalf, name].flatMap((who) => [`for ${who}`, `behalf of ${who}`, `${who} asked me`]);
  return {
    sentence: `I’m ${SPEAKS[request.conversation.channel]} for ${behalf}.`,
    isSaidIn: (text: string) => said.some((words) => saysWords(plain(text), plain(words))),
  };
}

function personNames(request: TurnRequest): string {
  const { preferredName } = request.subject;
  const { togetherWith } = request.conversation;
  return togetherWith ? `${preferredName} and ${togetherWith}` : preferredName;
}

const REMINDERS = [
  'Last time you told me about {x}.',
  'Last time we spoke of {x}.',
  'We left off with {x}.',
] as const;

/** A conversation's title as it fits into our sentence, or null if it is more than a noun phrase. */
function titleInSentence(title: string): string | null {
  const bare = title.trim().replace(/[.!?]+$/, '');
  if (wordCount(bare) > 6 || !/^(?:the|a|an|my|our) /i.test(bare)) return null;
  if (/\b(?:he|she|they|it|we|i|was|were|is|are|had|did|when|how|that|which|who)\b/i.test(bare)) return null;
  return secondPerson(bare.charAt(0).toLowerCase() + bare.slice(1));
}

/** A reminder of the last conversation. */
function lastTime(request: TurnRequest): string | null {
  const about = topicOfLastTime(request, {
    isReminder: (text) => REMINDER.test(text),
    isHard: (text) => HARD_TO_TELL.test(text),
    topicsOf: (words, people) => topicsIn(words, people).filter(canBeNamed),
    titleInSentence,
  });
  if (!about) return null;
  return pick(REMINDERS, request.seed, `reminder${request.conversation.number}`).replace('{x}', about);
}

/** “We left off with the girls” reminds nobody of a story. */
const canBeNamed = ({ kind, name, own }: Topic) =>
  kind !== 'MATTER' && (!isPerson(kind) || kind === 'NAMED' || name !== null || own);

const REMINDER = /\b(?:last time|have thought of|left off with)\b/i;

const HELLOS = ['Hello again, {x}.', 'Good {part}, {x}.', 'Hello, {x}.'] as const;
const PARTS = [
  [12, 'morning'],
  [18, 'afternoon'],
  [24, 'evening'],
] as const;

/** A greeting that varies, by the time of day in the subject's time zone. */
function hello(request: TurnRequest): string {
  const { timeZone } = request.subject;
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone ?? 'UTC',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const part = PARTS.find(([end]) => Number(hour.format(request.now)) < end)?.[1] ?? 'evening';
  const options = timeZone ? HELLOS : HELLOS.filter((text) => !text.includes('{part}'));
  const at = (request.conversation.number + request.seed) % options.length;
  return (options[at] ?? HELLOS[0]).replace('{part}', part).replace('{x}', personNames(request));
}

/**
 * The first words: who this is, that it is a computer, on whose behalf it speaks, and that the person may
 * stop.
 */
export function greeting(request: TurnRequest): { long: string; short: string; memory: string | null } {
  const behalf = onWhoseBehalf(request);
  const speaks = SPEAKS[request.conversation.channel];
  const who = behalf ? `a computer, ${speaks} for ${behalf}` : 'a computer that listens';
  const again = request.conversation.number > 1;
  const short = again
    ? `${hello(request)} ${pick(['Evertold here, the computer', 'It’s Evertold, the computer'], request.seed, `here${request.conversation.number}`)}${behalf ? `, for ${request.subject.onBehalfOf?.name}` : ''}.`
    : `Hello ${personNames(request)}, I’m Evertold, ${who}.`;
  const rights = again
    ? null
    : pick(['Skip or stop whenever you like.', 'You may skip or stop anytime.'], request.seed, 'rights');
  return { long: rights ? `${short} ${rights}` : short, short, memory: again ? lastTime(request) : null };
}
