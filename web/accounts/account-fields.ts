/** Lengths of a password, as the server has them. */
export const passwordMin = 8;
export const passwordMax = 128;

export interface FieldErrors {
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

/** What is plainly wrong with an address, in words; undefined when nothing is. */
export function emailProblem(email: string): string | undefined {
  const [, host] = /^[^\s@]+@([^\s@]+)$/.exec(email.trim()) ?? [];
  if (email.trim() === '') return 'Enter your email address';
  if (!host) return 'This should look like name@example.com';
  return host.includes('.') ? undefined : 'This address is missing its ending, like .com';
}

/** What is wrong with a new password. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < passwordMin) return `Take at least ${passwordMin} characters`;
  return password.length > passwordMax ? `Take at most ${passwordMax} characters` : undefined;
}

/** Whether anything is wrong. */
export function anyProblem(errors: FieldErrors): boolean {
  return Object.values(errors).some(Boolean);
}
