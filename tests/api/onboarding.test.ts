import { describe, expect, test } from 'vitest';
import { aFamily, aPerson, aSubject, type Person, useServer } from '#tests/support/world.ts';

useServer();

const fields = 'step forWhom finishedAt subject { id }';
const saving = `mutation ($input: SaveOnboardingInput!) { saveOnboarding(input: $input) {
  __typename ... on Onboarding { ${fields} } ... on UserError { code path }
} }`;

async function save(person: Person, input: object) {
  return (await person.gql(saving, { input })).saveOnboarding;
}

async function subjectAccess(person: Person) {
  return (await person.gql(`{ onboarding { ${fields} } }`)).onboarding;
}

describe('The onboarding', () => {
  test('begins with nothing, and is taken up where it was left', async () => {
    const anna = await aPerson();
    expect(await subjectAccess(anna)).toBeNull();

    await save(anna, { step: 'WHO', forWhom: 'LOVED_ONE' });
    const { id } = await aSubject(anna);
    await save(anna, { step: 'PHONE', subjectId: id });

    const left = { step: 'PHONE', forWhom: 'LOVED_ONE', finishedAt: null, subject: { id } };
    expect(await subjectAccess(anna)).toEqual(left);
  });

  test('ends once, keeps when it ended, and begins anew for somebody else', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna);
    const done = await save(anna, { step: 'DONE', forWhom: 'MYSELF', subjectId: id, finished: true });
    const again = await save(anna, { step: 'DONE', finished: true });

    expect(Math.abs(Date.parse(done.finishedAt) - Date.now())).toBeLessThan(60_000);
    expect(again.finishedAt).toBe(done.finishedAt);
    expect(await save(anna, { step: 'WHO', finished: false })).toMatchObject({
      step: 'WHO',
      forWhom: null,
      finishedAt: null,
      subject: null,
    });
  });

  test('is one’s own: not another person’s, not for another family’s subject, not nobody’s', async () => {
    const { stranger, subject, nobody } = await aFamily();

    expect(await save(stranger, { step: 'PHONE', subjectId: subject.id })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['subjectId'],
    });
    expect(await subjectAccess(stranger)).toBeNull();
    await expect(subjectAccess(nobody)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('forgets a subject that one may not see any more', async () => {
    const { viewer, owner, subject } = await aFamily();
    await save(viewer, { step: 'INVITE', subjectId: subject.id });
    const { members } = (await owner.gql('FamilyFriends', { subjectId: subject.id })).subject;
    const { id } = members.find((member: { user: { id: string } }) => member.user.id === viewer.id);
    await owner.gql('RemoveMember', { id });

    expect(await subjectAccess(viewer)).toMatchObject({ step: 'INVITE', subject: null });
  });
});
