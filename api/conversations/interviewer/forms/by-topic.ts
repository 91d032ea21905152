import type { TopicKind } from '../text-analysis/lexicon.ts';

const KNOWN_CLOSELY = [
  'What {was} {x} like?',
  'What did you and {x} do together?',
  'What did you and {x} talk about?',
  'What made {x} laugh?',
  'What do you see when you think of {x}?',
  'How did {x} spend a Sunday?',
  'What did {x} teach you without meaning to?',
  'What should your family know about {x}?',
];

/** Questions about any topic. */
export const OF_ANYTHING: readonly string[] = [
  'Tell me more about {x}.',
  'What comes to mind when you think of {x}?',
  'What do you see when you think of {x}?',
  'What should your family know about {x}?',
  'What else belongs to the story of {x}?',
  'What was special about {x}?',
];

/**
 * Follow-ups by kind of topic. {x} is the topic, {in} the preposition for being in it (“in”, “at”, “on”),
 * {was} agrees with its number, {it} is its pronoun. Each form must fit whatever was told about the topic.
 */
export const FORMS: Record<TopicKind, readonly string[]> = {
  ELDER: [
    ...KNOWN_CLOSELY,
    'What did {x} worry about?',
    'What did {x} like to talk about?',
    'How could you tell what mood {x} {was} in?',
    'What did {x} look like?',
  ],
  SIBLING: [
    ...KNOWN_CLOSELY,
    'How were you and {x} different?',
    'What did you and {x} quarrel about?',
    'What did only you and {x} know?',
  ],
  SPOUSE: [
    ...KNOWN_CLOSELY,
    'What did you notice about {x} that others missed?',
    'What did you and {x} talk about in the evenings?',
  ],
  YOUNG: [
    'Tell me more about {x}.',
    'What do you see of yourself in {x}?',
    'What do you and {x} talk about?',
    'What would you like {x} to know about you?',
    'What have you learned from {x}?',
    'What makes {x} laugh?',
  ],
  ACQUAINTANCE: [
    'What {was} {x} like?',
    'How did {x} treat you?',
    'What became of {x}?',
    'What did {x} look like?',
    'What did people say about {x}?',
    'What do you see when you think of {x}?',
    'How did {x} talk to you?',
  ],
  NAMED: [
    'What {was} {x} like?',
    'What did you and {x} talk about?',
    'What did you and {x} do together?',
    'What made {x} laugh?',
    'How did you come to know {x}?',
    'What do you see when you think of {x}?',
  ],
  PEOPLE: [
    'What {was} {x} like?',
    'How did {x} treat you?',
    'What became of {x}?',
    'Tell me more about {x}.',
    'What do you see when you think of {x}?',
  ],
  ROOM: [
    'Walk me into {x}. What do we see?',
    'What did it smell like {in} {x}?',
    'What would I have heard {in} {x}?',
    'Who would I have met {in} {x}?',
    'What went on {in} {x} on an ordinary day?',
    'What did {x} look like?',
    'What has become of {x}?',
  ],
  PLACE: [
    'What {was} {x} like in those days?',
    'What would I have seen {in} {x} in those days?',
    'Who would I have met {in} {x}?',
    'What did a day {in} {x} sound like?',
    'What was there to do {in} {x}?',
    'What has become of {x}?',
  ],
  WEATHER: [
    'What did {x} sound like?',
    'Where were you when {x} came?',
    'What did people do once {x} {was} over?',
    'What had {x} left behind?',
    'Who came to help after {x}?',
  ],
  CELEBRATION: [
    'Who came to {x}?',
    'What was there to eat at {x}?',
    'What music was there at {x}?',
    'How did {x} end?',
    'What did people wear to {x}?',
    'What do you see when you think of {x}?',
  ],
  JOURNEY: [
    'Who was with you on {x}?',
    'What did you see on {x}?',
    'What did you take along on {x}?',
    'How did you feel at the end of {x}?',
    'What was {x} like?',
  ],
  VEHICLE: [
    'What was it like {in} {x}?',
    'What did {x} look like?',
    'Who was with you {in} {x}?',
    'What would I have seen {in} {x}?',
    'Tell me more about {x}.',
  ],
  THING: [
    'What did {x} look like?',
    'What became of {x}?',
    'Where {is} {x} now?',
    'Tell me more about {x}.',
    'What do you see when you think of {x}?',
    'What was special about {x}?',
  ],
  FOOD: [
    'What did {x} taste like?',
    'What went into {x}?',
    'When did {x} come to the table?',
    'Tell me more about {x}.',
  ],
  ANIMAL: [
    'What {was} {x} like?',
    'Who looked after {x}?',
    'What became of {x}?',
    'What did {x} get up to?',
    'How did you come by {x}?',
  ],
  ILLNESS: [
    'How did you get through {x}?',
    'What helped you through {x}?',
    'What did {x} change for you?',
    'Who looked after you when you had {x}?',
  ],
  GROUP: [
    'What was it like {in} {x}?',
    'How did you come to {x}?',
    'Who did you get to know {in} {x}?',
    'What did you do {in} {x}?',
    'What did a day {in} {x} look like?',
  ],
  MATTER: OF_ANYTHING,
};

/** For the person's own people: “my …”. */
export const OWN_PEOPLE: readonly string[] = [
  'What {was} {x} like?',
  'What did you and {x} do together?',
  'What did you and {x} talk about?',
  'What made {x} laugh?',
  'What became of {x}?',
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
export const AS_IT_IS: readonly string[] = [
  'Tell me more about {x}.',
  'What comes to mind when you think of {x}?',
  'What should your family know about {x}?',
  'What {is} {x} like?',
];
export const AS_THEY_ARE: readonly string[] = [
  'Tell me more about {x}.',
  'What {is} {x} like?',
  'What do you and {x} talk about?',
  'What do you and {x} do together?',
  'What have you learned from {x}?',
];

/** Asks the person to go on when the answer names no topic. */
export const GOING_ON: readonly string[] = [
  'Tell me more about that.',
  'How did that come about?',
  'What was that like for you?',
  'How do you look at that today?',
];

export const GOING_ON_TODAY: readonly string[] = [
  'Tell me more about that.',
  'How is that for you?',
  'How did it come to that?',
];

/** For an illness of somebody else: {who} is that person. */
export const ILLNESS_OF_ANOTHER: readonly string[] = [
  'How did you and {who} get through {x}?',
  'What did {x} change for you and {who}?',
];

/** For something that was absent: “we never had a car”. */
export const WITHOUT: readonly string[] = ['How did you manage without {x}?', 'What did you do without {x}?'];

/** For somebody whom the person knows only from what others told. */
export const HEARSAY: readonly string[] = [
  'What else were you told about {x}?',
  'Who told you that about {x}?',
  'What would you have liked to ask {x}?',
  'What did {x} bring along from that life?',
  'How was {x} spoken of at home?',
];

/** Returns to topics from long ago, for when the bank has no questions left. */
export const RETURN_FORMS: readonly string[] = [
  'What would you still like to say about {x}?',
  'What would a stranger not know about {x}?',
  'Who else could tell me about {x}?',
  'What do you see first when you think of {x}?',
  'How do you think of {x} now?',
  'What have we not yet said about {x}?',
];
