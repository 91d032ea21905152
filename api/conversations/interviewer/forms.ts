import type { PhraseKind } from './own-words.ts';

const PERSON = [
  'What was {x} like on an ordinary day?',
  'What would I notice first about {x}?',
  'How did {x} talk to you?',
  'What made {x} laugh?',
  'What did {x} teach you without meaning to?',
  'What did {x} look like, coming through the door?',
  'Where do you see {x} when you think back?',
  'What would {x} say, hearing you tell this?',
];
const ANY = [
  'What was it about {x} that stayed with you?',
  'How would you describe {x} to a grandchild?',
  'How did {x} come into your life?',
  'What would a stranger not know about {x}?',
  'Who else could tell me about {x}?',
  'What do you see first when you think of {x}?',
  'What should your family know about {x}?',
  'How do you think of {x} now?',
];

/** Follow-ups that hold the person’s own words in the place of {x}. */
export const FORMS: Record<PhraseKind, readonly string[]> = {
  HE: PERSON,
  SHE: PERSON,
  PERSON: [...PERSON.slice(0, 4), 'How did {x} come into your life?', 'What became of {x}?'],
  PEOPLE: [
    'What were {x} like?',
    'How did {x} treat you?',
    'What did you learn from {x}?',
    'What did you and {x} do together?',
    'Which of {x} do you see before you?',
    'What made {x} laugh?',
  ],
  ROOM: [
    'Walk me into {x}. What do we see first?',
    'What did {x} smell and sound like?',
    'Who would I have met in {x}?',
    'What went on in {x} on an ordinary day?',
    'Where was your own corner in {x}?',
    'What has become of {x}?',
  ],
  PLACE: [
    'What would I have seen around {x} in those days?',
    'Who would I have met around {x}?',
    'What did a day around {x} sound like?',
    'Who showed you around {x}?',
    'What has become of {x}?',
    'What did you like to do around {x}?',
  ],
  NAME: [
    'How does {x} come into your story?',
    'What comes to mind first when you think of {x}?',
    'What should your family know about {x}?',
    'What was it about {x} that stayed with you?',
  ],
  YEAR: [
    'What else was going on in your life around {x}?',
    'What did an ordinary week look like for you in {x}?',
    'Who was around you in {x}?',
  ],
  THING: [
    'What was it about {x} that stayed with you?',
    'What do you see when you think of {x}?',
    'How would you describe {x} to a grandchild?',
    'How did {x} come into it?',
    'What would a stranger not know about {x}?',
  ],
};

/** For when the bank is told out: ways back to what was spoken of long ago. */
export const RETURN_FORMS: readonly string[] = ANY;

/** Follow-ups that fit after any story. */
export const PLAIN_FOLLOW_UPS: readonly string[] = [
  'What happened next?',
  'Who else was there?',
  'What did it sound like around you?',
  'How did that change you?',
  'What went through your mind just then?',
  'How did it come to that?',
  'What did the others say?',
  'Where exactly were you standing?',
  'How did you feel the next morning?',
  'What would I have noticed, had I been there?',
  'Who did you tell about it first?',
  'What led up to that?',
  'How did it all end?',
  'What did you learn from it?',
  'What is the part people never ask about?',
  'Which moment of it do you see before you?',
  'How do you look at it today?',
  'What was different afterwards?',
  'What made you do it that way?',
  'Who helped you along?',
  'What surprised you about it?',
  'How long did that go on?',
  'What was the weather doing that day?',
  'What did your hands have to do?',
  'How would somebody else tell it?',
  'What did it cost you?',
  'What were you hoping for?',
  'How did the day begin?',
  'What do you still have from that time?',
  'What were you wearing, if you can see it?',
];

/** For after something hard was told: close by, unhurried, nothing bright. */
export const TENDER_FOLLOW_UPS: readonly string[] = [
  'Who was near you then?',
  'How did you get through that time?',
  'What helped you, if anything did?',
  'What would you like your family to know about it?',
  'What did you need from people then?',
  'Who understood what that was like?',
  'What did you do in the days after?',
  'What has it left in you?',
  'Who could you talk to about it?',
  'What would you have wanted somebody to say?',
];
