import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { tellHolder } from '#api/accounts/security/service.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { Forbidden, LimitReached, NotFound } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { ownTo } from '#api/subjects/policy.ts';
import { scopes } from '../policy.ts';
import { newSecret } from '../secrets.ts';

/** The maximum of unrevoked keys per account. */
export const keysLimit = 20;

const dayMs = 24 * 3600 * 1000;
const lifeInDays = { byDefault: 365, most: 730 };
const bounds = `must be 1 to ${lifeInDays.most}`;

const CreateApiKey = z.object({
  name: line(60),
  scopes: z
    .array(z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` }))
    .min(1, 'must name at least one scope')
    .max(100, 'must name each scope once')
    .transform((list) => scopes.filter((scope) => list.includes(scope))),
  subjectIds: z
    .array(z.string())
    .min(1, 'must name at least one subject, or be left out')
    .max(25, 'must name at most 25 subjects')
    .transform((list) => [...new Set(list)])
    .nullish(),
  expiresInDays: z.int(bounds).min(1, bounds).max(lifeInDays.most, bounds).nullish(),
});

/**
 * Creates a key with which a partner's program acts as the viewer, limited to scopes and optionally to subjects. The
 * secret is returned only this once. Only people can create keys for themselves: no key and no impersonating admin can.
 * Throws `ProofNeeded`.
 */
export async function createApiKey(viewer: Viewer, input: z.input<typeof CreateApiKey>) {
  if (actsForAnother(viewer)) throw new Forbidden();
  mustBeProven(viewer, 'WAYS_IN');
  const { name, scopes, subjectIds, expiresInDays } = parse(CreateApiKey, input);
  const { secret, prefix, hash } = newSecret();
  const { userId } = viewer;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + (expiresInDays ?? lifeInDays.byDefault) * dayMs);
  return transaction(async (tx) => {
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
    const own = { AND: [{ id: { in: subjectIds ?? [] } }, ownTo(viewer)] };
    const found = await tx.subject.findMany({ where: own, select: { id: true } });
    const seen = new Set(found.map(({ id }) => id));
    const unknown = subjectIds?.findIndex((id) => !seen.has(id)) ?? -1;
    if (unknown >= 0) throw new NotFound('Subject', ['subjectIds', `${unknown}`]);
    if ((await tx.apiKey.count({ where: { userId, revokedAt: null } })) >= keysLimit) {
      throw new LimitReached(`At most ${keysLimit} keys: revoke one first`, keysLimit);
    }
    const { id } = await tx.apiKey.create({
      data: {
        ...{ userId, name, prefix, hash, scopes, expiresAt, createdAt: now },
        allSubjects: !subjectIds,
        subjectIds: subjectIds ?? [],
      },
      select: { id: true },
    });
    await audit(tx, viewer, 'partners.key-made', {
      targetId: userId,
      detail: { keyId: id, prefix, scopes },
    });
    await tellHolder(tx, userId, { what: 'KEY_MADE', about: prefix });
    return { id, secret };
  });
}

/** Revokes a key at once, on open sockets too. Idempotent. */
export async function revokeApiKey(viewer: Viewer, id: string): Promise<void> {
  if (actsForAnother(viewer)) throw new Forbidden();
  const { userId } = viewer;
  await transaction(async (tx, wake) => {
    await tx.$queryRaw`select 1 from api_key where id = ${id}::uuid for no key update`;
    const key = await tx.apiKey.findFirst({
      where: { id, userId },
      select: { revokedAt: true, prefix: true },
    });
    if (!key) throw new NotFound('API key', ['id']);
    if (key.revokedAt) return;
    await tx.apiKey.update({ where: { id }, data: { revokedAt: clock.now() } });
    await audit(tx, viewer, 'partners.key-revoked', {
      targetId: userId,
      detail: { keyId: id, prefix: key.prefix },
    });
    wake(topics.access(userId));
  });
}

/** The viewer's unrevoked keys, the newest first, including expired ones. */
export function keysOf({ userId }: Viewer) {
  return { where: { userId, revokedAt: null }, orderBy: { id: 'desc' as const }, take: keysLimit };
}

/** The subjects a key is limited to, if its user still sees them; null for all. */
export async function subjectsOf(
  viewer: Viewer,
  { allSubjects, subjectIds }: { allSubjects: boolean; subjectIds: string[] },
) {
  if (allSubjects) return null;
  return db.subject.findMany({
    where: { AND: [{ id: { in: subjectIds } }, ownTo(viewer)] },
    orderBy: { id: 'asc' },
  });
}
