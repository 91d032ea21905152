/** The kind of a deed decides what may be asked about it. */
export type DeedKind = 'WORK' | 'MOVE' | 'SKILL' | 'EVENT';

const list = (words: string) => new Set(words.split(' '));

const VERBS: Record<Exclude<DeedKind, 'EVENT'>, Set<string>> = {
  WORK: list(
    'work drive teach serve sell manage clean nurse mine fish deliver edit print type weld farm preach apprentice train study',
  ),
  MOVE: list(
    'move sail emigrate walk cross travel leave flee come go arrive fly migrate escape march ride hike cycle row set settle return',
  ),
  SKILL: list(
    'bake sew knit weave carve mend fix cook embroider brew whittle swim crochet darn solder butcher',
  ),
};

export function kindOfDeed(verb: string): DeedKind {
  for (const [kind, verbs] of Object.entries(VERBS)) if (verbs.has(verb)) return kind as DeedKind;
  return 'EVENT';
}

/** For what the person did themself: {inf} is “drive a tram”, {clause} is “you drove a tram”. */
export const DONE: Record<DeedKind, readonly string[]> = {
  WORK: ['What was it like to {inf}?', 'How did you come to {inf}?', 'Tell me more about the time {clause}.'],
  MOVE: ['What was it like to {inf}?', 'What made you {inf}?', 'Tell me more about the time {clause}.'],
  SKILL: ['Who taught you to {inf}?', 'How did you learn to {inf}?', 'What was it like to {inf}?'],
  EVENT: [
    'What was it like to {inf}?',
    'How did you come to {inf}?',
    'Tell me more about the time {clause}.',
  ],
};

/** For what was done for a while, or repeatedly. */
export const DONE_OFTEN: readonly string[] = [
  'What was it like to {inf}?',
  'How did you come to {inf}?',
  'Tell me about one of those days.',
];

/** “I cried in the shop”. */
export const OVERCOME: readonly string[] = ['Who was there for you?', 'What happened then?'];

/** “We sat on the step and shelled peas”. */
export const DONE_EVERY_DAY: readonly string[] = [
  'Tell me more about the time {clause}.',
  'What was it like to {inf}?',
];

export const HAD_TO: readonly string[] = [
  'What was it like to have to {inf}?',
  'How did you feel about having to {inf}?',
];
export const LEARNED: readonly string[] = ['Who taught you to {inf}?', 'How did you learn to {inf}?'];
export const WANTED: readonly string[] = [
  'What made you want to {inf}?',
  'Who knew that you wanted to {inf}?',
];
/** “I never saw the sea till I was thirty”. */
export const FIRST: readonly string[] = ['What was it like to {inf} for the first time?'];
/** “I couldn’t face the house”. */
export const UNABLE: readonly string[] = ['What made it so hard to {inf}?', 'What helped you at that time?'];
/** “I never went back to Hungary”. */
export const NEVER: readonly string[] = ['Did you ever want to {inf}?', 'What kept you from that?'];
/** “I didn’t speak to him for a year”. */
export const LEFT_UNDONE: readonly string[] = ['What was that time like for you?'];
/** “I count the stairs”: something that the person does today. */
export const DONE_TODAY: readonly string[] = ['When did you begin to {inf}?', 'How did you come to {inf}?'];
export const SUFFERED: readonly string[] = ['What was it like to {inf}?', 'Who was with you when {clause}?'];

/** “I was a page at the Ritz”: {inf} is “be a page at the Ritz”. */
export const BEING: readonly string[] = ['What was it like to {inf}?', 'How did you come to {inf}?'];
/** The same for an occupation. */
export const WORKING_AS: readonly string[] = [...BEING, 'What did you have to do as {role}?'];
/** “I was lonely”. */
export const FEELING: readonly string[] = ['What made you {was}?', 'Who knew that you were {was}?'];

/** For what somebody else did: {who} is “your father”. */
export const DONE_BY_OTHERS: readonly string[] = [
  'What was it like for you when {clause}?',
  'Tell me more about the time {clause}.',
  'What did you think when {clause}?',
];
/** For what others did to the person: “they sent me away”. */
export const DONE_TO_YOU: readonly string[] = [
  'What was it like for you when {clause}?',
  'Tell me more about the time {clause}.',
  'What did you do when {clause}?',
];
/** The same for a habit: “my uncle used to take his teeth out at dinner”. */
export const HABIT_OF_OTHERS: readonly string[] = ['How did {who} come to {inf}?'];
export const DONE_BY_OTHERS_OFTEN: readonly string[] = [
  'How did {who} come to {inf}?',
  'What did it mean to you that {clause}?',
];
export const BEING_OF_OTHERS: readonly string[] = [
  'How did {who} come to {inf}?',
  'What was it like for {whom} to {inf}?',
];
