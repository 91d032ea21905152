import type { Subject } from '#api/generated/prisma/client.ts';
import type { Home } from './home.ts';

const homes = new WeakMap<object, Home>();

/** Keeps what was read along with a subject for as long as that very row is in use. */
export function keepHome(subject: Subject, home: Home): Subject {
  homes.set(subject, home);
  return subject;
}

/** What was read along with this row; its fields load for themselves what was not. */
export function homeOf(subject: object): Home | undefined {
  return homes.get(subject);
}
