import type { TopicKind } from '../text-analysis/lexicon.ts';

/** Past or neutral, because it is mostly unknown whether somebody still lives. */
const KNOWN_CLOSELY = [
  'What {was} {x} like?',
  'Tell me more about {x}.',
  'What did you and {x} do together?',
  'How did you and {x} get along?',
  'What did {x} mean to you?',
];

/** Questions about any topic. */
export const OF_ANYTHING: readonly string[] = ['Tell me more about {x}.', 'What {was} {x} like?'];

/**
 * Follow-ups by kind of topic. {x} is the topic, {in} the preposition for being in it (“in”, “at”, “on”),
 * {was} agrees with its number. Each form must fit whatever was told about the topic.
 */
export const FORMS: Record<TopicKind, readonly string[]> = {
  ELDER: KNOWN_CLOSELY,
  SIBLING: KNOWN_CLOSELY,
  SPOUSE: KNOWN_CLOSELY,
  YOUNG: ['Tell me more about {x}.', 'How would you describe {x}?', 'What have you learned from {x}?'],
  ACQUAINTANCE: [
    'What {was} {x} like?',
    'How did {x} treat you?',
    'Tell me more about {x}.',
    'What became of {x}?',
  ],
  NAMED: ['What {was} {x} like?', 'How did you come to know {x}?', 'Tell me more about {x}.'],
  PEOPLE: [
    'What {was} {x} like?',
    'How did {x} treat you?',
    'What became of {x}?',
    'Tell me more about {x}.',
  ],
  ROOM: [
    'Walk me into {x}. What do we see?',
    'What was it like {in} {x}?',
    'What did {x} look like?',
    'What went on {in} {x} on an ordinary day?',
  ],
  PLACE: ['What {was} {x} like in those days?', 'What was there to do {in} {x}?', 'Tell me more about {x}.'],
  WEATHER: [
    'Where were you when {x} came?',
    'What did people do once {x} {was} over?',
    'Who came to help after {x}?',
  ],
  CELEBRATION: ['Who came to {x}?', 'What was there to eat at {x}?', 'How did {x} end?'],
  JOURNEY: ['Who was with you on {x}?', 'What did you see on {x}?', 'What was {x} like?'],
  VEHICLE: ['What was it like {in} {x}?', 'What did {x} look like?', 'Tell me more about {x}.'],
  THING: ['What became of {x}?', 'What did {x} look like?', 'Tell me more about {x}.'],
  FOOD: ['What did {x} taste like?', 'What went into {x}?', 'Tell me more about {x}.'],
  ANIMAL: ['What {was} {x} like?', 'How did you come by {x}?', 'What became of {x}?'],
  ILLNESS: ['How did you get through {x}?', 'What helped you through {x}?', 'What did {x} change for you?'],
  GROUP: ['What was it like {in} {x}?', 'How did you come to {x}?', 'What did you do {in} {x}?'],
  MATTER: OF_ANYTHING,
};

/** For the person whom the question was about, when the answer describes them. */
export const OF_SOMEBODY_ASKED: readonly string[] = [
  'Tell me about one day with {x}.',
  'How did you and {x} get along?',
];
/** For an animal with a name. */
export const ANIMAL_BY_NAME: readonly string[] = [
  'How did {x} get that name?',
  'What was {x} like?',
  'What became of {x}?',
];
/** For animals that somebody else had, or that only come to mind. */
export const ANIMALS_AROUND: readonly string[] = ['Whose {head} were they?'];

/** Follow-ups about somebody in a longer story, who may or may not be alive. */
export const SOMEBODY_IN_STORY: readonly string[] = [
  'What was {x} like in those days?',
  'Tell me more about {x}.',
  'How would you describe {x}?',
];
/** For older relatives. */
export const ELDER_IN_STORY: readonly string[] = [
  'What was {x} like?',
  'Tell me more about {x}.',
  'What sort of person was {x}?',
  'How would you describe {x}?',
];
/** For somebody whom our question was about already. */
export const SOMEBODY_ASKED_ABOUT: readonly string[] = [
  'What did {x} mean to you?',
  'How did you and {x} get along?',
];
/** For somebody who may well be alive. */
export const LIVING_IN_STORY: readonly string[] = ['Tell me more about {x}.', 'How would you describe {x}?'];
/** For others. */
export const STRANGER_IN_STORY: readonly string[] = [...ELDER_IN_STORY, 'What became of {x}?'];

/** Follow-ups about a thing, place or animal that a longer story keeps coming back to. */
export const THING_IN_STORY: readonly string[] = ['What happened to {x}?', 'Tell me more about {x}.'];
export const ANIMAL_IN_STORY: readonly string[] = ['What {was} {x} like?', 'Tell me more about {x}.'];
export const PLACE_IN_STORY: readonly string[] = ['Tell me more about {x}.', 'What {was} {x} like?'];
export const MATTER_IN_STORY: readonly string[] = ['Tell me more about {x}.'];

/** For the person's own people: “my …”. */
export const OWN_PEOPLE: readonly string[] = [
  'What {was} {x} like?',
  'What did you and {x} do together?',
  'How did you and {x} get along?',
  'Tell me more about {x}.',
];

/** For several rooms or houses at once. */
export const OF_ROOMS: readonly string[] = [
  'What was it like {in} {x}?',
  'What did {x} look like?',
  'Tell me more about {x}.',
];

/** For a place that nobody is in: “sold a field”, “waited for a house”. */
export const OF_A_PLACE: readonly string[] = [
  'What {was} {x} like?',
  'Tell me more about {x}.',
  'What did {x} look like?',
];

/** For a car or a boat of somebody else. */
export const VEHICLE_OF_OTHERS: readonly string[] = [
  'Tell me more about {x}.',
  'What did {x} look like?',
  'What became of {x}?',
];

/** For something told in the present tense. */
export const AS_IT_IS: readonly string[] = ['Tell me more about {x}.', 'What {is} {x} like?'];
export const AS_THEY_ARE: readonly string[] = [
  'Tell me more about {x}.',
  'What {is} {x} like?',
  'What do you and {x} do together?',
];

/** Asks the person to go on when the answer names no topic. */
export const GOING_ON: readonly string[] = [
  'Tell me more about that.',
  'What was that like for you?',
  'How did you feel about that?',
  'How do you see that today?',
];

export const GOING_ON_TODAY: readonly string[] = [
  'Tell me more about that.',
  'What is that like for you?',
  'How do you feel about that now?',
];

/** For an illness of somebody else: {who} is that person. */
export const ILLNESS_OF_ANOTHER: readonly string[] = [
  'How did you and {who} get through {x}?',
  'What did {x} change for you and {who}?',
];

/** For a letter or a suitcase. */
export const HOLDING: readonly string[] = ['What was in {x}?', 'What did {x} mean to you?'];

/** For an illness that the person has today. */
export const ILLNESS_TODAY: readonly string[] = [
  'How do you manage with {x}?',
  'What has {x} changed for you?',
];

/** For something that the person was given. */
export const GIVEN: readonly string[] = ['What did {x} mean to you?', 'What became of {x}?'];

/** For something that was absent: “we never had a car”. */
export const WITHOUT: readonly string[] = [
  'How did you manage without {a x}?',
  'What did you do without {a x}?',
];

/** For somebody whom the person knows only from what others told. */
export const HEARSAY: readonly string[] = [
  'What else were you told about {x}?',
  'Who told you about {x}?',
  'How was {x} spoken of at home?',
];

/** Returns to topics from long ago, for when the bank has no questions left. */
export const RETURN_FORMS: readonly string[] = [
  'What would you still like to say about {x}?',
  'What have we not yet said about {x}?',
  'Tell me more about {x}.',
  'Who else could tell me about {x}?',
  'How do you think of {x} now?',
];
