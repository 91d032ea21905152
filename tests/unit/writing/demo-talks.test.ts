import { beforeAll, describe, expect, test } from 'vitest';
import { talks } from '../../../prisma/demo/talks.ts';
import { type PlayedTalk, playTalks } from './demo-book.ts';

/** What an editor would make of the demo's conversations: each story with its turns and the chapters that fit it. */
const STORIES: { talk: number; turns: string[]; chapters: string[] }[] = [
  { talk: 0, turns: ['0', '1'], chapters: ['origins'] },
  { talk: 0, turns: ['23'], chapters: ['origins', 'childhood-home'] },
  { talk: 0, turns: ['4'], chapters: ['origins'] },
  { talk: 1, turns: ['01'], chapters: ['childhood-home'] },
  { talk: 1, turns: ['2'], chapters: ['childhood-home', 'first-work', 'friends-and-play'] },
  { talk: 1, turns: ['3'], chapters: ['childhood-home', 'friends-and-play'] },
  { talk: 1, turns: ['4'], chapters: ['school'] },
  { talk: 2, turns: ['012345'], chapters: ['hard-times'] },
  { talk: 3, turns: ['012', '0123'], chapters: ['first-work'] },
  { talk: 3, turns: ['5'], chapters: ['first-work', 'friends-and-play'] },
  { talk: 4, turns: ['01'], chapters: ['love'] },
  { talk: 4, turns: ['2', '23'], chapters: ['love'] },
  { talk: 4, turns: ['4'], chapters: ['lifes-work', 'first-work'] },
  { talk: 5, turns: ['0'], chapters: ['family-made'] },
  { talk: 5, turns: ['1'], chapters: ['family-made'] },
  // The bread, and Marisol who makes it now: one story, or two.
  { talk: 5, turns: ['23', '2'], chapters: ['family-made', 'wisdom-and-wishes'] },
  { talk: 5, turns: ['4'], chapters: ['love', 'hard-times'] },
  { talk: 6, turns: ['01'], chapters: ['love'] },
  { talk: 6, turns: ['2'], chapters: ['childhood-home'] },
  { talk: 7, turns: ['0', '01'], chapters: ['first-work'] },
  { talk: 7, turns: ['2'], chapters: ['lifes-work', 'first-work', 'wisdom-and-wishes'] },
];

/** The interviewer words its questions by these; the stories must not depend on them. */
const SEEDS = [7, 8];

describe.each(SEEDS)('The demo’s book, with the questions of seed %i', (seed) => {
  let played: PlayedTalk[];

  beforeAll(async () => {
    played = await playTalks(talks, seed);
  }, 120_000);

  /** The cards of a conversation, each with the numbers of its turns. */
  const cardsOf = (talk: number) =>
    (played[talk]?.written.cards ?? []).map((card) => {
      const turns = card.paragraphs
        .flat()
        .flatMap(({ sources }) => sources.map(({ messageId }) => messageId));
      return { ...card, turns: [...new Set(turns)].map((id) => id.split(':')[1]).join('') };
    });

  test.each(STORIES)('holds story $turns of talk $talk in its chapter', ({ talk, turns, chapters }) => {
    const cards = cardsOf(talk);
    const card = cards.find((one) => turns.includes(one.turns));

    expect(card, JSON.stringify(cards.map((one) => one.turns))).toBeDefined();
    expect(chapters).toContain(card?.chapterKey);
  });

  test('has titles that are whole, said so where they are quoted, and each once', () => {
    const cards = talks.flatMap((_, talk) => cardsOf(talk));
    const said = talks
      .flatMap((talk) => talk.said)
      .join(' ')
      .toLowerCase();
    const titles = cards.map(({ title }) => title);

    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) {
      expect(title).not.toMatch(/\||\b(?:the|an?|and|of|was)$/i);
      const quoted = title.match(/^“(.+)”$/)?.[1]?.toLowerCase();
      if (quoted) expect(said).toContain(quoted);
    }
  });

  test('sums each conversation up in whole sentences that were said', () => {
    for (const [talk, { written }] of played.entries()) {
      const texts = cardsOf(talk).flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text));
      const left = texts.reduce((summary, text) => summary.replace(text, ''), written.summary);

      expect(left.trim(), written.summary).toBe('');
    }
  });
});
