import type { TurnPlan } from '../interviewer.ts';
import { nextCall } from '../next-call.ts';
import type { TurnRequest } from '../request.ts';
import { topicsIn } from '../text-analysis/topics.ts';
import { touchesAvoided } from '../themes.ts';
import { pick } from '../words.ts';

/** “on Tuesday at 10:30 AM” in the subject's time zone, or null. */
export function nextCallWords(request: TurnRequest): string | null {
  const call = nextCall(request);
  if (!call) return null;
  const { at, timeZone, day } = call;
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(at);
  const time = say({ hour: 'numeric', minute: '2-digit' }).replace(':00', '');
  if (day === 'TODAY') return `today at ${time}`;
  if (day === 'TOMORROW') return `tomorrow at ${time}`;
  return `on ${say(day === 'WEEKDAY' ? { weekday: 'long' } : { weekday: 'long', month: 'long', day: 'numeric' })} at ${time}`;
}

/** Something pleasant from this conversation to give thanks for; nothing heavy and nothing private. */
function pleasant(request: TurnRequest): string | null {
  const openTexts = request.history
    .filter((turn) => turn.role === 'user' && turn.text && !turn.private)
    .map((turn) => turn.text ?? '');
  const light = openTexts.filter(
    (text) => !/\b(?:died|dead|death|killed|funeral|cancer|war|lost|grave|sick|hospital)\b/i.test(text),
  );
  const weight = new Map<string, number>();
  for (const topic of light.flatMap((text) => topicsIn(text, request.subject.people).slice(0, 3)))
    if (!touchesAvoided(request.subject.avoidedThemes, topic.text))
      weight.set(topic.text, (weight.get(topic.text) ?? 0) + topic.score);
  return [...weight].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The parts of a farewell, the dispensable ones first. */
export function farewell(
  plan: TurnPlan,
  request: TurnRequest,
): { thanks: string; recall: string | null; next: string | null; bye: string } {
  const { preferredName } = request.subject;
  const { togetherWith, channel } = request.conversation;
  const end = plan.effects.find((effect) => effect.effect === 'END');
  const forGood = end?.reason === 'ASKED_FOR_GOOD' || end?.reason === 'CONSENT_WITHDRAWN';
  const who = togetherWith ? `${preferredName} and ${togetherWith}` : preferredName;
  if (forGood) {
    const word = channel === 'SMS' ? 'write' : 'call';
    return {
      thanks: `Of course, ${who}.`,
      recall: null,
      next: `I won’t ${word} again.`,
      bye: 'Thank you for everything you told me. Goodbye.',
    };
  }
  const recall = pleasant(request);
  const when = nextCallWords(request);
  const limit = end?.reason === 'TIME_LIMIT' || end?.reason === 'QUESTION_LIMIT';
  return {
    thanks: pick(
      [
        `Thank you, ${who}.`,
        `Thank you for today, ${who}.`,
        ...(limit ? [] : [`Of course, ${who}.`, `Gladly, ${who}.`]),
      ],
      request.seed,
      'thanks',
    ),
    recall: recall
      ? pick(
          [`Thank you for telling me about ${recall}.`, `Today you told me about ${recall}.`],
          request.seed,
          'recall',
        )
      : null,
    next: when
      ? `I’ll ${channel === 'SMS' ? 'write' : channel === 'PHONE' ? 'call' : 'be back'} ${when}.`
      : null,
    bye: pick(
      limit
        ? ['Let’s leave it there for today. Goodbye.', 'That’s a good place to rest. Goodbye.']
        : ['Rest well, and goodbye.', 'Take good care. Goodbye.'],
      request.seed,
      'bye',
    ),
  };
}
