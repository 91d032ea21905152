// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { stillGrows } from '#web/conversations/talk/use-talk.ts';

const said = { id: 'said', role: 'user' as const, seq: 2 };
const growing = { reply: { messageId: 'half' }, afterSeq: 2 };

describe('A growing answer', () => {
  test('is shown until its message is stored', () => {
    expect(stillGrows(growing, [said])).toBe(true);
    expect(stillGrows(growing, [said, { id: 'half', role: 'assistant', seq: 3 }])).toBe(false);
  });

  test('stops when another one replaces it after its process ended', () => {
    expect(stillGrows(growing, [said, { id: 'other', role: 'assistant', seq: 3 }])).toBe(false);
  });

  test('is not ended by an earlier message', () => {
    expect(stillGrows(growing, [{ id: 'before', role: 'assistant', seq: 1 }, said])).toBe(true);
  });
});
