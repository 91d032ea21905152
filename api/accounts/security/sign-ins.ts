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

/** Writes down that somebody signed in, and whether they ever did from such a device before. */
export async function noteSignIn({ userId, userAgent, ipAddress, impersonatedBy }: Session): Promise<void> {
  // That is written down as what it is: by whom, and as whom.
  if (impersonatedBy) return;
  // What is remembered for longer than a session is no more than the kind of device and the country.
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
