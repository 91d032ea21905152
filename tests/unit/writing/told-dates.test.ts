import { describe, expect, test } from 'vitest';
import { findFindings } from '#api/biography/writing/composing/findings.ts';
import type { CardDraft, WriteRequest } from '#api/biography/writing/writer.ts';

/** The contradictions in cards of one sentence each. */
function contradictionsIn(...sentences: string[]) {
  const cards = sentences.map(
    (text, at) =>
      ({ cardId: `${at}`, paragraphs: [[{ text, sources: [] }]], happened: null }) as unknown as CardDraft,
  );
  const request = {
    subject: { birthDate: '1941-03' },
    conversation: { id: '1', startedAt: new Date('2026-11-19') },
    cards: [],
  } as unknown as WriteRequest;
  return findFindings(request, cards).flatMap((found) =>
    found.kind === 'CONTRADICTION' ? [found.about] : [],
  );
}

const wedding = 'We were married on the fifteenth of June in 1963 at Mount Carmel.';

describe('Two dates contradict one another', () => {
  test.each([
    ['wedding', wedding, 'We got married in 1962, in the rain.'],
    ['wedding', wedding, 'In the spring of 1961 we were married.'],
    ['mother: death', 'My mother died in 1970.', 'My mother passed away in 1975.'],
    ['Tony: birth', 'My brother Tony was born in 1943.', 'My brother Tony was born in 1946.'],
    ['moved to Duluth', 'We moved to Duluth in 1950.', 'We moved to Duluth in 1955.'],
  ])('when both tell the same event, as of the %s: %s / %s', (about, one, other) => {
    expect(contradictionsIn(one, other)).toEqual([about]);
  });

  test.each([
    'We lived on Rivet Street from when I was born in March of 1941 until I was married.',
    'I worked at the exchange from 1958 until we were married.',
    'They called me that in 1958, before I was married.',
    'When we got married, the house that was built in 1902 was still empty.',
    'We were married and in 1965 we moved to Fall River.',
    'My brother came home in 1950 and we got married.',
    'My mother said we got married in 1962.',
    'I thought we would be married in 1960.',
    'We were not married in 1960.',
    'We were married again in 1980.',
    'By 1970 we were married.',
    'We were married between 1960 and 1970, or so they say in 1990.',
  ])('but not when a sentence tells no date of the event: %s', (other) => {
    expect(contradictionsIn(wedding, other)).toEqual([]);
    expect(contradictionsIn(other, wedding)).toEqual([]);
  });

  test('but not when they may be of two people', () => {
    expect(contradictionsIn('My brother Tony was born in 1943.', 'My brother Joe was born in 1946.')).toEqual(
      [],
    );
    expect(contradictionsIn('My sister was born in 1943.', 'My sister was born in 1946.')).toEqual([]);
  });
});
