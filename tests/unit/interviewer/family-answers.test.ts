import { describe, expect, test } from 'vitest';
import { toldClauses } from '#api/conversations/interviewer/answering/answer-match.ts';
import { readReply } from '#api/conversations/interviewer/answering/reply.ts';
import { answersUnasked } from '#api/conversations/interviewer/answering/unasked-answer.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import { aLife } from './request.ts';

function replyTo(question: string, words: string) {
  const asked: HistoryTurn = {
    role: 'assistant',
    text: question,
    private: false,
    kind: 'ASK',
    requestId: 'q',
  };
  return readReply(question, words, listen(words, contextOf([asked], 'PHONE')));
}

describe('A reply to a family question', () => {
  test.each([
    ['What was your first car?', 'A Morris Minor.'],
    ['Were you happy there?', 'Yes.'],
    ['How did you and Grandpa meet?', 'I trod on his foot at the Palais.'],
    ['Why did you leave Ireland?', 'Well there was no work, was there. There were six of us and one spade.'],
    ['What was the war like for you as a girl?', 'Mostly I remember being cold. And carrots.'],
    [
      'What did you do in the flood?',
      'When the flood came, me I was in the courthouse with four hundred people.',
    ],
    [
      'What did Grandfather do in the war?',
      'I have thought on it. He was with the railway, in Minsk, and he knew what was in the trains.',
    ],
    ['What did you do in the strike?', 'We burned the fence to keep warm and sang hymns at the police.'],
    ['Where were you when Kennedy was shot?', 'Under a car, changing the oil, and my boss came out crying.'],
    [
      'What did you carry to school for lunch?',
      'Two cuts of bread with dripping, wrapped in the newspaper of the day before.',
    ],
    ['How many were you at home?', 'Fifty one and one slate between two.'],
    ['When did you stop farming?', 'oh that would be eighty nine or ninety, after the wife got her hip done'],
    ['What did your grandmother die of?', 'I don’t know, they never told us children anything.'],
    ['Where did you live after the flood?', 'With the nuns, four months of it, on mattresses in the chapel.'],
    [
      'How did you learn to fly?',
      'I held the armrest so tight that my ring bent. I must go now, the bus is coming, bye.',
    ],
    [
      'What games did you play?',
      'We had hoops and a thing called kick the tin, don’t ask me the rules, there were none.',
    ],
    ['Who is the man with the pipe?', 'That’s not a man, that’s my Aunt Grete.'],
    [
      'Did you ever go to jail?',
      'One night, in Half Way Tree, for a domino fight. I win the domino and lose it.',
    ],
  ])('answers it: %s %s', (question, words) => {
    expect(replyTo(question, words)).toBe('ANSWERS');
  });

  test.each([
    ['Why did you leave home so young?', 'I would prefer that we not go into it.'],
    ['Were you ever unfaithful?', 'She can mind her own business, that one.'],
    ['What was in the letter?', 'That goes with me to the grave.'],
    ['What did they do to you?', 'No. Not that. I never tell that.'],
    ['What did the doctor say?', 'That’s private.'],
    [
      'What happened to Uncle Emeka?',
      'That one I will carry with me. I am not going to tell it, not any year.',
    ],
    ['Did you love anybody before Dad?', 'now thats none of connies beeswax id rather not'],
    ['What did you do in those years?', 'You can ask me anything but that.'],
  ])('declines it: %s %s', (question, words) => {
    expect(replyTo(question, words)).toBe('DECLINES');
  });

  test.each([
    [
      'What was the ship called?',
      'It’ll come back to me. I can see it painted on the side but I can’t read it.',
    ],
    ['Where did you learn to sew?', 'Oh the doorbell. Just a tick.'],
    [
      'Where did you and Grandad spend your honeymoon?',
      'My sister Peg spent hers in Bundoran, in a room over a bookie’s.',
    ],
    ['What did Great-Gran die of?', 'My gran’s cousin died of a wasp, in Clitheroe, in her Whit frock.'],
    ['What was it like at the sanatorium?', 'Gethin’s a good boy, he fixed my gutter.'],
    [
      'How did you leave Bombay?',
      'Today let me finish about the mill strike. We sat on the tracks at Parel and sang.',
    ],
    ['How old were you when you left school?', 'I don’t remember rightly. Ask our Maureen, she’ll know.'],
    // Another story may share a word with the question.
    [
      'Did you ever have a dog?',
      'There was a dog on the television last night that could count, and the man kept giving it biscuits.',
    ],
    [
      'What was your first job?',
      'My grandson has got a job at the bank, and his mother cried at the station when he left.',
    ],
    ['Who was the best shearer?', 'Don’t start me on shearers. Have a go at me about that next week.'],
    [
      'How did he get his nickname?',
      'Oh, I’ll get to that, but not with him sitting here. Wait till he goes.',
    ],
    [
      'What happened to the house?',
      'Oh, houses. You know what I was thinking? Our canary. It could whistle.',
    ],
    [
      'Where did you hide the money?',
      'Ha! He’d like to know that. I’ll tell him when he comes himself to visit.',
    ],
    [
      'What was your favorite toy?',
      'Did I tell you the doctor has put me on new pills? They make me sleepy.',
    ],
    ['What did you do in the strike?', 'I’m not up to it today. My chest is bad. Goodbye, dear.'],
    ['Who gave you the ring?', 'Sorry, what was that?'],
    [
      'What was the name of the ship?',
      'We were poor people, with more goats than sense, and Father whistled to each of them in turn.',
    ],
  ])('neither answers nor declines it: %s %s', (question, words) => {
    expect(replyTo(question, words)).toBe('PUTS_OFF');
  });
});

describe('A story told without being asked', () => {
  const answers = (question: string, words: string, wasPut = false) =>
    answersUnasked(question, toldClauses(words), { wasPut });

  test.each([
    [
      'What was your grandfather’s farm called?',
      'My grandfather had his farm at the end of the line and it was called Windy Nook, and it earned the name.',
    ],
    [
      'Who taught you to play the accordion?',
      'It was old Petrov next door who taught me to play the accordion.',
    ],
    ['When did you come to Canada?', 'It was 1957 when I came to Canada, in March, and I had no boots.'],
    [
      'Why did you sell the shop?',
      'I sold the shop since the supermarket came, and nobody wants a button any more.',
    ],
    [
      'How many sheep did you have?',
      'We’d four hundred sheep on that hill and I knew the half of them by their faces.',
    ],
  ])('answers it: %s %s', (question, words) => {
    expect(answers(question, words)).toBe(true);
  });

  test.each([
    ['What was your dog called?', 'We had a dog who could open the gate, and the cows knew it too.'],
    [
      'How did you and Dad get engaged?',
      'When we were engaged I had to be home by nine, and my father stood behind the door.',
    ],
    ['When did your father die?', 'My father had a moustache, and he let me wax it on a Sunday.'],
    ['What was the ship called?', 'On the ship we slept in hammocks, and if one turned over we all did.'],
    ['Who gave you the necklace?', 'I keep the necklace in the flour tin, nobody looks there.'],
    ['What was your cat called?', 'My dog was called Bosun.'],
    ['How many sheep did you have?', 'A sheep will find the one hole in a mile of wall.'],
  ])('does not answer a question that it only touches: %s %s', (question, words) => {
    expect(answers(question, words)).toBe(false);
  });

  test('is compared quickly with many questions, however long it is', () => {
    const questions = Array.from(
      { length: 40 },
      (_, at) => `Who taught you to play the accordion in ${1900 + at}?`,
    );
    for (const words of ['Anna was '.repeat(2_200), 'my accordion, '.repeat(1_400), 'x'.repeat(20_000)]) {
      const clauses = toldClauses(words);
      for (const question of questions) answersUnasked(question, clauses, { wasPut: false });
      const begun = performance.now();
      for (const question of questions) answersUnasked(question, clauses, { wasPut: false });
      expect(performance.now() - begun).toBeLessThan(1_000);
    }
  });
});

describe('A family question in a conversation', () => {
  const horse = { id: 'horse', text: 'What was your horse called?', askedBy: 'Bo' };
  const ship = { id: 'ship', text: 'What was the name of the ship you came on?', askedBy: 'Carla' };
  const settled = (requestId: string, status: 'ANSWERED' | 'SKIPPED') => ({
    effect: 'REQUEST',
    requestId,
    status,
  });

  test('is answered later when the person remembers the answer', () => {
    const life = aLife({ requests: [horse] });
    life.begin();
    expect(life.say('It’s gone. I’ll have it in a minute, go on.').plan.effects).not.toContainEqual(
      expect.objectContaining({ requestId: 'horse' }),
    );
    life.say('The cook in the camp was a woman with a beard, and she put sugar in the pork.');
    expect(life.say('Bella! There, it’s come to me. Bella.').plan.effects).toContainEqual(
      settled('horse', 'ANSWERED'),
    );
  });

  test('is not asked any more when a story has answered it', () => {
    const life = aLife({ requests: [horse, ship] });
    expect(life.begin().plan.ask?.requestId).toBe('horse');
    const { plan } = life.say(
      'Bella. The ship that we came on was the Conte Grande, and I was sick for nineteen days.',
    );
    expect(plan.effects).toContainEqual(settled('ship', 'ANSWERED'));
    expect(plan.ask?.requestId).not.toBe('ship');
  });

  test('is not answered by private words when it was not asked', () => {
    const life = aLife({ requests: [horse, ship] });
    life.begin();
    const { plan } = life.say(
      'Keep this between us: the ship that we came on was the Conte Grande, and I stole aboard.',
    );
    expect(plan.effects).not.toContainEqual(settled('ship', 'ANSWERED'));
  });

  test('is left when it is declined, and the conversation goes on to something else', () => {
    const life = aLife({ requests: [horse, ship] });
    life.begin();
    const { plan } = life.say('She can mind her own business, that one.');
    expect(plan.effects).toContainEqual(settled('horse', 'SKIPPED'));
    expect(plan.ask?.requestId).toBe('ship');
  });
});
