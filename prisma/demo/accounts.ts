import { randomBytes } from 'node:crypto';
import type { Auth } from '#api/accounts/auth.ts';
import { db } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { Viewer } from '#api/platform/viewer.ts';

export type Person = { email: string; password: string; viewer: Viewer };

/** Signs everybody up with a password made at random; their addresses count as verified. */
export async function openAccounts(
  auth: Auth,
  wanted: { name: string; email: string; role?: string }[],
): Promise<Person[]> {
  const people: Person[] = [];
  for (const { name, email, role } of wanted) {
    const password = randomBytes(9).toString('base64url');
    const response = await auth.handler(
      new Request(`${publicUrl()}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl() },
        body: JSON.stringify({ name, email, password }),
      }),
    );
    if (!response.ok) throw new Error(`${email}: ${await response.text()}`);
    const { id } = await db.user.update({
      where: { email },
      data: { emailVerified: true, ...(role === 'admin' && { role }) },
      select: { id: true },
    });
    people.push({
      email,
      password,
      viewer: {
        userId: id,
        sessionId: id,
        name,
        email,
        admin: role === 'admin',
        provenAt: new Date(),
        impersonatorId: null,
        key: null,
      },
    });
  }
  await spareLetters();
  return people;
}

/** Nobody waits for the letters of an invented family: they count as sent. */
export async function spareLetters() {
  await db.notice.updateMany({ where: { status: 'WAITING' }, data: { status: 'SENT', sentAt: new Date() } });
}
