import { describe, expect, test } from 'vitest';
import { toldBy } from '#api/biography/pipeline/load.ts';
import { classifier } from '#api/dialogue-acts/classifier.ts';
import { dangerHinted } from '#api/dialogue-acts/english/danger.ts';
import { isQuoted } from '#api/dialogue-acts/english/quoting.ts';
import { objectOf } from '#api/dialogue-acts/objects.ts';
import { readUtterance, storySpans } from '#api/dialogue-acts/read-utterance.ts';
import { consentsNamedIn } from '#api/dialogue-acts/rules/withdrawal.ts';
import { storyText, toldText } from '#api/dialogue-acts/story-text.ts';
import { expandTemplate, hashOfTemplates } from '#api/dialogue-acts/train.ts';
import { hashOfTurns } from '#api/dialogue-acts/turn-tagger/print-examples.ts';
import { tagTurn } from '#api/dialogue-acts/turn-tagger/tagged-turn.ts';
import { dataHashOfTagger } from '#api/dialogue-acts/turn-tagger/tagger.ts';
import { withApostrophes } from '#api/language/contractions.ts';
import { languages } from '#api/language/languages.ts';
import { LinearModel } from '#api/language/linear-model.ts';
import { fitModel, modelFile, randomFrom } from '#api/language/linear-training.ts';
import {
  type AsideCase,
  type CrisisCase,
  measureAsides,
  measureCrisis,
  measureOrdinary,
  measurePrivacy,
  measureWishesAmid,
  measureWithdrawals,
} from '#tests/figures/acts.ts';
import { type Figure, type Half, loadCases, shareOf } from '#tests/figures/cases.ts';
import { talks } from '../../prisma/demo/talks.ts';

describe('The dialogue act model', () => {
  test('is trained on the current templates: run "npm run train" after a change', () => {
    expect(classifier().dataHash).toBe(hashOfTemplates());
  });

  test('of whole turns is trained on the current turns and templates: run "npm run train" after a change', () => {
    for (const language of languages) expect(dataHashOfTagger(language)).toBe(hashOfTurns(language));
  });

  test('is trained on the same sentences of a template each time', () => {
    const template = '{keep|hold} that {back|between us} {please|}';

    expect(expandTemplate(template, randomFrom(1), 8)).toEqual(expandTemplate(template, randomFrom(1), 8));
    expect(expandTemplate(template, randomFrom(1), 8)).toContain('keep that between us please');
  });
});

describe('What isn’t story by the words around it', () => {
  test.each([
    [
      'we had the shop on the corner for thirty years and biscuit get down off that chair get down and my mother did the accounts at night by the stove',
      'biscuit get down off that chair get down',
    ],
    [
      'in the cage twenty of us and the bottom dropped out of your belly pet will you shut that window the bairns are making a racket an old hewer called septimus put his cap over my eyes he said now you cannot see it coming',
      'pet will you shut that window the bairns are making a racket',
    ],
    [
      'My uncle built the boat in our yard. Doris, leave the window, there is a draught. It took him four winters.',
      'Doris, leave the window, there is a draught.',
    ],
  ])('are left out of the story around them: %s', (said, aside) => {
    const told = toldText(said);

    for (const word of ['get', 'kettle', 'window'].filter((each) => aside.includes(each)))
      expect(told).not.toContain(word);
    expect(told.split(' ').length).toBeGreaterThan(said.split(' ').length - aside.split(' ').length - 4);
  });

  test.each([
    'My grandmother stood at the door and she shouted get down off that wall and come in for your tea.',
    'The foreman would say, "Put that kettle on, would you," before he had his coat off.',
    'She never let us sit by the window in the winter because there is a draught there to this day.',
  ])('are not found in what somebody says in a story: %s', (said) => {
    expect(toldText(said)).toBe(said);
  });

  test('is looked for in 4,000 words in less than 1.5 s', () => {
    const long = 'my father took the bus to the mill each day and he never once was late for it '.repeat(240);
    const before = process.cpuUsage();

    tagTurn(long, 'en');

    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  });
});

describe('What a sentence says, weighed by the turn around it', () => {
  const doubtsIn = (said: string) =>
    readUtterance(said)
      .spans.filter(({ act }) => act !== 'TELLS' && act !== 'ANSWERS')
      .map(({ act, doubtful }) => `${act}${doubtful ? '?' : ''}`);

  test.each([
    'Her recipes, with one thing left out of each. She did it on purpose. I’ve been forty years finding out what. It was vinegar in the beets, it was a bay leaf.',
    'We were strict. Study, church, and home. They wanted to go to sleepovers and I said no. Now they are telling their own children no.',
    'It means a lot. I pray in the morning and at night. It carried me when Cyril died.',
  ])('is asked about no longer where nothing around it speaks for that: %s', (said) => {
    expect(doubtsIn(said)).toEqual([]);
  });

  test('needs no question where all around it speaks for it', () => {
    expect(doubtsIn('I stand on the bridge at night and look at the water.')).toEqual(['DISTRESS']);
  });

  test.each([
    'Ernie wet the bed the last year, a grown man, and I changed the sheets at three. His widow from the first time still sends me a card, and I should not want her to come upon it.',
    'he had it off the back of a lorry every bit of it so that part doesnt make it past the shop door',
  ])('may be a wish that only the turn shows: %s', (said) => {
    expect(doubtsIn(said)).not.toEqual([]);
    expect(doubtsIn(said).every((each) => each.startsWith('PRIVACY'))).toBe(true);
  });

  test('is read by itself after the first thousand words', () => {
    const story = 'My father took the bus to the mill each day and he never once was late for it. '.repeat(
      80,
    );

    expect(doubtsIn(`${story}Please keep all of that private.`)).toEqual(['PRIVACY']);
  });
});

describe('The reading of an utterance', () => {
  test('takes no consent back where a story only sounds like it', () => {
    for (const story of [
      'I sat at the switchboard for nine years. Number, please. Number, please. You said it in your sleep.',
      'The bus stopped by the hospital, and what I know I know from that stop.',
      'We had one rule on the night shift. Line one, please. Hold the line, please.',
      ...talks.flatMap((talk) => talk.said),
    ])
      expect(
        readUtterance(story).spans.filter(({ act }) => act === 'WITHDRAWS'),
        story,
      ).toEqual([]);
  });

  const said =
    'My father kept bees behind the church for forty years. Hold on, somebody is at the door. I want to die. Yes.';

  test('gives the act of every sentence in order', () => {
    const { spans } = readUtterance(said);

    expect(spans.map(({ act }) => act)).toEqual(['TELLS', 'ASIDE', 'DISTRESS', 'ANSWERS']);
    expect(spans.map(({ start, end }) => said.slice(start, end))).toEqual([
      'My father kept bees behind the church for forty years.',
      'Hold on, somebody is at the door.',
      'I want to die.',
      'Yes.',
    ]);
  });

  test('marks a whole sentence as danger when a part of it speaks of danger', () => {
    const danger = 'I don’t want to be alive any more. I stand at the window every night and want to end it.';

    expect(readUtterance(danger).spans.map(({ act }) => act)).toEqual(['DISTRESS']);
    expect(toldText(danger)).toBe('');
  });

  test('keeps only the story, at its original offsets', () => {
    const story = storyText(said);

    expect(story).toHaveLength(said.length);
    expect(toldText(said)).toBe('My father kept bees behind the church for forty years.');
    expect(storySpans(readUtterance(said)).map(({ start, end }) => story.slice(start, end))).toEqual([
      'My father kept bees behind the church for forty years.',
    ]);
  });

  test.each(['', ' \n ', '…', '?!?!', '🙂🙂', 'a'.repeat(5_000), 'no '.repeat(3_000)])(
    'is found for whatever is typed: %#',
    (text) => {
      expect(readUtterance(text).spans.every(({ start, end }) => 0 <= start && end <= text.length)).toBe(
        true,
      );
    },
  );

  test('finds what a wish is about', () => {
    expect(objectOf('Anything I say about my sister Rosa stays private.')).toBe('sister rosa');
    expect(objectOf('Keep that between us.')).toBeNull();
  });

  test.each([
    ['Anything I let slip on the second shop, that is not going in any book of mine.', 'shop'],
    ['You leave the will out every time, that is the deal.', 'will'],
    ['If Harold comes up, you are to let that go by.', 'harold'],
    ['The whole business with Louisa, I do not want it in there.', 'louisa'],
    ['Don’t you go writing the whisky down.', 'whisky'],
    ['Those things are not to be printed, any of it.', null],
    ['Not to be published, none of that, whenever it comes.', null],
  ])('finds it by its place, not by the words of the wish: %s', (wish, object) => {
    expect(objectOf(wish)).toBe(object);
  });

  test('hears an answered telephone and a cough as asides', () => {
    expect(toldText('I learned it from my uncle. Hello? No, he is out, ring after seven. No.')).toBe(
      'I learned it from my uncle.',
    );
    expect(
      toldText('My father put me on a pony, excuse me, frog in my throat, and that pony ran to the river.'),
    ).not.toContain('throat');
  });

  test.each([
    'My aunt leaned over the counter. "Shut that door! Were you born in a tent?" We all ran for it.',
    "The purser knocked every night. 'Are you still there, madam? Hold on to the rail.' It was a rough crossing.",
    'The baker kept on asking, can you hear me, and nobody had the heart to answer him.',
    'They’d call down the stairs, who’s there? And we never said a word.',
  ])('takes what was said in a story for part of it: %s', (story) => {
    expect(toldText(story)).toBe(story);
  });

  test('hears an aside before a sentence that begins with somebody saying something', () => {
    const told = toldText(
      'We met at a dance in the parish hall. Can you hear me all right, the line is crackling She said she only danced with tall men.',
    );

    expect(told).not.toContain('crackling');
    expect(told).toContain('She said she only danced with tall men.');
  });

  test('takes a wish until the death of the person for no danger', () => {
    const { spans } = readUtterance('They can read the truth of it once I’ve been carried up to the hill.');
    expect(spans.map(({ act }) => act)).toEqual(['AUDIENCE']);
  });
});

describe('A hint at danger', () => {
  test.each([
    ['I sat with the shotgun last night, and so far I put it away again.', 'crisis-self'],
    ['I skip my insulin now. Nobody would know it was on purpose.', 'crisis-self'],
    [
      'I have written a letter to each of them, under the clock. I will not be here on Sunday.',
      'crisis-self',
    ],
    ['My nephew hits me when he has been drinking.', 'crisis-harm'],
    ['If I tell the pastor he will break my other arm.', 'crisis-harm'],
    ['She puts something in my tea so that I sleep.', 'crisis-harm'],
  ])('is recognised: %s', (said, label) => {
    expect(dangerHinted(said)).toBe(label);
    expect(toldText(said)).toBe('');
  });

  test.each([
    'My father kept the shotgun for the foxes and put it back every night.',
    'When I was a girl we jumped off the bridge every summer, just let go and fell.',
    'She beats me at cards every time.',
    'They lock the front door at night here, at nine.',
    'I take eleven pills a day now and count them into a box.',
    'He hit me the once in 1951, and I left him.',
  ])('is not found in a story: %s', (said) => {
    expect(dangerHinted(said)).toBeNull();
  });
});

describe('Despair', () => {
  test.each([
    'They’d be better off if I was dead. I’ve been planning it, you know, and I’m not even afraid.',
    'Tell them it was nothing they did. Tell them I was tired of it and I went of my own will.',
    'I was hoping I wouldn’t wake up.',
    'There’s no point going on since he passed away.',
    'Nothing left to live for since she went.',
    'Don’t want to be here since she passed.',
  ])('is danger, also where “I” is left out or the past is spoken of: %s', (said) => {
    expect(readUtterance(said).spans.map(({ act }) => act)).toContain('DISTRESS');
  });
});

describe('Quoted words in a story', () => {
  const quoted = (sentence: string, part: string) => {
    const start = sentence.indexOf(part);
    return isQuoted(sentence, start, start + part.length);
  };

  test('are not addressed to us', () => {
    expect(quoted('People would tell us, don’t call me anymore, operator.', 'don’t call me anymore')).toBe(
      true,
    );
    expect(quoted('She says, mind the pot, I soon come.', 'mind the pot')).toBe(true);
    expect(quoted('Hold on a minute, my mother said, I am coming.', 'Hold on a minute,')).toBe(true);
  });

  test('end where the person speaks for themself', () => {
    expect(quoted('My son says I ought not, so stop the tape now.', 'so stop the tape now')).toBe(false);
    expect(quoted('Hold on, somebody is at the door.', 'Hold on')).toBe(false);
  });
});

describe('The consents that a sentence withdraws', () => {
  test.each([
    ['I don’t want them texts anymore, my phone buzzes in church.', ['withdraw-texts']],
    [
      'You can write up what you have, and let the children read it, but no ringing me again.',
      ['withdraw-calls'],
    ],
    ['I want no artificial intelligence, I withdraw from that.', ['withdraw-writing']],
    ['Keep the family out of it, no more.', ['withdraw-sharing']],
    ['Stop it all, the ringing, the taping, the lot.', ['all', 'five']],
  ])('are those that it names: %s', (said, labels) => {
    const named = consentsNamedIn(said);
    if (labels[0] === 'all') expect(named).toHaveLength(5);
    else expect(named).toEqual(labels);
  });

  test.each([
    ['I enjoy our mornings, so keep ringing. But the recording has to stop.', ['recording']],
    [
      'my brother hears everything i tell you and then he phones me to argue so dont share it with him or with the others any more',
      ['sharing'],
    ],
    ['Stop sending those. I do not want any more text messages.', ['texts']],
    [
      'The calls, the recording, the machine that writes, I do not agree to those any more.',
      ['calls', 'recording', 'writing'],
    ],
    ['Please stop having the AI turn my answers into prose.', ['writing']],
    ['I’d sooner you didn’t record these calls.', ['recording']],
    ['All the consents I gave you, I take them back.', ['calls', 'texts', 'recording', 'writing', 'sharing']],
    ['The warden wrote home, "Stop the letters and the phone calls, all of them." So we wrote in code.', []],
    ['One visitor said, "Please stop recording me, my wife will hear of it." We laughed about that.', []],
    ['I told you last week, "No more phone calls."', ['calls']],
    ['I said to my wife, no more phone calls on Sundays, and she laughed.', []],
  ])('are neither what goes on, nor what others said: %s', (said, consents) => {
    const taken = readUtterance(said).spans.filter(({ act, doubtful }) => act === 'WITHDRAWS' && !doubtful);
    const labels = new Set(taken.flatMap(({ labels }) => labels));
    expect([...labels].sort()).toEqual(consents.map((consent) => `withdraw-${consent}`).sort());
  });
});

describe('Words that ask or refuse something, which the model hardly takes for a wish', () => {
  test.each([
    'You could leave that off, couldn’t you, sugar? I’ve got pupils.',
    'I’d sooner that wasn’t generally known, the dogs in the street think it was a flood.',
    'I carry that one alone till today and it must stop right here with you.',
    'He drank. I don’t hold with that being wrote about, do you understand, that’s a shame on us.',
    'What I dont need em knowing is what the green suit cost and who paid it.',
  ])('are asked about: %s', (said) => {
    const wishes = readUtterance(said).spans.filter(({ act }) =>
      ['PRIVACY', 'AUDIENCE', 'DELETION'].includes(act),
    );
    expect(wishes).not.toEqual([]);
    expect(wishes.every(({ doubtful }) => doubtful)).toBe(true);
  });

  test.each([
    'You could leave your door open all night in those days, and nobody took a thing.',
    'He said I don’t want you to do it. I said I’m not asking you to do it, I’m doing it.',
    'I don’t have no quarrel with them.',
    'Oh, you can put that in, he’s been dead thirty years.',
    'We had to keep the goats off the road, and you never let them near the corn.',
  ])('are telling where they ask nothing of us: %s', (said) => {
    const acts = readUtterance(said).spans.map(({ act }) => act);
    expect(acts.filter((act) => ['PRIVACY', 'AUDIENCE', 'DELETION'].includes(act))).toEqual([]);
  });
});

describe('Speech transcribed without punctuation', () => {
  test('gets its apostrophes back where they are certain', () => {
    expect(withApostrophes('dont ring, thats none of your business, id rather not, i was ill')).toBe(
      "don't ring, that's none of your business, i'd rather not, i was ill",
    );
  });

  test('is split where the person turns from a story to somebody in the room', () => {
    const said = 'my father grew tomatoes in old tins all down the fence hang on theres somebody at the door';
    expect(toldText(said)).toMatch(/^my father grew tomatoes in old tins all down the fence/);
    expect(toldText(said)).not.toContain('at the door');
  });
});

describe('A sparse model', () => {
  const examples = ['a', 'b', 'c', 'd'].flatMap((group) => [
    { features: { index: Int32Array.of(3), value: Float32Array.of(1) }, columns: [0], group },
    { features: { index: Int32Array.of(9), value: Float32Array.of(1) }, columns: [1], group },
  ]);
  const alone = {
    features: { index: Int32Array.of(5), value: Float32Array.of(1) },
    columns: [0],
    group: 'e',
  };
  const shape = { columns: 2, buckets: 16 };
  const model = fitModel([...examples, alone], shape, randomFrom(1), 80, { dropout: 0.1, hashed: 16 });
  const hash = '00'.repeat(32);

  test('gives the same chances as the full one, in fewer bytes', () => {
    const whole = modelFile(model, shape, hash);
    const sparse = modelFile(model, { ...shape, isSparse: true }, hash);
    const chances = (file: Buffer, isSparse: boolean, bucket: number) =>
      new LinearModel(file, { ...shape, isSparse }).chancesOf({
        index: Int32Array.of(bucket),
        value: Float32Array.of(1),
      });

    expect(sparse.length).toBeLessThan(whole.length);
    for (const bucket of [3, 9, 12])
      expect(chances(sparse, true, bucket)).toEqual(chances(whole, false, bucket));
    expect(chances(sparse, true, 3)[0]).toBeGreaterThan(0.5);
  });

  test('learns nothing from features that only one group has', () => {
    expect([...model.weights.slice(10, 12)]).toEqual([0, 0]);
  });
});

describe.each(['privacy', 'crisis', 'withdraw', 'asides'])('In the cases of %s', (kind) => {
  const cases = (['open', 'kept', 'sixteenth'] as const).flatMap(
    (half) => loadCases<{ said: string }>(kind, half) ?? [],
  );
  const utterances = cases.map(({ said }) => said);

  test('what a correction may bring back into the story is neither a wish nor a withdrawal nor a danger', () => {
    expect(utterances.length).toBeGreaterThan(50);
    for (const said of utterances) {
      const { spans } = readUtterance(said);
      expect(spans.every(({ start }, at) => start >= (spans[at - 1]?.end ?? 0))).toBe(true);
      const { text, corrections = [] } = toldBy(said, { spans });
      const shown = corrections.reduce(
        (told, { start, end, text: words }) => told.slice(0, start) + words + told.slice(end),
        text,
      );
      for (const { act, start, end } of spans)
        if (['PRIVACY', 'AUDIENCE', 'DELETION', 'WITHDRAWS', 'DISTRESS'].includes(act))
          expect(shown.slice(start, end).trim()).toBe('');
    }
  });
});

describe('On the cases of authors of whom the tagger learned nothing', () => {
  const figures = <Case>(kind: string, half: Half, measure: (cases: readonly Case[]) => Figure[]) =>
    Object.fromEntries(
      measure(loadCases<Case>(kind, half) ?? []).map((figure) => [figure.what, shareOf(figure)]),
    );

  test('wishes, dangers and asides are found as often as the README of the tagger says, at least', () => {
    const privacy = figures('privacy', 'twentieth', measurePrivacy);
    expect(privacy['privacy wishes honoured outright']).toBeGreaterThanOrEqual(0.35);
    expect(privacy['privacy wishes heard in the middle of a long story']).toBeGreaterThanOrEqual(0.53);
    expect(privacy['privacy near-misses left open']).toBeGreaterThanOrEqual(0.76);
    const crisis = figures<CrisisCase>('crisis', 'twentieth', measureCrisis);
    expect(crisis['crisis recognised, or asked about at once']).toBeGreaterThanOrEqual(0.9);
    expect(crisis['crises of which words are printed']).toBeLessThanOrEqual(0.09);
    const asides = figures<AsideCase>('asides', 'twentieth', measureAsides);
    expect(asides['instructions, asides, meta-talk printed']).toBeLessThanOrEqual(0.21);
    expect(asides['stories beside them kept whole']).toBeGreaterThanOrEqual(0.93);
  });

  test('and in the words of one author more', () => {
    const privacy = figures('privacy', 'twentyfirst', measurePrivacy);
    expect(privacy['privacy wishes honoured or asked about']).toBeGreaterThanOrEqual(0.5);
    expect(privacy['privacy wishes heard in the middle of a long story']).toBeGreaterThanOrEqual(0.55);
    const crisis = figures<CrisisCase>('crisis', 'twentyfirst', measureCrisis);
    expect(crisis['crisis recognised, or asked about at once']).toBeGreaterThanOrEqual(0.8);
    expect(crisis['crisis near-misses left alone']).toBeGreaterThanOrEqual(0.9);
    const asides = figures<AsideCase>('asides', 'twentyfirst', measureAsides);
    expect(asides['stories beside them kept whole']).toBeGreaterThanOrEqual(0.95);
  });
});

describe('Long answers, as people give them in interviews', () => {
  test('are read as telling, also where they speak of secrets, records and readers', () => {
    const [read, asked, whole] = measureOrdinary(loadCases('ordinary', 'interviews') ?? []).map(shareOf);
    expect(read).toBeLessThanOrEqual(0.05);
    expect(asked).toBeLessThanOrEqual(0.12);
    expect(whole).toBeGreaterThanOrEqual(0.65);
  });

  test('may hold a wish', () => {
    const [heard] = measureWishesAmid(loadCases('wishes', 'interviews') ?? []).map(shareOf);
    expect(heard).toBeGreaterThanOrEqual(0.77);
  });
});

describe.each<[Half]>([['open'], ['kept']])(
  'On the %s half of the cases that were written without a look at the code',
  (half) => {
    const figures = <Case>(kind: string, measure: (cases: readonly Case[]) => Figure[]) =>
      measure(loadCases<Case>(kind, half) ?? []).map((figure) => [figure.what, shareOf(figure)] as const);
    const of = (all: readonly (readonly [string, number])[], what: string) =>
      all.find(([name]) => name === what)?.[1];

    test('wishes for privacy are honoured, and sentences that resemble one stay readable', () => {
      const all = figures('privacy', measurePrivacy);
      expect(of(all, 'privacy wishes honoured outright')).toBeGreaterThanOrEqual(0.8);
      expect(of(all, 'privacy wishes heard in the middle of a long story')).toBeGreaterThanOrEqual(0.85);
      expect(of(all, 'privacy near-misses left open')).toBeGreaterThanOrEqual(0.9);
    });

    test('words of crisis are recognised and not printed', () => {
      const all = figures<CrisisCase>('crisis', measureCrisis);
      expect(of(all, 'crisis recognised, or asked about at once')).toBeGreaterThanOrEqual(0.9);
      expect(of(all, 'crisis recognised in the middle of a long story')).toBeGreaterThanOrEqual(0.85);
      expect(of(all, 'crisis near-misses left alone')).toBeGreaterThanOrEqual(0.9);
      expect(of(all, 'crises of which words are printed')).toBeLessThanOrEqual(0.08);
    });

    test('withdrawals withdraw the consents that were meant', () => {
      const all = figures('withdraw', measureWithdrawals);
      expect(of(all, 'withdrawals exactly right')).toBeGreaterThanOrEqual(0.9);
    });

    test('ordinary telling is read as telling', () => {
      const all = figures('ordinary', measureOrdinary);
      expect(of(all, 'ordinary telling read as a wish, crisis or withdrawal')).toBeLessThanOrEqual(0.02);
      expect(of(all, 'ordinary telling asked back about')).toBeLessThanOrEqual(0.04);
    });
  },
);
