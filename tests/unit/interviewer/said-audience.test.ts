import { describe, expect, test } from 'vitest';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import { saidAudiences } from './said-audiences.ts';

/** An earlier story, so that a wish refers back to it. */
const earlier = { ...withoutConversation, earlier: ['My uncle ran the mill at the river for thirty years.'] };

function heardAs(said: string): string {
  const { audience, privateScope } = listen(said, { ...earlier });
  if (!privateScope) return 'NONE';
  if (audience === null || audience === 'UNSURE') return 'UNSURE';
  switch (audience.kind) {
    case 'AFTER_DEATH':
      return audience.kind;
    case 'UNTIL':
      return `UNTIL ${audience.year}-${String(audience.month).padStart(2, '0')}-${String(audience.day).padStart(2, '0')}`;
    case 'UNTIL_AGE':
      return `UNTIL ${1940 + audience.age + 1}-01-01`;
    default:
      return `${audience.kind} ${audience.people.join(', ')}`;
  }
}

describe('Who may read words, as said in a conversation', () => {
  test.each(saidAudiences)('%s', (said, means) => {
    expect(heardAs(said)).toBe(means);
  });
});
