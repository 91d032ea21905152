import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { countryOf } from '#api/platform/domain-values/country.ts';
import { deviceName } from '../profile/service/devices.ts';

type Session = {
  userId: string;
  userAgent?: string | null;
  ipAddress?: string | null;
  impersonatedBy?: unknown;
};

/** Records a sign-in, and whether such a device was used before. */
export async function noteSignIn({ userId, userAgent, ipAddress, impersonatedBy }: Session): Promise<void> {
  // Impersonation is recorded separately, with both users.
  if (impersonatedBy) return;
  // Only the kind of device and the country are kept longer than the session.
  const device = deviceName(userAgent ?? null);
  const earlier = { targetId: userId, action: 'security.signed-in' };
  const [country, any, same] = await Promise.all([
    countryOf(ipAddress ?? ''),
    db.auditEvent.findFirst({ where: earlier, select: { id: true } }),
    db.auditEvent.findFirst({
      where: { ...earlier, detail: { path: ['device'], equals: device } },
      select: { id: true },
    }),
  ]);
  await audit(db, null, 'security.signed-in', {
    targetId: userId,
    detail: { device, ...(country && { country }), ...(any && !same && { isNew: true }) },
  });
}
