import type { ReplySpeech, Sayings } from '../speech.ts';

const MEMORY_TEST =
  /\b(?:do|can|could|would|don't|don’t) you (?:still |even |happen to )?(?:remember|recall|recollect)\b|\bwhat do you (?:remember|recall)\b|\bcan you think back\b/i;
const RANKING =
  /\b(?:favou?rites?|fondest|happiest|saddest|proudest|greatest|worst|funniest|scariest|earliest|the best|your best|best[- ]loved|the most|most (?:memorable|important|vivid|treasured|cherished|special|meaningful|exciting|challenging|proud|difficult))\b/i;

export const englishReplies: ReplySpeech = {
  thanks: [
    'Thank you for telling me that.',
    'Thank you for telling me.',
    'Thank you for that story.',
    'Thank you for all of that.',
  ],
  tender: [
    'Thank you for trusting me with that.',
    'That can’t have been easy.',
    'I’m sorry you went through that.',
  ],
  deleted: 'Of course. I’ve taken that out.',
  privateTheme: 'Of course. Whatever you tell me about that stays private.',
  private: ['That stays private.', 'Of course, I’ll keep that private.', 'It stays between us.'],
  avoided: ['Of course, I won’t ask about that again.', 'I understand. We’ll leave that alone.'],
  skipped: ['That’s quite all right.', 'Of course.', 'No trouble at all.', 'We’ll leave that one.'],
  neverMind: 'That’s quite all right.',
  complimented: 'Thank you.',
  askedAlready: 'Yes, I’m sorry about that.',
  toldAlready: ['Yes, you told me about that.', 'Yes, I have that from before.'],
  goingOn: ['Gladly.', 'Good.', 'All right.'],
};

export const englishSayings: Sayings = {
  annoys: (sentence) => MEMORY_TEST.test(sentence) || RANKING.test(sentence),
  invites: (text) => /\b(?:tell|walk|take|show|describe|put|set)\b/i.test(text),
  saysItIsAComputer: (text) => /\b(?:computer|machine|artificial|ai)\b/i.test(text),
  greets: /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b[ ,]*/i,
  listening: 'I’m listening.',
  mayRecord: 'May I record our call?',
  bothAreFine: 'Yes or no, both are fine.',
  thanksForSaying: 'Thank you for telling me.',
  recording: 'Thank you. I’m recording now.',
  yesByVoice:
    'Thank you. I’m recording now. Would you say yes once more, so your yes is kept in your own voice?',
  thankYou: 'Thank you.',
  notRecording: 'That’s fine: I’m not recording.',
  rights: 'Skip or stop whenever you like.',
  toldBefore: (topic) => `You were telling me about ${topic}.`,
  goOnFromThere: 'Go on from there, or from wherever you like.',
  thereAgain: 'There you are again.',
  ofCourse: 'Of course.',
  noRightAnswer: 'There’s no right answer. Just tell me whatever comes to mind, and take your time.',
  repeat: (question, isFirst) =>
    `${isFirst ? 'My question was this:' : 'Here it is once more:'} “${question
      .replace(/^[^:]*asks: /, '')
      .replace(/[?.!…]+$/, '')}.”`,
  takeYourTime: 'Take your time.',
  // “Walk me into the kitchen. What is on the stove?” is one question in two sentences.
  setsScene: /^(?:Walk|Tell|Show|Describe|Set|Put|Think|Take|Open) /,
  named: (name) => `Of course, ${name}.`,
  confirmPrivate: 'Shall I keep that between us?',
  confirmAudience: 'That stays private for now. Who may read it?',
  confirmSafe:
    'That sounds very hard. I leave it out of your book unless you want it in. Are you safe right now?',
  goOn: ['Go on whenever you like.', 'Please go on, if you like.'],
  waiting: [
    'Take all the time you need. I’m here.',
    'No hurry. I’ll wait right here.',
    'Of course. I’m here when you’re ready.',
  ],
};
