import { describe, expect, test } from 'vitest';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const themesOf = async (reader: Person, { subject: { id } }: Family): Promise<string[]> =>
  (await reader.gql(`{ subject(id: "${id}") { avoidedThemes } }`)).subject.avoidedThemes;

/** Saves what is left alone, as somebody changed it whose page showed `before`. */
async function save(person: Person, { subject: { id } }: Family, before: string[] | null, themes: string[]) {
  const input = { id, avoidedThemes: themes, avoidedThemesBefore: before };
  succeeded(await person.gql('UpdateSubject', { input }));
  return themesOf(person, { subject: { id } } as Family);
}

describe('What is left alone, changed on a page', () => {
  test('keeps what was asked for in a talk since the page was opened', async () => {
    const family = await aFamily();
    const { owner, self, subject } = family;
    await save(owner, family, [], ['war', 'money']);
    const talk = await aTalk(self, subject.id);
    await talk.say('Please don’t ask me about the convent again.');

    expect(await save(owner, family, ['war', 'money'], ['money', 'illness'])).toEqual([
      ...['convent', 'money', 'illness'],
    ]);
    // Whoever has seen it can take it away.
    expect(await save(owner, family, ['convent', 'money', 'illness'], ['money'])).toEqual(['money']);
  });

  test('does not put back what the person has kept to themself since', async () => {
    const family = await aFamily();
    const { owner, self, subject } = family;
    const talk = await aTalk(self, subject.id);
    await talk.say('Please don’t ask me about the convent again.');
    const shown = await themesOf(owner, family);
    await talk.say('Keep that between us.');

    expect(await save(owner, family, shown, [...shown, 'war'])).toEqual(['war']);
  });

  test('is what the list says, where nobody says what it was before', async () => {
    const family = await aFamily();
    const { owner } = family;
    await save(owner, family, null, ['war', 'money']);
    expect(await save(owner, family, null, ['money'])).toEqual(['money']);
    const before = { id: family.subject.id, avoidedThemesBefore: ['money'] };
    succeeded(await owner.gql('UpdateSubject', { input: before }));
    expect(await themesOf(owner, family)).toEqual(['money']);
  });

  test('is not taken away by guessing what one is not shown', async () => {
    const family = await aFamily({ consents: [] });
    const { owner, self } = family;
    await save(self, family, [], ['the baby in Dublin']);
    await save(owner, family, ['the baby in Dublin'], ['war']);
    expect(await themesOf(self, family)).toEqual(['the baby in Dublin', 'war']);
  });
});
