import type { Telling } from '../text-analysis/telling.ts';

/**
 * Plain follow-ups that fit any story told in this manner. They name nothing, so each conversation may use
 * them again.
 */
export const BY_TELLING: Record<Telling, readonly string[]> = {
  LIST: ['Tell me more about that.', 'Who was there with you?', 'What was it like to be there?'],
  EVENT: ['How did you feel?', 'What was that like for you?'],
  HABIT: [
    'What was that like for you?',
    'How did you feel about that?',
    'Tell me about one of those times.',
    'Tell me more about those days.',
  ],
  CUSTOM: ['What does that mean to you?', 'When did you first do that?', 'Tell me more about that.'],
  VIEW: [
    'How did you come to see it that way?',
    'Tell me about a time when you saw that.',
    'What taught you that?',
    'When did you find that out?',
  ],
  SCENE: ['Tell me more about that.', 'What was that like for you?', 'Tell me more about those days.'],
  ACCOUNT: ['What was that like for you?', 'How did you feel about that?', 'Tell me more about that.'],
};

/** For a scene in a place that is named. */
export const IN_A_PLACE: readonly string[] = ['What was it like to be there?', 'How did you feel there?'];

/** For an event, and first of all for one that is not told to its end. */
export const WHAT_NEXT: readonly string[] = [
  'What happened then?',
  'What happened next?',
  'What happened after that?',
];
/** The same where the person took part in it at the end. */
export const WHAT_YOU_DID_NEXT: readonly string[] = [...WHAT_NEXT, 'What did you do then?'];

/** For a story of others, in which the person who tells it does nothing. */
export const STORY_OF_OTHERS: readonly string[] = ['What did you think of that?', 'Tell me more about that.'];

/** For a story that the person knows only from others. */
export const TOLD_BY_OTHERS: readonly string[] = [
  'Who told you that story?',
  'What else have you been told about that time?',
];

/** For an answer that ends with how things are now. */
export const AS_IT_IS_NOW: readonly string[] = [
  'How do you feel about that now?',
  'Tell me more about that.',
  'What is that like for you?',
  'What do you think about that today?',
];

/** For a story that ends with what somebody said. {when} is “when she said that” or “when you heard that”. */
export const AFTER_SPEECH: readonly string[] = [
  'What did you think {when}?',
  'How did you feel {when}?',
  'How did you take that?',
];
/** The same for words said to the person. */
export const AFTER_SPEECH_TO_YOU: readonly string[] = ['What did you say to that?', ...AFTER_SPEECH];
/** For a story that ends with what the person said. */
export const AFTER_OWN_SPEECH: readonly string[] = [
  'What was the answer?',
  'What happened then?',
  'What made you say that?',
];

/** Follow-ups after something hard: gentle, unhurried, nothing cheerful. */
export const TENDER_FOLLOW_UPS: readonly string[] = [
  'What was that time like for you?',
  'How did you get through that time?',
  'What helped you, if anything did?',
  'Who could you talk to about it?',
  'Who was with you in those days?',
  'What would you like your family to know about it?',
];
/** About a child that died and was not named: {x} is “the baby”, {whose} “her” or “the baby’s”. */
export const TENDER_NAME: readonly string[] = ['What was {whose} name?'];
/** The same about somebody who died: {x} is that person. */
export const TENDER_ABOUT: readonly string[] = ['What was {x} like?', 'What did {x} mean to you?'];
