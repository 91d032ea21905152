import { describe, expect, test } from 'vitest';
import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { aRequest } from './request.ts';

const asked: HistoryTurn = {
  role: 'assistant',
  text: 'Hello Alma. May I record our call?',
  private: false,
  kind: 'CONFIRM_RECORDING',
};

function saying(words: string, before: HistoryTurn[] = [asked]) {
  const heard = listen(words, contextOf(before, 'PHONE'));
  const history: HistoryTurn[] = [...before, { role: 'user', text: words, private: false }];
  const request = aRequest({ history, heard });
  const plan = planTurn(request);
  return { heard, plan, text: wordTurn(plan, request) };
}

describe('The question whether a call may be recorded', () => {
  test('opens the call after saying who is calling, and nothing else is asked', () => {
    const request = aRequest({ conversation: { asksToRecord: true } });
    const text = wordTurn(planTurn(request), request);
    expect(text).toBe(
      'Hello Alma, I’m Evertold, a computer, calling for your daughter Teresa. May I record our call? Yes or no, both are fine.',
    );
  });

  test('opens every later call in the same way, for the same person', () => {
    for (const number of [2, 3, 7]) {
      const request = aRequest({ conversation: { asksToRecord: true, number } });
      const text = wordTurn(planTurn(request), request);
      expect(text).toMatch(/Evertold.*the computer, for Teresa\. May I record our call\?/);
      expect(wordCount(text)).toBeLessThanOrEqual(25);
    }
  });

  test.each([
    ...['Yes.', 'Yes, that’s fine.', 'Oh, sure, go ahead.', 'I don’t mind.', 'No problem.'],
    ...['Of course you may.', 'Hello, yes, that’s all right.', 'Yes, please do.', 'You can.'],
  ])('is answered yes: %s', (words) => {
    const { heard, plan, text } = saying(words);
    expect(heard.confirmed).toEqual({ recording: true });
    expect(plan.kind).toBe('ASK');
    expect(text).toMatch(/^Thank you\. I’m recording now\. .*\?$/);
    expect(wordCount(text)).toBeLessThanOrEqual(25);
  });

  test.each([
    ...['No.', 'No, thank you.', 'I’d rather not.', 'Please don’t.', 'No, don’t record me.'],
    ...['Yes, but don’t record it.', 'I don’t want that.', 'Better not.', 'Go on without it.'],
  ])('is answered no, which withdraws no consent: %s', (words) => {
    const { heard, text } = saying(words);
    expect(heard.confirmed).toEqual({ recording: false });
    expect(heard.withdraws).toEqual([]);
    expect(text).toMatch(/^That’s fine: I’m not recording\./);
  });

  test.each([
    'Yes?',
    'Hello?',
    'My father kept a bakery in Galway and we lived above it.',
    'Yes, who is this?',
  ])('is not answered by: %s', (words) => expect(saying(words).heard.confirmed).toBeNull());

  test('withdraws the consent to recording only when the answer says so', () => {
    expect(saying('No, never record me again.').heard.withdraws).toEqual(['RECORDING']);
  });

  test('is repeated once when it was not understood', () => {
    const { plan, text } = saying('Pardon?');
    expect([plan.kind, text]).toEqual([
      'CONFIRM_RECORDING',
      'May I record our call? Yes or no, both are fine.',
    ]);
    const before: HistoryTurn[] = [
      asked,
      { role: 'user', text: 'Pardon?', private: false },
      { ...asked, text },
    ];
    expect(saying('Pardon?', before).plan.kind).not.toBe('CONFIRM_RECORDING');
  });
});
