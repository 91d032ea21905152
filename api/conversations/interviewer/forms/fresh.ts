import type { TurnRequest } from '../request.ts';
import { normalise } from '../words.ts';

/** About as many texts as the interviewer says in two conversations. */
const TWO_CONVERSATIONS = 30;

/** Returns a test whether a form, with any topic in it, is unused in this conversation and the one before. */
export function freshForms(request: TurnRequest): (form: string) => boolean {
  return unusedIn([...request.told.askedTexts.slice(-TWO_CONVERSATIONS), ...spokenIn(request)]);
}

/** Returns a test whether a form, with any topic in it, is unused in this conversation. */
export function formsFreshHere(request: TurnRequest): (form: string) => boolean {
  return unusedIn(spokenIn(request));
}

const spokenIn = ({ history }: TurnRequest) =>
  history.flatMap((turn) => (turn.role === 'assistant' && turn.text ? [turn.text] : []));

function unusedIn(texts: readonly string[]): (form: string) => boolean {
  const said = normalise(texts.join(' | '));
  return (form) => !new RegExp(`\\b${patternOf(form)}(?= |$)`, 'u').test(said);
}

/** {was} and similar placeholders stand for one short word; {x} may stand for several words. */
function patternOf(form: string): string {
  return form
    .split(/(\{\w+\})/)
    .map((part) => {
      if (/^\{(?:was|is|in|era|fue|es)\}$/.test(part)) return '\\p{L}+';
      return part.startsWith('{') ? '\\p{L}+(?: \\p{L}+){0,11}?' : normalise(part);
    })
    .filter(Boolean)
    .join(' ');
}
