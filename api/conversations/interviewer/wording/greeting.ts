import { phrasesIn } from '../own-words.ts';
import type { TurnRequest } from '../request.ts';
import { touchesAvoided } from '../themes.ts';
import { HARD_TO_TELL } from '../weight.ts';
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

/** A reminder of last time: what the person spoke of then, else the title it was given. */
function lastTime(request: TurnRequest): string | null {
  const { avoidedThemes } = request.subject;
  const reminded = request.told.askedTexts.join(' ');
  const spoken = request.told.earlierWords
    .slice(0, 12)
    .flatMap((text) => (HARD_TO_TELL.test(text) ? [] : phrasesIn(text, 3)))
    .filter(
      ({ kind, text }) =>
        kind !== 'YEAR' &&
        kind !== 'THING' &&
        !reminded.includes(`about ${text}.`) &&
        !touchesAvoided(avoidedThemes, text),
    )
    .sort((a, b) => b.score - a.score)[0];
  if (spoken) return `Last time you told me about ${spoken.text}.`;
  const title = request.conversation.last?.title?.trim().replace(/[.!?]+$/, '');
  return title && wordCount(title) <= 6 && !touchesAvoided(avoidedThemes, title)
    ? `Last time you told me “${title}.”`
    : null;
}

/** The first words: who this is, that it is a computer, for whom it speaks, and that one may stop. */
export function greeting(request: TurnRequest): { long: string; short: string; memory: string | null } {
  const behalf = onWhoseBehalf(request);
  const speaks = SPEAKS[request.conversation.channel];
  const who = behalf ? `a computer, ${speaks} for ${behalf}` : 'a computer that listens';
  const again = request.conversation.number > 1;
  const short = again
    ? `Hello again, ${names(request)}. Evertold here, the computer${behalf ? `, for ${request.subject.onBehalfOf?.name}` : ''}.`
    : `Hello ${names(request)}, I’m Evertold, ${who}.`;
  const rights = again
    ? null
    : pick(['Skip or stop whenever you like.', 'You may skip or stop anytime.'], request.seed, 'rights');
  return { long: rights ? `${short} ${rights}` : short, short, memory: again ? lastTime(request) : null };
}
