import type { CallerLanguage } from './caller-language.ts';

const opening =
  /^(?:(?:and|so|ok|okay|now|well|wait|but|please|hello|hi|evertold|excuse me|sorry|oh|um|uh)[\s,.!]+)*/i;
const politely =
  "(?:(?:can|could|would|will) you (?:please )?|please |i(?:[’']d| would) like you to |i want you to )?";

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const numbers = ['one', 'two', 'three', 'four', 'five'];
const please =
  '(?:,? (?:please|again|then|now|thanks|thank you|i think|if you (?:can|would|please)|instead))*';
const agreed =
  '(?: (?:that )?(?:we|i|they|you|my (?:family|daughter|son|wife|husband)|the family) (?:had |have |all )?(?:agreed?(?: on| upon)?|chose|chosen|picked|set|decided on|made up|use|have|gave you))?';
const asks =
  "(?:what(?:[’']s| is| was|s)|tell me(?: what(?:[’']s| is| was))?|say|give me|remind me(?: of| about| what(?:[’']s| is| was))?|repeat|do you (?:know|have|remember)|(?:please |just )?(?:can|could|would|will) you(?: please| just)? (?:tell me|say|give me|remind me of|repeat|remind me what(?: is|[’']s| was)?)|(?:can|may|could) i (?:have|hear|get)|i(?:[’']d like| would like| want| need) to (?:know|hear)|do you mind telling me)(?: what(?:[’']s| is| was)?)?";
const someWord = '(?:(?:code|secret|family|pass|safe)[ -]?)?word';
const ourWord = '(?:code|secret|family|pass|safe)[ -]?word';
const codeWords = [
  `${asks} (?:the|your|our) ${someWord}${agreed}(?: is| was| again)?`,
  `${asks} (?:my|that|this|a|their) ${ourWord}${agreed}(?: is| was| again)?`,
  `(?:what|which) (?:${someWord}) (?:did|do|have|had|was it) (?:we|i|they|my (?:family|daughter|son|wife|husband)|the family)(?: all)? (?:agree(?:d)? (?:on|upon|to)|choose|chose|chosen|pick(?:ed)?|set|decide(?:d)? on|use|have)`,
  `(?:i(?:[’']ve| have)?|i) (?:forgot|forgotten|forget|lost|don[’']t (?:remember|know)|can[’']t (?:remember|think of|recall)) (?:what )?(?:the|my|our|your) ${ourWord}(?: is| was)?`,
  `(?:do i have|have we got|do we have) (?:a|any|some) ${ourWord}`,
];
const afterWord =
  "(?:,? (?:please|again|then|now|evertold|ever told|for me|once more|by the way|dear|i forgot|i forget|i[’']ve forgotten(?: it)?))*[,.?!]*";

/** Requests of callers, and the answers, in English. */
export const english: CallerLanguage = {
  patterns: {
    plain: (said) => said.trim().replace(opening, '').trim(),
    codeWord: new RegExp(`^(?:${codeWords.join('|')})${afterWord}$`, 'i'),
    list: [
      /^what (?:do you|have you|did you|does evertold|has evertold)(?: all)? (?:have|keep|kept|got|saved|written)\b.{0,30}$/i,
      /^what(?:[’']s| is) (?:kept|in (?:my|the) book|written down)\b/i,
      /^(?:what|which) stories (?:do you|have you|did you|are|of mine)\b/i,
      new RegExp(
        `^${politely}(?:read|tell|give|list)(?: me)?(?: out)? (?:the |all |my )*(?:titles|stories)\\b.{0,20}$`,
        'i',
      ),
    ],
    more: /^(?:more|the next ones?|go on with the (?:titles|list)|what else(?: is there| do you have)?),?(?: please)?[.!?]*$/i,
    read: new RegExp(`^${politely}read (?:(?:to )?me |out |aloud )*(.+)$`, 'i'),
    hear: new RegExp(
      `^(?:yes,? )?${politely}(?:(?:i(?:[’']d| would) (?:like|love)|i want|let me|can i|could i|may i)(?: to)? (?:hear|listen to)|let[’']s (?:hear|listen to)|hear|play(?: me)?|tell me|give me)(?: again)? (.+)$`,
      'i',
    ),
    erase: new RegExp(`^${politely}(?:delete|erase|remove|throw away|get rid of) (.+)$`, 'i'),
    keepPrivate: new RegExp(
      `^${politely}(?:make|keep|mark) (.+?) (?:private|secret|to yourself|between us|for myself)\\b.{0,20}$`,
      'i',
    ),
    consents:
      /^(?:what (?:have|did|do|had) i (?:all )?(?:agreed?|said yes|consent(?:ed)?|signed up)\b|what(?:[’']s| is) agreed\b|(?:tell me )?what i(?:[’']ve| have)? (?:agreed|said yes) to\b)/i,
    byTopic:
      /^(?:the |my |that |this )?(?:one|story|stories|chapter|part|bit)s? (?:about|on|of|with|called|where) (?:the |my |our |a )?(.+?)(?:,? (?:please|again|to me|aloud|now))*[.!?]*$/i,
    lastRead:
      /^(?:it|that|this|that one|this one|(?:that|this) story|the story)(?: again| to me| please| now)*[.!?]*$/i,
    choosing: new RegExp(
      `^(?:(?:yes|yeah|yep|sure|hmm|let me see|let me think|maybe|perhaps|i think|i guess|um|uh|oh)[,. ]+)*${politely}(?:(?:i(?:[’']d| would) (?:like|love)(?: to hear)?|i want(?: to hear)?|i(?:[’']ll| will) (?:have|take|hear|go with)|let(?:[’']s| us| me) (?:hear|have|do|try|take|go with)|(?:can|could|may) i (?:hear|have)|give me|tell me|read(?: me)?|play(?: me)?|how about|what about|go with|go for|i choose|i pick|make it|it[’']s|that would be) )?`,
      'i',
    ),
    numberIn(text) {
      const said = text
        .toLowerCase()
        .replace(/[.,!?]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      const name = `(?: (?:one|story|title))?${please}$`;
      if (new RegExp(`^(?:the )?(?:very )?last${name}`).test(said)) return -1;
      const ordinal = ordinals.findIndex((each) =>
        new RegExp(`^(?:the )?(?:very )?${each}${name}`).test(said),
      );
      if (ordinal >= 0) return ordinal + 1;
      const digit = new RegExp(
        `^(?:the )?(?:(?:number|story|title) )*(\\d|one|two|three|four|five)${please}$`,
      ).exec(said)?.[1];
      return digit ? numbers.indexOf(digit) + 1 || Number(digit) : null;
    },
    choosingTopic: [
      new RegExp(
        `^(?:the |that |my )?(?:one|story|bit|part)s? (?:about|on|of|with|called|where|from) (?:the |my |our |a )?(.+?)${please}[.!?]*$`,
        'i',
      ),
      new RegExp(`^(?:the|that|my) (.+) (?:one|story)${please}[.!?]*$`, 'i'),
      new RegExp(`^about (?:the |my |our |a )?(.+?)${please}[.!?]*$`, 'i'),
    ],
    goesOn:
      /^(?:yes,? )?(?:please )?(?:go on|carry on|keep going|continue|next|(?:(?:tell|read|give) me )?(?:the )?(?:next|other|rest)(?: (?:ones?|titles?|stories|five|page|of them))?|(?:some )?more(?: (?:titles|stories|of them))?|(?:what|which|any) (?:others?|more)(?: (?:are there|do you have|have you got))?|(?:and )?what else)(?:,? please)?[.!?]*$/i,
    again:
      /^(?:(?:what|pardon|sorry|excuse me|i didn[’']t (?:hear|catch|get) (?:that|you|it|them)|(?:can|could|would) you (?:please )?(?:say|repeat|read) (?:that|it|them)(?: again| once more)?|(?:say|repeat) (?:that|it|them)(?: again| once more)?|come again|what (?:did|was) (?:you say|that)|once more|again|please)(?: |$))+$/i,
    withWord:
      /^(?:i (?:have|know|(?:want|would like)(?: to)? (?:say|give|use)) |i[’']d like to (?:say|give|use) )?(?:the |a |my )?(?:code|secret|family|pass)[ -]?word\b[.!?]*(?: please)?[.!]*$/i,
    withText: new RegExp(
      `^${politely}(?:text|send)(?: me| it)? (?:the |a )?(?:code|number|text)\\b.{0,20}$|^(?:by|a) (?:text|code)[.!]*$`,
      'i',
    ),
    saysWord: /^(?:the |my |our )?(?:code|secret|family|pass)?[ -]?word is \S+/i,
    no: /^(?:no|nope|nah|don[’']t|leave it|keep it|stop|better not|not)\b/i,
    bareYes:
      /^(?:(?:yes|yeah|yep|sure|please|please do|do it|do that|go ahead|(?:delete|erase|remove) (?:it|that|this)(?: one| story)?|of course|that[’']s right|i[’']m sure|thanks|thank you)(?:[\s,.!]+|$))+$/i,
    yes: /^(?:yes|yeah|yep|sure|do it|go ahead|please do|delete it|of course|that[’']s right)\b/i,
  },
  words: {
    askForProof:
      'I can only do that once I know it’s you. Say “code word”, or say “text me a code”. Or just tell me a story.',
    sayWordNow: 'Please say the code word now.',
    neverSayWord: 'I never say it on a call that came to me. If you know it, say “code word”.',
    noCodeWordHere: 'I can’t take a code word for this book. Say “text me a code” instead.',
    wrongWord: 'That isn’t the word. You can try again.',
    noMoreTries:
      'That isn’t it, and I can’t take another try on this call. You can still tell a story: I keep it until the family says who told it.',
    codeUsed: 'That code has been used. Say “text me a code” for a new one.',
    confirmed: (name) =>
      `Thank you, ${name}. What you told is yours now. Ask what is kept, or go on with your story.`,
    cannotText: 'I can’t text that phone. Your family can say in the call log that it was you.',
    tooManyCodes: 'Too many codes were sent just now. Please try again later.',
    texting: (name) => `I’m texting six digits to ${name}’s phone. Say them, or press the keys.`,
    wrongCode: 'That isn’t the code. You can try again.',
    oldCode: 'That code doesn’t work any more. Say “text me a code” for a new one.',
    stays: 'Good. It stays as it is.',
    afterStory: 'That’s the story. If something in it is wrong, just say what is right.',
    readAloud: 'I read a story aloud.',
    askDelete: (title) =>
      `Shall I delete “${title}”? It leaves the book now, and is erased in 30 days. Please say yes or no.`,
    askedDelete: 'I asked whether to delete a story.',
    noWordChosen: 'Your family hasn’t chosen a code word yet. They can do that in the settings.',
    theWordIs: (codeWord) => `The word is ${codeWord}.`,
    saidWord: 'I said the code word.',
    noMoreStories: 'Those were all.',
    noStories: 'Nothing is written in your book yet.',
    storyCount: (count) => (count === 1 ? 'There is one story' : `There are ${count} stories`),
    moreTitles: 'Say “more” for the next ones, or “read me number 1”.',
    howToHear: 'Say “read me number 1” to hear one.',
    saidTitles: 'I said which stories are kept.',
    notFound: 'I find no story like that. Ask me what is kept, and I read you the titles.',
    nowPrivate: 'Done. What you told there is private now: nobody else reads it.',
    hidden: 'Your family wrote that story by hand. I’ve hidden it in the book.',
    deleted: 'It’s out of the book, and erased in 30 days. I’m telling the owner of your book.',
    hiddenAndTold:
      'Your family wrote that story by hand. I’ve hidden it, and I’m telling them that you want it gone.',
    consents: {
      CALLS: 'that I call you',
      SMS: 'text messages',
      RECORDING: 'keeping the sound of your voice',
      AI_WRITING: 'having your stories written down by a computer',
      SHARING: 'your family reading what you tell',
    },
    noConsents: 'You haven’t agreed to anything at the moment.',
    agreedTo(kinds) {
      const list = kinds.length === 1 ? kinds[0] : `${kinds.slice(0, -1).join(', ')}, and ${kinds.at(-1)}`;
      return `You agreed to ${list}. You can take back any of it: say, for instance, “don’t text me any more”.`;
    },
  },
};
