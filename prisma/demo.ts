import { createAuth } from '#api/accounts/auth.ts';
import type { Config } from '#api/config.ts';
import { ownOrigins } from '#api/http/addresses.ts';
import { db } from '#api/platform/database/database.ts';
import { openAccounts, spareLetters } from './demo/accounts.ts';
import { keepDrawings, tendTheBook } from './demo/book.ts';
import { keepCassette } from './demo/cassette.ts';
import { alma, almasAccount, deskAccount, relatives } from './demo/family.ts';
import { gather } from './demo/gather.ts';
import { demoAccount } from './demo/phones/account.ts';
import { endCallsOfBefore, missCall } from './demo/phones/calling.ts';
import { type DemoCarrier, openCarrier } from './demo/phones/carrier.ts';
import { hold, holdOpen, holdUnconfirmed } from './demo/talking.ts';
import { askingOnThePhone, callingUs, sayingLater, talks } from './demo/talks.ts';

/** What a minute of the demo's calls costs. */
const usdPerMinute = 0.084;

/** Whether the database is empty or has the demo's family, so that no real person can be called. */
export async function isForDemo(): Promise<boolean> {
  const emails = [almasAccount, ...relatives, deskAccount].map(({ email }) => email);
  const present = await db.user.count({ where: { email: { in: emails } } });
  return present === emails.length || !(await db.user.count());
}

/**
 * Opens the phone service of the demo: its family's phones are played, and no real phone rings. Returns the configuration
 * with which the server calls and texts through it.
 */
export async function openDemoPhones(config: Config): Promise<{ config: Config; carrier: DemoCarrier }> {
  const carrier = await openCarrier(config.dataDir);
  const account = { kind: 'twilio' as const, ...demoAccount, apiUrl: carrier.url };
  const callUsdPerMinute = config.callUsdPerMinute ?? usdPerMinute;
  return {
    config: Object.freeze({ ...config, sms: account, telephony: account, callUsdPerMinute }),
    carrier,
  };
}

/**
 * Fills an empty database with an invented family, through the same services that a real one uses, and prints
 * accounts to sign in as. Throws when somebody is there already.
 */
export async function seedDemo(config: Config, carrier: DemoCarrier | null = null) {
  if (await db.user.count()) {
    say('The demo is here already: its passwords were printed when it was made');
    if (carrier) await endCallsOfBefore();
    carrier?.takesFurther(alma.phone, sayingLater);
    return;
  }
  say('Making the demo: an invented family, a minute of patience …');
  const people = await openAccounts(createAuth({ ...config, rateLimit: false }, ownOrigins(config)), [
    almasAccount,
    ...relatives,
    { ...deskAccount, role: 'admin' },
  ]);
  const { subjectId, viewers } = await gather(people);
  const at = { publisher: viewers.teresa, port: config.port, carrier };
  for (const talk of talks) await hold(viewers.alma, subjectId, talk, at);
  if (carrier) {
    await holdUnconfirmed(callingUs);
    await hold(viewers.alma, subjectId, askingOnThePhone, at);
    await missCall(carrier, viewers.teresa, subjectId);
  }
  await tendTheBook(viewers, subjectId);
  await keepDrawings(subjectId);
  await keepCassette(viewers.teresa, subjectId);
  await spareLetters();
  await holdOpen(viewers, subjectId, carrier);
  carrier?.takesFurther(alma.phone, sayingLater);

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
  if (carrier)
    say(
      '\nAlma’s phone is played by the demo: on a further call she says a little and goodbye. No real phone rings, and texts go to nobody.',
    );
  say('');
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
