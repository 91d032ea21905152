import { describe, expect, test } from 'vitest';
import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import { echoesOf } from '#api/conversations/interviewer/text-analysis/echo.ts';
import { secondPerson } from '#api/conversations/interviewer/text-analysis/second-person.ts';
import { topicsIn } from '#api/conversations/interviewer/text-analysis/topics.ts';
import { annoys } from '#api/conversations/interviewer/turn.ts';
import { sentencesOf, wordCount } from '#api/conversations/interviewer/words.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { ANSWERS } from './answers.ts';
import { aLife, aRequest } from './request.ts';

/** The turn after one answer to a question of the bank, with its plan. */
function turnAfter(questionKey: string, said: string) {
  const text = BANK.find(({ key }) => key === questionKey)?.text ?? '';
  const asked: HistoryTurn = { role: 'assistant', text, private: false, kind: 'ASK', questionKey };
  const heard = listen(said, contextOf([asked], 'PHONE'));
  const history: HistoryTurn[] = [asked, { role: 'user', text: said, private: false }];
  const request = aRequest({ history, heard, conversation: { number: 3 } });
  const plan = planTurn(request);
  return { text: wordTurn(plan, request), plan };
}

const topics = (said: string) => topicsIn(said).map(({ text }) => text);
const echo = (said: string) => echoesOf(said)[0]?.text;

describe('The turn after an answer', () => {
  test.each(ANSWERS)('$said', ({ questionKey, said, turn }) => {
    expect(turnAfter(questionKey, said).text).toBe(turn);
  });

  test('is complete and well formed after each of more than sixty answers', () => {
    expect(ANSWERS.length).toBeGreaterThan(60);
    const broken = ANSWERS.filter(({ turn }) => {
      const sentences = sentencesOf(turn);
      return (
        wordCount(turn) > 25 ||
        (turn.match(/\?/g)?.length ?? 0) > 1 ||
        annoys(turn) ||
        sentences.some((sentence) => !/^[“\p{Lu}].*[.?]$/u.test(sentence)) ||
        /\b(?:I|my|me|our) (?!only\b)/.test(
          sentences
            .slice(0, -1)
            .join(' ')
            .replace(/^I.m sorry.*?\./, ''),
        ) ||
        /\{|\}|undefined|null|\b(\p{L}+) \1\b/u.test(turn)
      );
    });
    expect(broken).toEqual([]);
  });

  test('asks about a person whom the answer turned to instead of using the question’s own follow-ups', () => {
    const { plan } = turnAfter(
      'way-to-school',
      'My uncle Ned was struck by lightning that spring. He got up again, asked for his hat, and walked the two miles home to his supper.',
    );
    expect(plan.ask?.from).toBe('OWN_WORDS');
  });

  test('uses the question’s own follow-ups after a short answer', () => {
    expect(turnAfter('house-grew-up', 'Oh, it was small.').plan.ask?.from).toBe('BANK_FOLLOW_UP');
  });

  test('asks only what was told about somebody known by hearsay', () => {
    const { text } = turnAfter(
      'family-names-back',
      'My grandfather came from a village near Lublin in 1911, with two goats and the wrong papers.',
    );
    expect(text).toMatch(/told|tell|spoken of|ask|bring along/);
  });

  test('offers a pause and a choice when the person turns away from something hard', () => {
    const { plan, text } = turnAfter(
      'losing-partner',
      'Emmett died in the spring. I do not want to talk about the hospital.',
    );
    expect(plan).toMatchObject({ kind: 'COMFORT', ask: null });
    expect(text).toMatch(/leave that alone\..*break/);
    expect(plan.effects).toContainEqual({ effect: 'AVOID_THEME', theme: 'illness' });
  });

  test('offers a choice after something hard before it asks for another story', () => {
    const life = aLife({ conversation: { number: 3, limits: { minutes: 60, questions: 30 } } });
    life.begin();
    const hard = 'The barn burned in August, with the horses in it. The hired man was killed.';
    const kinds = [life.say(hard).plan.kind, life.say(`${hard} He was twenty.`).plan.kind];
    expect(kinds).toEqual(['FOLLOW_UP', 'COMFORT']);
    expect(life.say('Something lighter, please.').plan.kind).toBe('ASK');
  });

  test('asks nothing about other people after private words', () => {
    const { text } = turnAfter(
      'boss-in-charge',
      'Keep this between us, but Mr. Dray padded the books, and he told me so at the Christmas supper.',
    );
    expect(text).toMatch(/private|between us/);
    expect(text).not.toMatch(/others|people|family|tell/);
  });

  test('does not treat a slaughtered pig as grief', () => {
    expect(
      turnAfter('holiday-table', 'Every November we killed a pig, and my uncle Bram made the sausage.').text,
    ).not.toMatch(/sorry|easy|trusting/);
  });

  test('says nothing cheerful and no bridging sentence after something hard', () => {
    const { text } = turnAfter(
      'mother-before-you',
      'My sister was killed on the road the year before, and the house went quiet.',
    );
    expect(text).not.toMatch(/wonder|curious|You mentioned/);
  });
});

describe('A topic', () => {
  test('is a person’s name when the name was said', () => {
    expect(topics('My brother Amos kept pigeons. Mrs. Varga hated them.')).toEqual(
      expect.arrayContaining(['Amos', 'Mrs. Varga']),
    );
  });

  test('is never taken from quoted speech', () => {
    expect(topics('He said, “Sell the horse and buy the boat.”')).toEqual([]);
  });
});

describe('An echo', () => {
  test.each([
    ['He asked me out. Three weeks running.', 'Three weeks running.'],
    ['I kept the key in my shoe, and nobody ever asked.', 'You kept the key in your shoe.'],
    ['We went home. My mother never said a word.', 'Your mother never said a word.'],
    ['He came up the path with a bag of pears and a broken umbrella.', 'A bag of pears.'],
  ])('is a complete phrase of the person in the second person: %s', (said, expected) => {
    expect(echoesOf(said).map(({ text }) => text)).toContain(expected);
  });

  test.each([
    'Well, you know, it was sort of like that.',
    'I don’t know.',
    'It was about 1950.',
    'She said, “Come in.”',
  ])('is not made from empty or quoted words: %s', (said) => {
    expect(echo(said)).toBeUndefined();
  });

  test('puts every word into the second person', () => {
    expect(secondPerson('I was sure that my sister had left me ours')).toBe(
      'you were sure that your sister had left you yours',
    );
    expect(secondPerson("I'm the one who wasn't asked")).toBe('you’re the one who wasn’t asked');
  });
});

describe('A conversation', () => {
  const told = [
    'My father kept the lighthouse for nineteen years. He wound the clockwork every four hours, and my mother took the watch at two.',
    'We had a goat that could open doors. My brother Amos taught it, and it let itself into the church at Christmas.',
    'The supply boat came on Fridays. Captain Rudd brought oranges, and he threw them up to us one by one from the deck.',
    'In the winter the path froze and we crawled along the rope. My mother sang so that we knew where the door was.',
    'I learned to read from the tide tables. My aunt Vera laughed about it, but she sent me a dictionary.',
    'When the light went electric, my father sat in the kitchen with his hands on the table. He did not wind anything any more.',
  ];

  function turns(conversations: number) {
    const life = aLife({ conversation: { number: 3 } });
    const said = [life.begin()];
    for (let number = 1; number <= conversations; number++) {
      for (const answer of told) said.push(life.say(`${answer} That was our year ${number}.`));
      life.say('That’s all for today.');
      said.push(life.nextConversation());
    }
    return said;
  }

  test('never uses a question form twice within one conversation', () => {
    const names =
      /your (?:father|mother|brother|aunt)(?:’s \p{L}+)?|Amos|Captain Rudd|Vera|Aunt Vera|the \p{L}+/giu;
    const talks = turns(2).reduce<string[][]>((all, { text, plan }) => {
      if (plan.kind === 'OPEN') all.push([]);
      if (plan.ask?.from === 'OWN_WORDS')
        all.at(-1)?.push((sentencesOf(text).at(-1) ?? '').replace(names, '…'));
      return all;
    }, []);
    expect(talks.flat().length).toBeGreaterThan(5);
    expect(talks.filter((forms) => new Set(forms).size < forms.length)).toEqual([]);
  });

  test('never asks twice what somebody was like, in these or other words', () => {
    const stories = [
      'Mr. Tangen brought the mail. He rowed out in any weather, and he never once took a cup of coffee inside.',
      'One night the lamp went out, and Mr. Tangen rowed to us in the dark. He stood at the door and he was white.',
      'Mr. Tangen taught me to row when I was seven. He sat in the bow with his back to me and he sang.',
    ];
    for (let seed = 1; seed < 30; seed++) {
      const life = aLife({ seed, conversation: { number: 3, limits: { minutes: 60, questions: 30 } } });
      life.begin();
      const asked = stories.map((story) => life.say(story).text);
      life.say('That’s all for today.');
      life.nextConversation();
      asked.push(...stories.map((story) => life.say(`${story} That was so.`).text));
      const described = asked.filter((text) =>
        /(?:like|describe|sort of person).*Tangen|Tangen.* like/.test(text),
      );
      expect(described.length).toBeLessThan(2);
    }
  });

  test.each([
    [
      'I opened my mouth and I said, “Good morning.” The girls on both sides laughed so hard that Mrs. Hathaway had to walk up and down.',
      /mouth|side/,
    ],
    [
      'Des made a rule with an egg timer, three minutes each, and Paul found out that if you put the timer in the flour it never rang.',
      /liked to ask|was Paul like\?|flour|timer/,
    ],
    [
      'Six eggs, and the peel of a lemon, and you let it rise under your coat. It has to be a coat that somebody has worn.',
      /egg|lemon|peel/,
    ],
    [
      'It hung on that door the whole time. I wore it on the first day of school, and I was the only girl in the room whose shoes did not squeak.',
      /only girl|room|shoes|door/,
    ],
    [
      'It was more like rain. Forty girls all saying the same thing, and the lights coming on and going out all along the board like a town at supper time.',
      /lights|town|supper|rain|board/,
    ],
    [
      'He found the boat two streets up from the harbor, leaning on a lamppost like a man waiting for a bus. He was so happy that he kissed the lamppost.',
      /lamppost|bus/,
    ],
  ])('asks about nothing that is named in passing: %s', (story, never) => {
    for (let seed = 1; seed < 20; seed++) {
      const life = aLife({ seed, conversation: { number: 3 } });
      life.begin();
      expect(life.say(story).text).not.toMatch(never);
    }
  });

  test('has no acknowledgement before most questions', () => {
    const followUps = turns(3).filter(({ plan }) => plan.kind === 'FOLLOW_UP');
    const bare = followUps.filter(({ text }) => sentencesOf(text).length === 1);
    expect(bare.length / followUps.length).toBeGreaterThan(0.5);
    expect(
      followUps.filter(({ text }) => /^(?:Thank you|I see|I hear you|I.m listening)\b/.test(text)),
    ).toEqual([]);
  });

  test('stays a turn longer when the person has left the question twice', () => {
    const life = aLife({ conversation: { number: 3, limits: { minutes: 60, questions: 30 } } });
    life.begin();
    const kinds = told.slice(0, 4).map((answer) => life.say(answer).plan.kind);
    expect(kinds).toEqual(['FOLLOW_UP', 'FOLLOW_UP', 'FOLLOW_UP', 'ASK']);
  });

  test('begins with varying greetings and mentions the title of the last one', () => {
    const openings = [3, 4, 5].map(
      (number) =>
        aLife({ conversation: { number, last: { title: 'My father’s lighthouse', summary: null } } }).begin()
          .text,
    );
    expect(new Set(openings.map((text) => sentencesOf(text)[0])).size).toBeGreaterThan(1);
    expect(
      openings.every((text) => text.includes('your father’s lighthouse') && text.includes('computer')),
    ).toBe(true);
  });
});
