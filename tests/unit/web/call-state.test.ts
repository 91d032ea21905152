import { expect, test } from 'vitest';
import { callSummary } from '#web/conversations/call-state.ts';

test('The call log says what is known of a conversation that has no summary', () => {
  const call = {
    summary: null,
    status: 'COMPLETED',
    writing: 'WRITTEN',
    together: false,
    heldBy: null,
    messageCount: 4,
  } as const;
  const heldBy = { __typename: 'User', id: 'u', name: 'Pilar' } as const;

  expect(callSummary(call)).toBe('Every word is kept here.');
  expect(callSummary({ ...call, messageCount: 0 })).toBe('');
  expect(callSummary({ ...call, writing: 'WRITING' })).toBe('Its title and stories are being written.');
  expect(callSummary({ ...call, together: true, heldBy })).toBe('With Pilar at the side.');
  expect(callSummary({ ...call, summary: 'The barrels in the river.' })).toBe('The barrels in the river.');
  expect(callSummary({ ...call, status: 'MISSED' })).toBe('');
});
