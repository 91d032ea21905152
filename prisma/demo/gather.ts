import { giveConsent } from '#api/consent/service.ts';
import { wordingsInForce } from '#api/consent/wordings.ts';
import { acceptInvitation } from '#api/people/service/answer.ts';
import { invite } from '#api/people/service/invite.ts';
import { setMemberRole } from '#api/people/service/members.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { createSubject, updateSubject } from '#api/subjects/service.ts';
import { type Person, spareLetters } from './accounts.ts';
import { alma, almasAccount, callTimes, invitation, type Relative, relatives } from './family.ts';
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
  await updateSubject(self, { id: subjectId, callTimes, viewersReadTranscripts: false });
  await agree(self, subjectId);

  for (const { email, role, relationship } of relatives) {
    const viewer = viewerOf(email);
    const { url } = await invite(self, {
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
  await invite(viewers.teresa, { subjectId, ...invitation });
  await spareLetters();
  return { subjectId, viewers };
}

async function agree(self: Viewer, subjectId: string) {
  const grants = wordingsInForce().map(({ kind, version }) => ({
    kind,
    wordingVersion: version,
    ...(['CALLS', 'SMS', 'RECORDING'].includes(kind) && { phone: alma.phone }),
  }));
  await giveConsent(self, demoOrigin, { subjectId, grants });
}
