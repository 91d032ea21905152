import { mayAgreeByCalling } from '#api/consent/by-calling.ts';
import { covers, newestConsents } from '#api/consent/ledger.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { wordsWithoutAccents } from '#api/language/words-without-accents.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** A subject whom an inbound call can be about. */
export type Callable = { id: string; preferredName: string; fullName: string; language: string };

/** As many as one digit can choose from. */
const mostChoices = 9;

const callable = { status: { in: ['ACTIVE', 'PAUSED'] }, deletedAt: null } satisfies Prisma.SubjectWhereInput;
const fields = { id: true, preferredName: true, fullName: true, language: true } as const;

/**
 * The subjects whom a call from a number can be about: those with this phone who agreed to calls on it, else those
 * whose own account, or whose owner's or editor's account, has verified the phone. Empty for an unknown number.
 */
export async function subjectsOfNumber(tx: Tx, phone: string): Promise<Callable[]> {
  const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  const withPhone = await tx.subject.findMany({
    where: { phone, ...callable },
    orderBy: order,
    select: fields,
  });
  const own: Callable[] = [];
  for (const subject of withPhone) {
    if (covers(await newestConsents(subject.id, tx), 'CALLS', phone)) own.push(subject);
  }
  if (own.length) return own.slice(0, mostChoices);
  const account = { phoneNumber: phone, phoneNumberVerified: true };
  return tx.subject.findMany({
    where: {
      ...callable,
      OR: [
        { selfUser: { is: account } },
        { members: { some: { role: { in: ['OWNER', 'EDITOR'] }, user: { is: account } } } },
      ],
    },
    orderBy: order,
    take: mostChoices,
    select: fields,
  });
}

/** Whether a call from this number is asked for the consent to calls: a known number is asked whom the call is about. */
export async function isAskedForConsent(tx: Tx, phone: string): Promise<boolean> {
  return !(await subjectsOfNumber(tx, phone)).length && (await mayAgreeByCalling(tx, phone));
}

/** The subject that a caller chose by a key or by a name. */
export function chosenOf(
  subjects: readonly Callable[],
  { digits, speech }: { digits: string; speech: string },
): Callable | null {
  if (/^[1-9]$/.test(digits)) return subjects[Number(digits) - 1] ?? null;
  const said = ` ${wordsOf(speech)} `;
  const named = subjects.filter(({ preferredName, fullName }) =>
    [preferredName, fullName].some((name) => said.includes(` ${wordsOf(name)} `)),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

const wordsOf = (text: string) => wordsWithoutAccents(text).join(' ');
