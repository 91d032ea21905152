/**
 * The maximum of attempts after each request. Their numbers go on after another request, so that no two attempts have the
 * same.
 */
const mostAttempts = 3;

/** Whether no attempt follows this one before the next request. */
export function isLastAttempt(attempt: number): boolean {
  return attempt > 0 && attempt % mostAttempts === 0;
}

/** The number after which the attempts of a new request begin. */
export function attemptsUntilAnew(attempt: number): number {
  return Math.ceil(attempt / mostAttempts) * mostAttempts;
}
