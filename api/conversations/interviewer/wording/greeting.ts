import type { TurnRequest } from '../request.ts';
import { pick, wordCount } from '../words.ts';

const SPEAKS = { PHONE: 'calling', SMS: 'writing', WEB: 'here' } as const;

/** “your daughter Anna”, “Anna”, or null when nobody stands behind the call but the subject. */
export function onWhoseBehalf(request: TurnRequest): string | null {
  const { onBehalfOf, isSelf } = request.subject;
  if (isSelf || !onBehalfOf) return null;
  return onBehalfOf.relationship
    ? `your ${onBehalfOf.relationship.toLowerCase()} ${onBehalfOf.name}`
    : onBehalfOf.name;
}

function names(request: TurnRequest): string {
  const { preferredName } = request.subject;
  const { togetherWith } = request.conversation;
  return togetherWith ? `${preferredName} and ${togetherWith}` : preferredName;
}

/** Ways of being reminded of last time, in the words of its title. */
function lastTime(request: TurnRequest): string | null {
  const title = request.conversation.last?.title?.trim().replace(/[.!?]+$/, '');
  if (!title || wordCount(title) > 8) return null;
  return pick(
    [`Last time you told me about “${title}.”`, `I have kept “${title}” from last time.`],
    request.seed,
    'last',
  );
}

/** The first words: who this is, that it is a computer, for whom it speaks, and that one may stop. */
export function greeting(request: TurnRequest): { long: string; short: string; memory: string | null } {
  const behalf = onWhoseBehalf(request);
  const speaks = SPEAKS[request.conversation.channel];
  const who = behalf ? `a computer, ${speaks} for ${behalf}` : 'a computer that listens';
  const again = request.conversation.number > 1;
  const short = again
    ? `Hello again, ${names(request)}. It’s Evertold, ${behalf ? `the computer, for ${request.subject.onBehalfOf?.name}` : 'the computer'}.`
    : `Hello ${names(request)}, I’m Evertold, ${who}.`;
  const rights = again
    ? null
    : pick(['Skip or stop whenever you like.', 'You may skip or stop anytime.'], request.seed, 'rights');
  return { long: rights ? `${short} ${rights}` : short, short, memory: again ? lastTime(request) : null };
}
