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
import { wordingInForce } from './wordings.ts';

/** Codes that one network has sent to phones, and digits that it enters: of IPv6 a single line has addresses without end. */
const perNetwork: Budget = { name: 'sms-opt-in', points: 30, seconds: 3600 };
const perBlock: Budget = { name: 'sms-opt-in-block', points: 90, seconds: 3600 };
const day = 24 * 3600;
/** Texts cost, and those to some countries much: so many a day, whoever asks for them. */
export const perCountry: Budget = { name: 'sms-opt-in-country', points: 500, seconds: day };
export const inAll: Budget = { name: 'sms-opt-in-all', points: 2_000, seconds: day };

const wordingVersion = z
  .int()
  .refine((version) => version === wordingInForce('SMS').version, 'must be the wording in force');

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
 * Texts six digits to a phone whose holder wants to agree to texts; no account is needed. The answer tells nothing of
 * whether the phone is known. Throws `TooManyCodes`: by phone, by network, by country or by all that go.
 */
export async function askToOptIn(origin: Origin, input: z.input<typeof AskToOptIn>) {
  const { phone } = parse(AskToOptIn, input);
  await spendOf(origin, [
    { budget: perCountry, of: countryOfPhone(phone) ?? 'none', rings: true },
    { budget: inAll, of: 'all', rings: true },
  ]);
  await makeCode({ purpose: 'OPT_IN', phone }, (tx, codeId) =>
    textCode(tx, phone, { codeId, purpose: 'OPT_IN' }),
  );
  return { phone, expiresAt: new Date(clock.now().getTime() + lifeMs) };
}

/**
 * The holder of a phone agrees to texts with the digits that came to it. It is entered for the phone, and so counts for
 * every subject that has it by then, and for whoever's own account has proved that it is theirs; a text confirms it. Throws `CodeRefused`; a code agrees once.
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
      evidence: { origin, ...(viewer && (await whose(viewer.userId, phone))) },
    });
    return { phone, agreedAt: clock.now() };
  });
}

/** Whoever is signed in agrees, if the phone is theirs; if not, they helped whoever holds it. */
async function whose(userId: string, phone: string) {
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
