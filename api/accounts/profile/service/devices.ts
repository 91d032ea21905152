import Bowser from 'bowser';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { countryOf } from '#api/platform/domain-values/country.ts';
import { networkOf } from '#api/platform/domain-values/network.ts';
import { NotFound } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';

/** A signed-in device. */
export type Device = {
  id: string;
  /** In words: "Firefox on a Mac". */
  name: string;
  current: boolean;
  /** It was last used in the caller's current network. */
  nearby: boolean;
  /** The country of its last use, as ISO 3166 letters. */
  country: string | null;
  signedInAt: Date;
  lastUsedAt: Date;
};

/** The caller's devices, the current one first, then by last use. Sessions of impersonating admins are not listed. */
export async function devices({ userId, sessionId }: Viewer, { ipAddress }: Origin): Promise<Device[]> {
  const sessions = await db.session.findMany({
    where: { userId, impersonatedBy: null, expiresAt: { gt: new Date() } },
    orderBy: { updatedAt: 'desc' },
    take: 100,
  });
  const found = sessions.map(async (session) => {
    const current = session.id === sessionId;
    const address = (current ? ipAddress : session.ipAddress) ?? '';
    return {
      id: session.id,
      name: deviceName(session.userAgent),
      current,
      nearby: !!ipAddress && !!address && networkOf(address) === networkOf(ipAddress),
      country: await countryOf(address),
      signedInAt: session.createdAt,
      lastUsedAt: session.updatedAt,
    };
  });
  return (await Promise.all(found)).sort((a, b) => Number(b.current) - Number(a.current));
}

/** Signs one device out, at once. */
export async function endDevice({ userId }: Viewer, { id }: { id: string }) {
  await transaction(async (tx, wake) => {
    const { count } = await tx.session.deleteMany({ where: { id, userId, impersonatedBy: null } });
    if (!count) throw new NotFound('Device', ['id']);
    wake(topics.access(userId));
  });
}

/** Signs out everywhere but here, at once. */
export async function endOtherDevices({ userId, sessionId }: Viewer) {
  await transaction(async (tx, wake) => {
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId }, impersonatedBy: null } });
    wake(topics.access(userId));
  });
}

const systems: Record<string, string> = {
  macOS: 'a Mac',
  Windows: 'Windows',
  Linux: 'Linux',
  Android: 'Android',
  'Chrome OS': 'a Chromebook',
};

/** A device name from the user agent, which is only a hint. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'A device';
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const name = browser.name === 'Microsoft Edge' ? 'Edge' : browser.name;
  const on = platform.model?.match(/^(iPhone|iPad)/)?.[0];
  const where = on ? `an ${on}` : systems[os.name ?? ''];
  if (name && where) return `${name} on ${where}`;
  if (name || where) return name || `Something on ${where}`;
  return 'A program';
}
