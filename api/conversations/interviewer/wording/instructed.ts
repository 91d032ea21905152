import { storyText } from '#api/dialogue-acts/story-text.ts';
import type { HistoryTurn, TurnRequest } from '../request.ts';
import { topicsIn } from '../text-analysis/topics.ts';
import { touchesAvoided } from '../themes.ts';
import { HARD_TO_TELL } from '../weight.ts';
import { plain } from '../words.ts';

const CALL_ME =
  /\b[Cc](?:all me|alls? me) (?!when|back|again|at|on|after|before|tomorrow|later)((?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+|(?:mr|mrs|ms|miss|dr)\.? [\p{L}'’-]+)/u;
const TITLE = /^(?:mr|mrs|ms|miss|dr)\b/;

/** The name that the person asked to be called by in this conversation: “call me Mick”. */
export function saidName(history: readonly HistoryTurn[]): string | null {
  for (const { role, text, private: isPrivate, told } of [...history].reverse()) {
    if (role !== 'user' || !text || isPrivate) continue;
    const name = CALL_ME.exec(text)?.[1];
    // “They call me Mick” is a part of a story.
    if (!name || (told ?? storyText(text)).includes(name)) continue;
    return TITLE.test(name) ? name.replace(/(?<=^|[ .])\p{L}/gu, (letter) => letter.toUpperCase()) : name;
  }
  return null;
}

const READ_BACK =
  /\b(?:read|play|say|tell)\b.{0,20}\b(?:back|again)\b|\bwhat (?:have you|you've|you have) got\b|\bwhat did i (?:say|tell you) so far\b/;
const SOUND =
  /\b(?:loud(?:er)?|quiet(?:er)?|volume|turn (?:yourself|it|that|the sound) (?:up|down)|speak up|shout|slow(?:er|ly| down)?|fast(?:er)?)\b/;
const SPELLING =
  /\b(?:spel(?:l|ls|led|t|ling)|double \p{L}\b|with (?:a|an|one|two|three|the) \p{L}s?\b|(?:\b\p{L}\b[ ,.-]*){3,}|at the (?:front|end) of (?:that|it))/u;

/** Answers an instruction with what is done about it, and no more. */
export function instructedWords(request: TurnRequest): string {
  const { heard, history, conversation } = request;
  const text = history.at(-1)?.text ?? '';
  const said = plain(text);
  const name = saidName(history.slice(-1));
  if (name) return `Of course, ${name}. I’ll call you that in this talk.`;
  if (READ_BACK.test(said)) return toldSoFar(request);
  if (SOUND.test(said))
    return conversation.channel === 'PHONE'
      ? 'I can’t change my voice, but your phone can make me louder. I’ll keep it short.'
      : 'I can’t change how I sound, but I’ll keep it short.';
  if (SPELLING.test(said)) return 'Thank you. I keep the spelling with what you told me.';
  if (heard?.privateScope) return 'That stays private.';
  return 'Thank you. I keep that with what you told me.';
}

const MOST_TOPICS = 3;

/** Names the topics that the person told in this conversation. */
function toldSoFar({ history, subject }: TurnRequest): string {
  const told = history
    .slice(0, -1)
    .filter((turn) => turn.role === 'user' && !turn.private && !HARD_TO_TELL.test(turn.text ?? ''))
    .flatMap((turn) => topicsIn(turn.told ?? turn.text ?? '', subject.people).slice(0, 1))
    .filter(({ hearsay, text }) => !hearsay && !touchesAvoided(subject.avoidedThemes, text))
    .map(({ text }) => text);
  const topics = [...new Set(told)].slice(-MOST_TOPICS);
  if (topics.length === 0)
    return 'There is nothing yet that I could read back. All you tell me is kept as you say it.';
  return `So far you told me about ${new Intl.ListFormat('en-GB').format(topics)}.`;
}
