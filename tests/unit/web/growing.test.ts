// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { messageAskedAbout, stillGrows } from '#web/conversations/talk/use-talk.ts';

const said = { id: 'said', role: 'user' as const, seq: 2 };
const growing = { reply: { messageId: 'half' }, afterSeq: 2 };

describe('A streamed response', () => {
  test('a response grows until its message arrives', () => {
    expect(stillGrows(growing, [said])).toBe(true);
    expect(stillGrows(growing, [said, { id: 'half', role: 'assistant', seq: 3 }])).toBe(false);
  });

  test('a response stops growing when another message has replaced it', () => {
    expect(stillGrows(growing, [said, { id: 'other', role: 'assistant', seq: 3 }])).toBe(false);
  });

  test('an earlier response does not end the growing one', () => {
    expect(stillGrows(growing, [{ id: 'before', role: 'assistant', seq: 1 }, said])).toBe(true);
  });

  test('the last question stays known while the next one is awaited, and not beside its first words', () => {
    const asked = { id: 'before', role: 'assistant' as const, seq: 1 };
    const next = { id: 'half', role: 'assistant' as const, seq: 3 };
    expect(messageAskedAbout([asked, said], null)).toBe(asked);
    expect(messageAskedAbout([asked, said], { text: '' })).toBe(asked);
    expect(messageAskedAbout([asked, said], { text: 'And who' })).toBeUndefined();
    expect(messageAskedAbout([asked, said, next], null)).toBe(next);
  });
});
