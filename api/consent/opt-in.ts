import { z } from 'zod';
import { lifeMs, makeCode, takeCode, tryCode } from '#api/accounts/phones/codes.ts';
import { CodeRefused, TooManyCodes } from '#api/accounts/phones/errors.ts';
import { textCode } from '#api/accounts/phones/texting.ts';
import { type Budget, secondsUntil } from '#api/platform/budgets.ts';
import { type Cap, spendEach } from '#api/platform/caps.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { blockOf, networkOf } from '#api/platform/domain-values/network.ts';
import { sixDigits } from '#api/platform/domain-values/one-time-code.ts';
import { countryOfPhone, phoneNumber } from '#api/platform/domain-values/phone.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { enterForPhone } from './by-phone.ts';
import { inForce } from './wordings.ts';

/**
 * Limits per network on codes sent and tried. IPv6 is counted by network because a single line has an unlimited
 * number of addresses.
 */
const perNetwork: Budget = { name: 'sms-opt-in', points: 30, seconds: 3600 };
const perBlock: Budget = { name: 'sms-opt-in-block', points: 90, seconds: 3600 };
const day = 24 * 3600;
/** Limits per country and in total per day, because texts cost money and those to some countries cost much. */
export const perCountry: Budget = { name: 'sms-opt-in-country', points: 500, seconds: day };
export const inAll: Budget = { name: 'sms-opt-in-all', points: 2_000, seconds: day };

const wordingVersion = z
  .int()
  .refine((version) => inForce('SMS', version) !== null, 'must be a wording in force');

const AskToOptIn = z.object({
  phone: phoneNumber(),
  wordingVersion,
  agreed: z.literal(true, 'must be agreed to: tick the box'),
});

const OptIn = z.object({
  phone: phoneNumber(),
  wordingVersion,
  code: sixDigits(),
});

/**
 * Texts a code to a phone whose holder wants to agree to texts; no account is needed. The answer does not reveal
 * whether the phone is known. Throws `TooManyCodes` for the phone's, network's, country's or total limit.
 */
export async function askToOptIn(origin: Origin, input: z.input<typeof AskToOptIn>) {
  const { phone, wordingVersion } = parse(AskToOptIn, input);
  const language = inForce('SMS', wordingVersion)?.language;
  await spendOf(origin, [
    { budget: perCountry, of: countryOfPhone(phone) ?? 'none', raisesAlarm: true },
    { budget: inAll, of: 'all', raisesAlarm: true },
  ]);
  await makeCode({ purpose: 'OPT_IN', phone }, (tx, codeId) =>
    textCode(tx, phone, { codeId, purpose: 'OPT_IN', language }),
  );
  return { phone, expiresAt: new Date(clock.now().getTime() + lifeMs) };
}

/**
 * Enters a phone holder's consent to texts with a code. It belongs to the phone, and so counts for every subject that
 * has it at that time, and for the account that has verified it; a text confirms it. Throws `CodeRefused`; a code
 * works once.
 */
export async function optIn(viewer: Viewer | null, origin: Origin, input: z.input<typeof OptIn>) {
  const { phone, code, wordingVersion } = parse(OptIn, input);
  await spendOf(origin);
  const tried = await tryCode({ purpose: 'OPT_IN', phone }, code);
  if (tried.outcome !== 'RIGHT') throw new CodeRefused(tried.outcome);
  return transaction(async (tx, wake) => {
    if (!(await takeCode(tx, tried.codeId))) throw new CodeRefused('EXPIRED');
    await enterForPhone(tx, wake, {
      phone,
      status: 'GRANTED',
      kinds: ['SMS'],
      via: 'WEB',
      wordingVersion,
      evidence: { origin, ...(viewer && (await signedInEvidence(viewer.userId, phone))) },
    });
    return { phone, agreedAt: clock.now() };
  });
}

/** A signed-in user is the actor if they have verified the phone; otherwise they are the helper. */
async function signedInEvidence(userId: string, phone: string) {
  const own = await db.user.count({ where: { id: userId, phoneNumber: phone, phoneNumberVerified: true } });
  return own ? { actorId: userId } : { helperId: userId };
}

async function spendOf({ ipAddress }: Origin, further: readonly Cap[] = []) {
  const address = ipAddress ?? '';
  const spent = await spendEach([
    { budget: perNetwork, of: networkOf(address) },
    { budget: perBlock, of: blockOf(address) },
    ...further,
  ]);
  if (spent) throw new TooManyCodes(secondsUntil(spent.resetAt));
}
