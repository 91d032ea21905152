import { createAuth } from '#api/accounts/auth.ts';
import type { Config } from '#api/config.ts';
import { ownOrigins } from '#api/http/addresses.ts';
import { db } from '#api/platform/database/database.ts';
import { openAccounts } from './demo/accounts.ts';
import { keepDrawings, tendTheBook } from './demo/book.ts';
import { alma, almasAccount, deskAccount, relatives } from './demo/family.ts';
import { gather } from './demo/gather.ts';
import { hold, holdOpen } from './demo/talking.ts';
import { talks } from './demo/talks.ts';

/**
 * Fills an empty database with an invented family, through the same services that a real one uses, and prints
 * accounts to sign in as. Throws when somebody is there already.
 */
export async function seedDemo(config: Config) {
  if (await db.user.count()) {
    say('The demo is here already: its passwords were printed when it was made');
    return;
  }
  say('Making the demo: an invented family, a minute of patience …');
  const people = await openAccounts(createAuth({ ...config, rateLimit: false }, ownOrigins(config)), [
    almasAccount,
    ...relatives,
    { ...deskAccount, role: 'admin' },
  ]);
  const { subjectId, viewers } = await gather(people);
  const at = { publisher: viewers.teresa, port: config.port };
  for (const talk of talks) await hold(viewers.alma, subjectId, talk, at);
  await tendTheBook(viewers, subjectId);
  await keepDrawings(subjectId);
  await holdOpen(viewers.alma, subjectId);

  say(`\nThe book of ${alma.fullName}. Sign in as:`);
  const shown = [
    [relatives[0]?.email, 'her daughter, owner of the book'],
    [relatives[3]?.email, 'her granddaughter, who may read'],
    [almasAccount.email, 'Alma herself'],
    [deskAccount.email, 'an admin, for /writer'],
  ] as const;
  for (const [email, who] of shown) {
    say(
      `  ${email?.padEnd(30)}${people.find((person) => person.email === email)?.password.padEnd(18)}${who}`,
    );
  }
  say('');
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
