import { describe, expect, test } from 'vitest';
import { isOpenPrompt } from '#api/conversations/interviewer/forms/open-prompts.ts';
import { normalise, sentencesOf, wordCount } from '#api/conversations/interviewer/words.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { aLife } from './request.ts';

const STORIES = [
  'My grandmother kept a bakery on Rivet Street, and every morning before school I carried the warm rolls to the station for the men of the early train.',
  'My father mended nets in the barn. He hardly spoke, but he whistled all day, and we children could tell by the tune how the catch had been.',
  'Yes.',
  'We lived in a small house by the harbor. In winter the kitchen was the only warm room, so all six of us did our homework at the same table.',
  'I went to work at the telephone exchange when I was seventeen. My teacher Agnes Doyle had put in a word for me, and my mother sewed me a gray dress.',
  'Des called from the Coast Guard station four nights running, always the wrong number, and on the fifth night I asked him what he really wanted.',
];

const asksIn = (text: string) => sentencesOf(text).filter((sentence) => sentence.includes('?'));

describe('The built-in interviewer', () => {
  test('begins by saying who it is, that it is a computer, and on whose behalf it speaks', () => {
    expect(aLife().begin().text).toMatch(
      /^Hello Alma, I’m Evertold, a computer, calling for your daughter Teresa\./,
    );
    expect(aLife({ conversation: { channel: 'SMS' } }).begin().text).toContain(
      'writing for your daughter Teresa',
    );
    expect(aLife({ subject: { isSelf: true }, conversation: { channel: 'WEB' } }).begin().text).toMatch(
      /^Hello Alma, I’m Evertold, a computer that listens\./,
    );
    expect(aLife({ conversation: { togetherWith: 'Marisol' } }).begin().text).toMatch(
      /^Hello Alma and Marisol,/,
    );
  });

  test('repeats in 400 turns only questions that name nothing, asks no two at once and keeps to 25 words', () => {
    const life = aLife();
    const turns = [life.begin()];
    for (let at = 0; at < 400; at++) {
      const turn = life.say(`${STORIES[at % STORIES.length]} That was in ${1950 + (at % 40)}.`);
      turns.push(turn);
      if (turn.plan.kind === 'CLOSE') turns.push(life.nextConversation());
    }
    const asked = turns.flatMap(({ text }) => asksIn(text)).map(normalise);
    expect(asked.length).toBeGreaterThan(300);
    const repeated = asked.filter((question, at) => asked.indexOf(question) !== at);
    expect(repeated.filter((question) => !isOpenPrompt(question))).toEqual([]);
    const talks = turns.reduce<string[][]>((all, { text, plan }) => {
      if (plan.kind === 'OPEN') all.push([]);
      all.at(-1)?.push(...asksIn(text).map(normalise));
      return all;
    }, []);
    expect(talks.length).toBeGreaterThan(20);
    expect(talks.filter((talk) => new Set(talk).size < talk.length)).toEqual([]);
    expect(turns.filter(({ text }) => wordCount(text) > 25 || asksIn(text).length > 1)).toEqual([]);
    const thanks = turns.map(({ text }) => sentencesOf(text)[0]);
    expect(thanks.filter((first, at) => at > 0 && first === thanks[at - 1] && first !== undefined)).toEqual(
      [],
    );
  });

  test('returns to what the person spoke of before when the bank has no questions left', () => {
    const life = aLife({
      told: { doneKeys: BANK.map(({ key }) => key), earlierWords: STORIES },
      conversation: { number: 9 },
    });
    const turn = life.begin();
    expect(turn.plan.ask?.from).toBe('OPEN_FORM');
    expect(turn.text).toMatch(
      /your grandmother|your father|your teacher|your mother|Rivet Street|the bakery|the barn|your house|the harbor|the kitchen|the station|the telephone exchange|the Coast Guard/,
    );
  });

  test('repeats some of the person’s own words', () => {
    const life = aLife();
    life.begin();
    expect(life.say(STORIES[1] ?? '').plan.kind).toBe('FOLLOW_UP');
  });

  test('stays at most three times with one story before it asks for another', () => {
    const life = aLife({ conversation: { limits: { minutes: 120, questions: 60 } } });
    const kinds = [
      life.begin().plan.kind,
      ...Array.from({ length: 30 }, (_, at) => life.say(STORIES[at % 2] ?? '').plan.kind),
    ];
    expect(kinds.join(' ')).not.toMatch(/(?:FOLLOW_UP ?){4}/);
    expect(kinds).toContain('ASK');
  });

  test('asks the family’s questions first, names who asks, and removes memory tests from them', () => {
    const life = aLife({ requests: [{ id: 'r1', text: 'Do you remember the hurricane?', askedBy: 'Owen' }] });
    const { text, plan } = life.begin();
    expect(plan.ask?.requestId).toBe('r1');
    expect(text).toContain('Tell us about the hurricane.');
    expect(
      life.say('My father put the mattresses on the kitchen table, and then the water came in.').plan.effects,
    ).toContainEqual({ effect: 'REQUEST', requestId: 'r1', status: 'ANSWERED' });
  });

  test('announces a question of the family that is too long for the greeting, and then asks it whole', () => {
    const question =
      'How did you and Grandpa decide to leave everything behind and come to this country with two small children?';
    const life = aLife({ requests: [{ id: 'r1', text: question, askedBy: 'Owen' }] });
    expect(life.begin().text).toMatch(/Owen has a question for you\./);
    const { text, plan } = life.say('I’m ready.');
    expect(plan.ask?.requestId).toBe('r1');
    expect(text).toContain(question);
  });

  test('asks a whole part of a question that is longer than any turn', () => {
    const question =
      'When you were working at the mill and Grandpa was away at the war and the winters were so very cold, who looked after the children?';
    const life = aLife({ requests: [{ id: 'r1', text: question, askedBy: 'Owen' }] });
    expect(life.begin().text).toMatch(/Who looked after the children\?$/);
  });

  test('takes up a long story twice, and then asks the family’s question that waits', () => {
    const requests = ['What was your first car?', 'Where did you buy your hats?'].map((text, at) => ({
      id: `r${at}`,
      text,
      askedBy: 'Owen',
    }));
    const life = aLife({ requests });
    life.begin();
    const plans = [0, 2, 3].map((at) => life.say(`${STORIES[at === 2 ? 5 : at]} ${STORIES[at + 1]}`).plan);
    expect(plans.map(({ kind }) => kind)).toEqual(['FOLLOW_UP', 'FOLLOW_UP', 'ASK']);
    expect(plans[2]?.ask?.requestId).toBe('r1');
  });

  test('asks nothing heavy in the first two conversations, and never about an avoided theme', () => {
    const life = aLife({ subject: { avoidedThemes: ['war'] } });
    const keys = [life.begin().plan.ask?.questionKey];
    for (let at = 0; at < 23; at++) {
      const turn = life.say('I see, well, yes.');
      keys.push(turn.plan.ask?.questionKey);
      if (turn.plan.kind === 'CLOSE') life.nextConversation();
    }
    const questions = BANK.filter(({ key }) => keys.includes(key));
    expect(questions.length).toBeGreaterThan(10);
    expect(
      questions.filter(
        ({ sensitivity, chapter, theme }) =>
          sensitivity === 2 || chapter === 'hard-times' || theme.includes('war'),
      ),
    ).toEqual([]);
  });

  test('never returns to what the person asked it to leave alone', () => {
    const life = aLife({ conversation: { limits: { minutes: 120, questions: 100 } } });
    life.begin();
    const turn = life.say('I don’t want to talk about my father.');
    expect(turn.plan.effects).toContainEqual({ effect: 'AVOID_THEME', theme: 'father' });
    const later = Array.from(
      { length: 40 },
      () => life.say('My father and my sister had a boat, and my sister sang.').text,
    );
    expect(later.filter((text) => /\b(?:father|dad|papa)/i.test(text))).toEqual([]);
  });

  test('closes after twelve questions or thirty minutes and says when it calls again', () => {
    const nextCallAt = new Date('2026-11-17T15:30:00Z');
    const life = aLife({ conversation: { nextCallAt } });
    life.begin();
    life.say(STORIES[0] ?? '');
    life.wait(31);
    const { text, plan } = life.say(STORIES[3] ?? '');
    expect(plan.effects).toContainEqual({ effect: 'END', reason: 'TIME_LIMIT' });
    expect(text).toMatch(/Alma.*I’ll call on Tuesday at 10:30 AM\..*Goodbye\.$/);
  });

  test('asks one light question before it ends after something heavy', () => {
    const life = aLife();
    life.begin();
    life.wait(31);
    const heavy = life.say(
      'Well, that was the week after the funeral, and the house was full of strangers eating our bread.',
    );
    expect(heavy.plan.kind).toBe('ASK');
    expect(BANK.find(({ key }) => key === heavy.plan.ask?.questionKey)?.sensitivity).toBe(0);
    expect(life.say('We had a yellow kitchen.').plan.kind).toBe('CLOSE');
  });

  test('answers grief with a pause and a choice, and follows the choice', () => {
    const life = aLife();
    life.begin();
    const { plan, text } = life.say('My husband died in March.');
    expect(plan).toMatchObject({ kind: 'COMFORT', ask: null });
    expect(text).toMatch(/break/);
    expect(life.say('I would like a pause.').plan.kind).toBe('WAIT');
    expect(life.say('Something lighter, please.').plan.kind).toBe('ASK');
  });

  test('answers words of crisis with where to get help, and notifies the owner', () => {
    const life = aLife();
    life.begin();
    const { plan, text } = life.say('I don’t want to live any more.');
    expect(plan.effects).toEqual([{ effect: 'WELLBEING_NOTE', about: 'CRISIS' }]);
    expect(text).toMatch(/988.*911/);
    expect(wordCount(text)).toBeLessThanOrEqual(25);
    expect(life.say('All right.').plan.kind).toBe('COMFORT');
    const abroad = aLife({ subject: { country: 'PT', timeZone: null } });
    abroad.begin();
    expect(abroad.say('I want to kill myself.').text).toContain('112');
  });

  test('asks once whether to stop for today or for good, and follows the answer', () => {
    const life = aLife();
    life.begin();
    expect(life.say('Stop.').plan.kind).toBe('CONFIRM_STOP');
    const { plan, text } = life.say('For good.');
    expect(plan.effects).toEqual([
      { effect: 'WITHDRAW_CONSENT', kinds: ['CALLS', 'SMS'] },
      { effect: 'END', reason: 'ASKED_FOR_GOOD' },
    ]);
    expect(text).toMatch(/I won’t call again/);
  });

  test('repeats a question without counting it as asked again, and waits on request', () => {
    const life = aLife();
    const opened = asksIn(life.begin().text)[0] ?? '';
    const { text, plan } = life.say('Sorry, what did you say?');
    expect(plan.kind).toBe('REPEAT');
    expect(normalise(text)).toContain(normalise(opened));
    expect(text).not.toContain('?');
    expect(life.say('Wait a minute.').plan.kind).toBe('WAIT');
  });

  test('is honest about what it is', () => {
    const life = aLife();
    life.begin();
    expect(life.say('Are you a real person?').text).toMatch(/computer.*built-in interviewer/);
  });

  test('makes words private on request and does not mention them next time', () => {
    const life = aLife();
    life.begin();
    const { plan, text } = life.say(
      'Between you and me, my uncle ran a casino behind the barbershop and nobody in the family ever knew.',
    );
    expect(plan.effects).toContainEqual({ effect: 'MAKE_PRIVATE', scope: 'THIS' });
    expect(text).toMatch(/private|between us/);
    life.say('That’s all for today.');
    expect(life.nextConversation().text).not.toMatch(/uncle|casino|barbershop/);
  });

  test('mentions the last conversation', () => {
    const life = aLife();
    life.begin();
    life.say(STORIES[0] ?? '');
    life.say('That’s all for today.');
    expect(life.nextConversation().text).toMatch(
      /^(?:Hello again|Hello|Good morning), Alma\..*the computer.*(?:Last time|left off)/,
    );
  });
});
