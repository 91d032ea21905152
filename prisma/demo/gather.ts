import { giveConsent } from '#api/consent/service.ts';
import { wordingsInForce } from '#api/consent/wordings.ts';
import { acceptInvitation } from '#api/people/service/answer.ts';
import { invite } from '#api/people/service/invite.ts';
import { setMemberRole } from '#api/people/service/members.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { digitsOf } from '#api/platform/domain-values/one-time-code.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { createSubject, updateSubject } from '#api/subjects/service.ts';
import { type Person, spareLetters } from './accounts.ts';
import { alma, almasAccount, callTimes, codeWord, invitation, type Relative, relatives } from './family.ts';
import { demoOrigin } from './origin.ts';

export type Viewers = Record<'alma' | Relative['key'], Viewer>;

/** Alma begins her book, agrees to everything, and her family comes in by its invitations. */
export async function gather(people: Person[]): Promise<{ subjectId: string; viewers: Viewers }> {
  const viewerOf = (email: string) => {
    const person = people.find((each) => each.email === email);
    if (!person) throw new Error(`Nobody has the address ${email}`);
    return person.viewer;
  };
  const self = viewerOf(almasAccount.email);
  const { id: subjectId } = await createSubject(self, { ...alma, isSelf: true });
  await updateSubject(self, { id: subjectId, callTimes, codeWord, viewersReadTranscripts: false });
  await agree(self, subjectId);

  for (const { email, role, relationship } of relatives) {
    const viewer = viewerOf(email);
    const { url } = await invite(self, demoOrigin, {
      subjectId,
      relationship,
      role: role === 'VIEWER' ? 'VIEWER' : 'EDITOR',
    });
    const token = url.split('/').filter(Boolean).at(-1) ?? '';
    const { membershipId } = await acceptInvitation(viewer, { token });
    if (role === 'OWNER') await setMemberRole(self, { id: membershipId, role });
  }
  const viewers = Object.fromEntries(relatives.map(({ key, email }) => [key, viewerOf(email)])) as Viewers;
  viewers.alma = self;
  await invite(viewers.teresa, demoOrigin, { subjectId, ...invitation });
  await spareLetters();
  return { subjectId, viewers };
}

async function agree(self: Viewer, subjectId: string) {
  // As if her phone had got a code: nobody texts in a demo.
  const code = newId();
  const sent = { purpose: 'CONSENT', phone: alma.phone, userId: self.userId, subjectId } as const;
  await db.phoneCode.create({ data: { id: code, ...sent, createdAt: clock.now() } });
  const grants = wordingsInForce().map(({ kind, version }) => ({
    kind,
    wordingVersion: version,
    ...(['CALLS', 'SMS', 'RECORDING'].includes(kind) && { phone: alma.phone }),
  }));
  await giveConsent(self, demoOrigin, { subjectId, grants, code: digitsOf(code) });
}
