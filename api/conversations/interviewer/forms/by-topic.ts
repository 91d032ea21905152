import type { TopicKind } from '../hearing/lexicon.ts';

const KNOWN_CLOSELY = [
  'What was {x} like in those days?',
  'What made {x} laugh?',
  'What did you and {x} do together?',
  'How did {x} spend a Sunday?',
  'What did {x} look like, coming through the door?',
  'What else should your family know about {x}?',
];

/** Follow-ups by what the topic is; it stands in the place of {x}. Each stays right whatever was told of it. */
export const FORMS: Record<TopicKind, readonly string[]> = {
  ELDER: [
    ...KNOWN_CLOSELY,
    'What do you have from {x}?',
    'What did {x} worry about?',
    'What did {x} teach you without meaning to?',
    'What did {x} like to talk about?',
    'How could you tell what mood {x} was in?',
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
    'What do you see of yourself in {x}?',
    'What does {x} make of that story?',
    'What do you and {x} talk about?',
    'What would you like {x} to know about you?',
    'What have you learned from {x}?',
  ],
  ACQUAINTANCE: [
    'What was {x} like?',
    'How did {x} treat you?',
    'What became of {x}?',
    'What did you learn from {x}?',
    'What did {x} look like?',
    'What did people say about {x}?',
    'What else do you see when you think of {x}?',
    'How did {x} talk to you?',
  ],
  NAMED: [
    'What was that like for {x}?',
    'What did {x} make of it?',
    'What did you and {x} talk about?',
    'What made {x} laugh?',
    'What did {x} mean to you?',
    'What did you and {x} do together?',
    'What else comes to mind about {x}?',
  ],
  PEOPLE: [
    'What were {x} like?',
    'What did {x} talk about among themselves?',
    'What did you and {x} do together?',
    'How did {x} treat you?',
    'What made {x} laugh?',
    'Which of {x} do you see before you?',
    'What became of {x}?',
  ],
  ROOM: [
    'Walk me into {x}. What do we see?',
    'What did it smell like in {x}?',
    'What would I have heard in {x}?',
    'Who would I have met in {x}?',
    'What went on in {x} on an ordinary day?',
    'What has become of {x}?',
    'Where was your own corner in {x}?',
  ],
  PLACE: [
    'What would I have seen around {x} in those days?',
    'Who would I have met around {x}?',
    'What did a day around {x} sound like?',
    'What has become of {x}?',
    'What was there to do around {x}?',
  ],
  WEATHER: [
    'What did {x} sound like?',
    'What did people do once {x} was over?',
    'What had {x} left behind?',
    'Who came to help after {x}?',
    'How did you know that {x} was coming?',
  ],
  CELEBRATION: [
    'Who came to {x}?',
    'What was there to eat at {x}?',
    'What music was there at {x}?',
    'How did {x} end?',
    'What did people wear to {x}?',
  ],
  JOURNEY: [
    'Who was with you on {x}?',
    'What did you see on {x}?',
    'What did you take along on {x}?',
    'How did you feel at the end of {x}?',
  ],
  THING: [
    'What became of {x}?',
    'Where did {x} come from?',
    'What did {x} look like?',
    'What did others say about {x}?',
    'What do you think of when you see {x} before you?',
  ],
  FOOD: [
    'What did {x} taste like?',
    'Who made {x} in your family?',
    'What went into {x}?',
    'When did {x} come to the table?',
    'Who else was fond of {x}?',
  ],
  ANIMAL: [
    'What became of {x}?',
    'Who looked after {x}?',
    'What did {x} get up to?',
    'How did {x} come to you?',
  ],
};

/** For somebody who did something in what was just told, once or time and again. */
export const ACTING: readonly string[] = [
  'What does that say about {x}?',
  'How do you think of {x} today?',
  'What would {x} say, hearing you tell this?',
  'What else did {x} do like that?',
  'What did you think of {x} then?',
  'What do you see when you picture {x} there?',
];

/** The same, when it happened once. */
export const ACTING_ONCE: readonly string[] = [
  'What did {x} do then?',
  'What was that like for {x}?',
  'What do you think was on {x}’s mind?',
  'How would {x} tell it?',
];

/** For somebody known only from what others told. */
export const HEARSAY: readonly string[] = [
  'What else were you told about {x}?',
  'Who told you that about {x}?',
  'What would you have liked to ask {x}?',
  'What did {x} bring along from that life?',
  'How was {x} spoken of at home?',
];

/** For when the bank is told out: ways back to what was spoken of long ago. */
export const RETURN_FORMS: readonly string[] = [
  'What would you still like to say about {x}?',
  'What would a stranger not know about {x}?',
  'Who else could tell me about {x}?',
  'What do you see first when you think of {x}?',
  'How do you think of {x} now?',
  'What have we not yet said about {x}?',
];
