import { notify } from '#web/app/notify.ts';

/** An answer of a change: what was asked for, or why nothing was changed. */
export interface Refusal {
  message: string;
  issues?: readonly { path: string; message: string }[];
}

export const noAnswer: Refusal = { message: 'No answer came. Nothing was lost here: try again.' };

type Result = object | null | undefined;

/** Why a change was refused; null when it was made. */
export function refusalIn(result: Result): Refusal | null {
  if (!result) return noAnswer;
  return 'message' in result && !('ok' in result) ? (result as unknown as Refusal) : null;
}

/** What is wrong with a field, in words. */
export function problemOf(refusal: Refusal | null, path: string): string | undefined {
  const issue = refusal?.issues?.find((each) => each.path === path || each.path.startsWith(`${path}.`));
  return issue && `${issue.message[0]?.toUpperCase()}${issue.message.slice(1)}`;
}

/** Says that a change was refused, where no form shows it. */
export function tell(refusal: Refusal): void {
  void notify('error', refusal.message);
}
