import { describe, expect, test } from 'vitest';
import type { FamilyRequest } from '#api/conversations/interviewer/request.ts';
import type { Language } from '#api/language/languages.ts';
import { aLife } from './request.ts';

const photo: FamilyRequest = {
  id: 'pier',
  text: 'Tell me about this photo: Two girls on a pier.',
  askedBy: 'Anna',
  keepsake: {
    id: 'k',
    thing: 'photo',
    words: 'Two girls on a pier',
    people: [],
    addedBy: 'your daughter Anna',
  },
};
const answered = { effect: 'REQUEST', requestId: 'pier', status: 'ANSWERED' };

function shown(language: Language) {
  const life = aLife({
    requests: [photo],
    subject: { language, onBehalfOf: null },
    conversation: { channel: 'WEB' },
  });
  expect(life.begin().plan.ask?.questionKey).toBe('keepsake:k');
  return life;
}

const told = {
  en: 'We sat on that pier every Sunday, and my sister Rosa threw her bread to the gulls before we had eaten.',
  es: 'Nos sentábamos en ese muelle cada domingo, y mi hermana Rosa les tiraba el pan a las gaviotas.',
};

describe('A reply to a photo that tells nothing yet', () => {
  test.each([
    ['en', 'Yes.'],
    ['en', 'Yes, I do.'],
    ['en', 'Oh yes.'],
    ['en', 'Of course I do!'],
    ['en', 'Yes, I remember it well.'],
    ['en', 'Goodness, that takes me back.'],
    ['es', 'Sí.'],
    ['es', 'Claro que sí.'],
    ['es', 'Ay, sí, cómo no.'],
  ] as const)('is invited to go on, and the words after it answer (%s): %s', (language, agreeing) => {
    const life = shown(language);
    const { plan } = life.say(agreeing);
    expect(plan).toMatchObject({ kind: 'WAIT', ask: null, effects: [] });
    const { plan: next } = life.say(told[language]);
    expect(next.effects).toContainEqual(answered);
    expect(next).toMatchObject({ kind: 'FOLLOW_UP', ask: { questionKey: 'keepsake:k', requestId: 'pier' } });
  });

  test.each(['That’s us.', 'I certainly do.', 'I know it well.'])(
    'is an answer that may go on: %s',
    (points) => {
      const { plan } = shown('en').say(points);
      expect(plan).toMatchObject({ kind: 'WAIT', effects: [answered] });
    },
  );

  test.each([
    ['en', 'Yes, that’s me.'],
    ['en', 'That’s me.'],
    ['en', 'Oh, that’s me and Rosa.'],
    ['es', 'Ésa soy yo.'],
  ] as const)('ends nothing when it points at somebody (%s): %s', (language, points) => {
    const life = shown(language);
    expect(life.say(points).plan.kind).not.toMatch(/CONFIRM_STOP|CLOSE|ASK/);
    expect(life.say(told[language]).plan.ask).toMatchObject({ requestId: 'pier' });
  });

  test('still ends the talk when it says so', () => {
    expect(shown('en').say('That’s all.').plan.kind).toBe('CONFIRM_STOP');
  });

  test('is invited only once', () => {
    const life = shown('en');
    life.say('Yes.');
    expect(life.say('Yes, I do.').plan).toMatchObject({ kind: 'ASK', effects: [] });
  });
});

describe('A reply that the person doesn’t know what a photo shows', () => {
  test.each([
    ['en', 'No.'],
    ['en', 'No, I don’t.'],
    ['en', 'I don’t know her.'],
    ['en', 'No, I don’t know what that is.'],
    ['en', 'I can’t place either of them, dear.'],
    ['en', 'Never seen it before.'],
    ['en', 'I have no idea who that might be.'],
    ['en', 'Nobody I know.'],
    ['es', 'No.'],
    ['es', 'No la conozco.'],
    ['es', 'No, no me acuerdo de ellas.'],
    ['es', 'Ni idea.'],
  ] as const)('is followed by another question (%s): %s', (language, unknowing) => {
    const { plan } = shown(language).say(unknowing);
    expect(plan.kind).toBe('ASK');
    expect(plan.ask?.questionKey).not.toBe('keepsake:k');
  });

  test('is not meant by a person who doesn’t understand us', () => {
    expect(shown('en').say('I don’t know what you mean.').plan.kind).toBe('REPEAT');
  });

  test.each([
    'No, that’s my brother Tom, who couldn’t swim.',
    'I never liked that hat.',
    'She wouldn’t sit still for the man with the camera.',
  ])('is not meant by a reply that only denies something: %s', (words) => {
    expect(shown('en').say(words).plan.effects).toContainEqual(answered);
  });
});
