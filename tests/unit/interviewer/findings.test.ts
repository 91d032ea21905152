import { describe, expect, test } from 'vitest';
import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import { askAboutFinding } from '#api/conversations/interviewer/ask-about-finding.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import { systemPrompt } from '#api/conversations/interviewer/system-prompt.ts';
import { MAX_WORDS, wordCount } from '#api/conversations/interviewer/words.ts';
import { aLife, aRequest } from './request.ts';

const wedding: OpenFinding = {
  key: 'twice:wedding',
  kind: 'CONTRADICTION',
  about: 'wedding',
  dates: ['1955-22', '1957'],
};
const gap: OpenFinding = { key: 'gap:1962-1970', kind: 'GAP', fromYear: 1962, toYear: 1970 };
const later: OpenFinding = { key: 'gap:1980-1990', kind: 'GAP', fromYear: 1980, toYear: 1990 };

const life = (findings: OpenFinding[], changes: object = {}) =>
  aLife({
    findings,
    conversation: { number: 3, limits: { minutes: 120, questions: 40 } },
    ...changes,
  } as never);

/** The texts of a conversation in which the person says little in each answer. */
function askedTexts(talk: ReturnType<typeof life>, turns = 8): string[] {
  const texts = [talk.begin().text];
  for (let n = 0; n < turns; n++) texts.push(talk.say('Oh, yes.').text);
  return texts;
}

describe('A finding of the writer', () => {
  test.each([
    [wedding, 'You told me two dates for your wedding: the summer of 1955 and 1957. Which is right?'],
    [
      { ...wedding, about: 'sister: birth', dates: ['1950~', '1953-06-03'] },
      /your sister’s birth: about 1950 and 3 June 1953\. Which is right\?$/,
    ],
    [{ ...wedding, about: 'Clara: wedding' }, /for Clara’s wedding: /],
    [{ ...wedding, about: 'moved to Duluth' }, /for your move to Duluth: /],
    [{ ...wedding, about: 'went to work at Ford Motor' }, /for your start at Ford Motor: /],
    [gap, 'There are years I’ve heard little of. What filled your days in the years between 1962 and 1970?'],
  ] as const)('becomes one plain question: %s', (finding, question) => {
    const ask = askAboutFinding(finding as OpenFinding, MAX_WORDS);

    expect(ask?.text).toMatch(question);
    expect(ask?.text).not.toMatch(/wrong|correct|remember|sure|mistake/i);
    expect(ask?.text.match(/\?/g)).toHaveLength(1);
    expect(wordCount(ask?.text ?? '')).toBeLessThanOrEqual(MAX_WORDS);
  });

  test.each(['mother: death', 'Frank: death', 'birth'])(
    'is not asked about when it is the date of: %s',
    (about) => {
      expect(askAboutFinding({ ...wedding, about }, MAX_WORDS)).toBeNull();
    },
  );

  test('is asked about once, at most one of each kind in a conversation, and never as the first question', () => {
    const talk = life([gap, wedding, later]);

    const first = askedTexts(talk);
    talk.say('That’s all for today.');
    const second = [
      talk.nextConversation().text,
      ...Array.from({ length: 8 }, () => talk.say('Oh, yes.').text),
    ];

    const count = (texts: string[], word: RegExp) => texts.filter((text) => word.test(text)).length;
    expect(first[0]).not.toMatch(/1962|wedding/);
    expect([count(first, /1962/), count(first, /your wedding:/), count(first, /1980/)]).toEqual([1, 1, 0]);
    expect([count(second, /1962/), count(second, /your wedding:/), count(second, /1980/)]).toEqual([0, 0, 1]);
  });

  test('waits until the family’s questions are asked and the last answer was nothing hard', () => {
    const requests = [{ id: '1', text: 'What did the harbor look like?', askedBy: 'Teresa' }];
    const talk = life([gap], { requests });
    const opening = talk.begin().text;
    const afterLoss = talk.say('I lost my mother in 1963 and I was cross with everybody.').text;

    expect(opening).toContain('the harbor');
    expect(afterLoss).not.toMatch(/1962/);
    expect(talk.say('Something lighter, please.').text).not.toMatch(/1962/);
    expect(askedTexts(talk, 6).slice(1).join()).toMatch(/1962/);
  });

  test('is not asked about when its theme is avoided', () => {
    for (const subject of [
      { avoidedThemes: ['wedding'] },
      { avoidedThemes: ['marriage'], confidedThemes: ['marriage'] },
    ]) {
      expect(askedTexts(life([wedding], { subject })).join()).not.toMatch(/your wedding:/);
    }
  });

  test('is in a model’s prompt with what to ask and how', () => {
    const history = [
      { role: 'assistant', text: 'Where does your story begin?', private: false, kind: 'OPEN' },
      { role: 'user', text: 'Oh, yes.', private: false },
    ] as const;
    const heard = listen('Oh, yes.', contextOf([...history.slice(0, 1)], 'PHONE'));
    const request = aRequest({
      findings: [gap],
      history: [...history],
      heard,
      conversation: { number: 3 },
    } as never);

    const prompt = systemPrompt(planTurn(request), request);

    expect(prompt).toMatch(/ask this gently.*correct nothing: .*between 1962 and 1970\?/);
  });
});
