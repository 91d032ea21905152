import { log } from '#api/platform/log.ts';
import { placesHere } from '#api/platform/observability/failure.ts';

/** Fixed messages of the library that may be logged; all others may contain an address. */
const sayings = [
  'Invalid callbackURL',
  'Invalid redirectURL',
  'Invalid errorCallbackURL',
  'Invalid newUserCallbackURL',
  'Invalid origin',
  'Blocked cross-site navigation login attempt',
  'User not found',
  'Password not found',
  'Invalid password',
  'Failed to create user',
  'Failed to create session',
  'Email is the same',
  'Rate limiting could not determine a client IP',
];

/** Receives the library's log, which may contain addresses or links; ours contains only the position. */
export function hearLibrary(_level: string, message: string, ...about: unknown[]) {
  const said = sayings.find((saying) => message.startsWith(saying));
  const error = about.find((each) => each instanceof Error);
  const at = placesHere().filter((place) => place.includes('better-auth/'));
  log.warn({ ...(said && { said }), ...(error && { error }), at: at.slice(0, 3) }, 'accounts');
}
