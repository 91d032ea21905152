import type { TurnRequest } from '../request.ts';
import { normalise } from '../words.ts';

/** What the interviewer says in about two conversations. */
const TWO_CONVERSATIONS = 30;

/** Whether a form, whatever stood in it, has not been used in this conversation and the one before. */
export function freshForms(request: TurnRequest): (form: string) => boolean {
  const recent = request.told.askedTexts.slice(-TWO_CONVERSATIONS);
  const now = request.history.flatMap((turn) => (turn.role === 'assistant' && turn.text ? [turn.text] : []));
  const said = normalise([...recent, ...now].join(' | '));
  return (form) => {
    const [before = '', after = ''] = form.split('{x}').map(normalise);
    const fixed = new RegExp(
      `\\b${before}${form.includes('{x}') ? `(?: \\p{L}+){1,5}?${after ? ` ?${after}` : ''}` : ''}(?= |$)`,
      'u',
    );
    return !fixed.test(said);
  };
}
