/** Password lengths, the same as on the server. */
export const passwordMin = 8;
export const passwordMax = 128;

export interface FieldErrors {
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

/** What is wrong with an email address, or undefined. */
export function emailProblem(email: string): string | undefined {
  const [, host] = /^[^\s@]+@([^\s@]+)$/.exec(email.trim()) ?? [];
  if (email.trim() === '') return 'Enter your email address';
  if (!host) return 'This should look like name@example.com';
  return host.includes('.') ? undefined : 'This address is missing its ending, like .com';
}

/** What is wrong with a new password, or undefined. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < passwordMin) return `Take at least ${passwordMin} characters`;
  return password.length > passwordMax ? `Take at most ${passwordMax} characters` : undefined;
}

/** Whether any field has an error. */
export function anyProblem(errors: FieldErrors): boolean {
  return Object.values(errors).some(Boolean);
}
