import { describe, expect, test } from 'vitest';
import { readPrivacy, type TextedSubject } from '#api/writer/reconcile/finding/unknown-phones.ts';

const alma: TextedSubject = {
  ...{ fullName: 'Alma Rourke', preferredName: 'Alma', codeWord: null, language: 'en', privateThemes: [] },
};
const joe: TextedSubject = { ...alma, fullName: 'Joe Rourke', preferredName: 'Joe' };

const bakery = 'My father kept a bakery in Galway.';
const flour = 'I carried the flour up from the yard.';

function privateIn(texts: readonly string[], subjects: readonly TextedSubject[]): string[] {
  const rows = texts.map((text, at) => ({ id: `${at}`, text }));
  return readPrivacy({ texts: rows, subjects })
    .filter(({ isPrivate }) => isPrivate)
    .map(({ id }) => texts[Number(id)] ?? '');
}

describe('Texts of a shared phone', () => {
  test('are private to the team where their words ask for it, and only those', () => {
    const confided = `${flour} Please keep that between us.`;
    expect(privateIn([bakery, confided], [alma, joe])).toEqual([confided]);
    expect(privateIn([bakery, flour], [alma, joe])).toEqual([]);
  });

  test('are private when one of the people who may have written them keeps the theme private', () => {
    const keeps = { ...joe, privateThemes: ['the bakery'] };
    expect(privateIn([bakery, flour], [alma, keeps])).toEqual([bakery]);
    expect(privateIn([bakery, flour], [alma])).toEqual([]);
  });

  test('are private when they contain the code word of one of these people', () => {
    const coded = { ...alma, codeWord: 'marmalade' };
    expect(privateIn(['The word is marmalade.', bakery], [coded, joe])).toEqual(['The word is marmalade.']);
  });

  test('are read in each person’s own language', () => {
    const spanish: TextedSubject = { ...joe, language: 'es' };
    const confided = 'Eso que quede entre nosotros.';
    expect(privateIn([bakery, confided], [alma, spanish])).toContain(confided);
  });
});
