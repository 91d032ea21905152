// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { stillGrows } from '#web/conversations/talk/use-talk.ts';

const said = { id: 'said', role: 'user' as const, seq: 2 };
const growing = { reply: { messageId: 'half' }, afterSeq: 2 };

describe('An answer that grows', () => {
  test('grows until its message is there', () => {
    expect(stillGrows(growing, [said])).toBe(true);
    expect(stillGrows(growing, [said, { id: 'half', role: 'assistant', seq: 3 }])).toBe(false);
  });

  test('grows no more once another has come in its place, because its maker died', () => {
    expect(stillGrows(growing, [said, { id: 'other', role: 'assistant', seq: 3 }])).toBe(false);
  });

  test('is not ended by what was answered before', () => {
    expect(stillGrows(growing, [{ id: 'before', role: 'assistant', seq: 1 }, said])).toBe(true);
  });
});
