import type { TurnRequest } from '../request.ts';
import { normalise } from '../words.ts';

/** What the interviewer says in about two conversations. */
const TWO_CONVERSATIONS = 30;

/** Whether a form, whatever stood in it, has not been used in this conversation and the one before. */
export function freshForms(request: TurnRequest): (form: string) => boolean {
  const recent = request.told.askedTexts.slice(-TWO_CONVERSATIONS);
  const now = request.history.flatMap((turn) => (turn.role === 'assistant' && turn.text ? [turn.text] : []));
  const said = normalise([...recent, ...now].join(' | '));
  return (form) => !new RegExp(`\\b${patternOf(form)}(?= |$)`, 'u').test(said);
}

/** A small word stands in {was} and its like, several may stand in {x}. */
function patternOf(form: string): string {
  return form
    .split(/(\{\w+\})/)
    .map((part) => {
      if (/^\{(?:was|is|in)\}$/.test(part)) return '\\p{L}+';
      return part.startsWith('{') ? '\\p{L}+(?: \\p{L}+){0,11}?' : normalise(part);
    })
    .filter(Boolean)
    .join(' ');
}
