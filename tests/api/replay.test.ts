import { describe, expect, test } from 'vitest';
import { openClient } from '#tests/replay/client.ts';
import { readInterview, saidTwice, substantial } from '#tests/replay/interview.ts';
import { measure } from '#tests/replay/measure.ts';
import { play } from '#tests/replay/play.ts';
import { server, useServer } from '#tests/support/server.ts';
import { aPerson } from '#tests/support/world.ts';

useServer();

const interview = readInterview('tests/replay/invented-interview.json');

describe('An interview', () => {
  test('is read turn by turn, and says which names and years have to be found', () => {
    expect(interview).toMatchObject({ respondent: 'Ingrid Halvorsen' });
    expect(interview.answers).toHaveLength(12);
    expect(substantial(interview.answers)).toBe(9);
    expect(saidTwice(interview.answers).names).toEqual(expect.arrayContaining(['Sigurd', 'Vardal']));
  });

  test('played through real conversations becomes a book that holds to every rule', async () => {
    const { cookie } = await aPerson(interview.respondent);
    const client = openClient(server().url, cookie ?? '');
    try {
      const lines = await measure(client, interview, await play(client, interview, () => {}));
      expect(lines.filter((line) => line.holds === false)).toEqual([]);
      expect(lines.filter((line) => line.required).length).toBe(8);
    } finally {
      await client.close();
    }
  }, 120_000);
});
