import type { Subject } from '#api/generated/prisma/client.ts';
import type { Home } from './home.ts';

const homes = new WeakMap<object, Home>();

/** Attaches preloaded parts to a subject's row, as long as the row is in use. */
export function keepHome(subject: Subject, home: Home): Subject {
  homes.set(subject, home);
  return subject;
}

/** The preloaded parts of this row; fields load missing ones themselves. */
export function homeOf(subject: object): Home | undefined {
  return homes.get(subject);
}
