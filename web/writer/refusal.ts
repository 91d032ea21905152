import { notify } from '#web/app/notify.ts';

/** The reason why a mutation changed nothing. */
export interface ChangeRefusal {
  message: string;
  issues?: readonly { path: string; message: string }[];
}

export const noAnswer: ChangeRefusal = { message: 'No answer came. Nothing was lost here: try again.' };

type Result = object | null | undefined;

/** The refusal in a mutation's result, or null when it succeeded. */
export function refusalIn(result: Result): ChangeRefusal | null {
  if (!result) return noAnswer;
  return 'message' in result && !('ok' in result) ? (result as unknown as ChangeRefusal) : null;
}

/** The problem with a field, in words. */
export function problemOf(refusal: ChangeRefusal | null, path: string): string | undefined {
  const issue = refusal?.issues?.find((each) => each.path === path || each.path.startsWith(`${path}.`));
  return issue && `${issue.message[0]?.toUpperCase()}${issue.message.slice(1)}`;
}

/** What is left of a refusal once the field with this problem is changed. */
export function withoutProblem(refusal: ChangeRefusal | null, path: string): ChangeRefusal | null {
  if (!refusal?.issues?.length) return refusal;
  const issues = refusal.issues.filter((each) => each.path !== path && !each.path.startsWith(`${path}.`));
  return issues.length > 0 ? { ...refusal, issues } : null;
}

/** What to say above a form: the refusal itself, unless it is said beside fields. */
export function summaryOf({ message, issues }: ChangeRefusal): string {
  return issues?.length ? 'Correct what is marked below.' : message;
}

/** Shows a refusal as a notice, where no form shows it. */
export function tell(refusal: ChangeRefusal): void {
  void notify('error', refusal.message);
}
