/** Words in the answer that call for a certain question; {x} is the person who acted, if known. */
interface Cue {
  heard: RegExp;
  /** Where in the answer the cue counts: in its last sentence, or in its last three. */
  within: 1 | 3;
  /** The cue is stronger than any topic that the answer names. */
  strong?: true;
  ask: readonly string[];
}

/** From the strongest cue to the weakest. Each question must fit every sentence that its cue can match. */
export const CUES: readonly Cue[] = [
  {
    heard:
      /(?<!, )\b(?:[Hh]e|[Ss]he|[Mm]y \p{Ll}+|[Tt]he \p{Ll}+|\p{Lu}\p{Ll}+) (?:just |only |then )?(?:said|asked|told (?:me|us)|answered|shouted|whispered)\b(?! (?:nobody|so|goodbye|hello|it again)\b)|^(?!.*\bI\b.*\band said).*\band said\b/u,
    within: 1,
    strong: true,
    ask: [
      'What did you say to that?',
      'How did you answer?',
      'How did the others take that?',
      'What happened after those words?',
      'What did that tell you?',
    ],
  },
  {
    heard:
      /\b(?:[Hh]e|[Ss]he|[Tt]hey|[Mm]y \p{Ll}+|[Nn]obody|(?!(?:And|But|So|Or|Then|Yet|Well|You|We|I)\b)\p{Lu}\p{Ll}+) (?:(?:never|did not|didn’t|didn't|would not|wouldn’t|wouldn't) \p{Ll}+|(?:\p{Ll}+ ){1,4}and (?:never|did not|didn’t|didn't) \p{Ll}+)/u,
    within: 1,
    ask: ['What do you make of that today?', 'What did you make of that as it happened?'],
  },
  {
    heard: /\b(?:always said|used to say|would (?:always )?say|a saying)\b/,
    within: 3,
    strong: true,
    ask: ['When has that come true for you?', 'Where had that saying come from?', 'Who says it today?'],
  },
  {
    heard: /\bI (?:cried|wept|was in tears)\b/,
    within: 3,
    strong: true,
    ask: ['What comforted you?', 'How did the tears stop?', 'Who saw it?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:was|were) (?:so |very )?(?:happy|glad|excited|delighted|relieved)\b/,
    within: 3,
    ask: ['How did you tell the others?', 'Who was the first to hear of it?', 'Who was glad with you?'],
  },
  {
    heard: /\bI (?:just |only )?(?:said|asked|told (?:him|her|them)|answered|shouted|whispered)\b/,
    within: 1,
    strong: true,
    ask: ['What was the answer to that?', 'How did the others take that?', 'What made you say it?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:(?:still|always) )?(?:make|bake|cook) (?:the|my|our|a|an|it|them)\b/,
    within: 3,
    strong: true,
    ask: [
      'Who taught you to make it?',
      'Who makes it with you?',
      'What do others get wrong when they try it?',
    ],
  },
  {
    heard:
      /(?<!\b(?:until|till|before|when|since|after|once) )\b(?:[Ww]e|I) (?:were|was|got) married\b|\b(?:our|my) wedding\b/,
    within: 3,
    strong: true,
    ask: [
      'Who stood beside you that day?',
      'How did the evening of that day go?',
      'What was the first place you lived in together?',
    ],
  },
  {
    heard:
      /\bthe (?:storm|hurricane|flood|water|blizzard|tornado|river)\b(?! \w+s\b)[^.,]{0,20} (?:came up|came in|came down|rose|hit|was coming|was rising|broke through|tore)\b/i,
    within: 3,
    strong: true,
    ask: [
      'What could you hear?',
      'What did you find when it was over?',
      'How did the night go?',
      'Who came to help?',
    ],
  },
  {
    heard:
      /\b(?:I|[Ww]e) (?:still have|have kept|kept|keep|saved)\b(?! (?:a|an|chickens|bees|cows|pigs|house|to|on|going|asking|it (?:from|up)|up|in touch|working|quiet|doing))/,
    within: 3,
    strong: true,
    ask: ['Where do you keep that today?', 'What made you hold on to that?', 'Who should have that one day?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:moved|sailed|emigrated|arrived|came over|landed|set out)\b/,
    within: 3,
    ask: [
      'What did you find when you got there?',
      'What did you leave behind?',
      'What was strange to you in those first days?',
      'Who was there to meet you?',
    ],
  },
  {
    heard:
      /\b(?:I|[Ww]e) (?:was|were|got) (?:so |very |really )?(?:afraid|frightened|scared|terrified|nervous)\b/,
    within: 3,
    strong: true,
    ask: ['What did you do with that fear?', 'How did it pass?', 'Who knew how you felt?'],
  },
  {
    heard:
      /\b(?:punished|got into trouble|stood in the corner|in the corridor|scolded|whipped|caught me|caught us|sent home|grounded)\b/,
    within: 3,
    strong: true,
    ask: ['What was said about it at home?', 'What did you do the next time?', 'Who was in it with you?'],
  },
  {
    heard: /\b(?:laughed|laughing|burst out laughing|the giggles)\b/,
    within: 1,
    ask: [
      'What else did you all laugh about?',
      'Who laughed along?',
      'Who still tells that story?',
      'How long was that talked about?',
    ],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:worked|went to work|started (?:work|working)|got a job|was hired|were hired)\b/,
    within: 3,
    ask: [
      'What did a working day look like, from morning on?',
      'Who showed you how it was done?',
      'What did your hands have to do?',
    ],
  },
  {
    heard: /\b(?:wrote|letters?)\b[^.]*\b(?:every|each|home|week|month|to (?:him|her|me|us))\b/i,
    within: 3,
    ask: ['What stood in those letters?', 'Who wrote back?', 'What has become of those letters?'],
  },
  {
    heard: /\b(?:[Ww]e|[Tt]hey|I) (?:first )?met\b(?! (?:with|for|at (?:noon|eight)))/,
    within: 3,
    strong: true,
    ask: ['Who spoke first?', 'Who used to tell that story?', 'What happened after that first meeting?'],
  },
  {
    heard: /\bI (?:decided|made up my mind|swore|promised myself)\b/,
    within: 3,
    strong: true,
    ask: ['What made you decide that?', 'Who tried to talk you out of it?', 'What did you do then?'],
  },
  {
    heard: /\bI (?:wanted to|hoped to|was hoping|applied|signed up|volunteered|enlisted|joined)\b/,
    within: 3,
    strong: true,
    ask: [
      'What were you hoping for?',
      'What did they say about it at home?',
      'What had given you that idea?',
    ],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:was|were|felt) (?:so |very |really )?proud\b/,
    within: 3,
    strong: true,
    ask: [
      'Who did you share that with?',
      'What had it taken to get there?',
      'What was said about it at home?',
    ],
  },
  {
    heard:
      /\b(?:the last (?:day|time|night)|closed (?:down|the)|shut down|closed its doors|turned off|it was over)\b/i,
    within: 3,
    ask: [
      'What came after that for you?',
      'Who was with you at the end of it?',
      'What did you miss when it was gone?',
    ],
  },
  {
    heard: /\b(?:a|the|one|that|this|her|his|our) (?:\p{Ll}+ )?(?:song|hymn|lullaby)\b/u,
    within: 3,
    strong: true,
    ask: [
      'When do you still hear that song?',
      'Where did that song come from?',
      'What were the words about?',
    ],
  },
  {
    heard: /^(?!.*\bsong\b).*\b(?:sang|singing)\b/s,
    within: 3,
    ask: ['What songs were they?', 'Who else sang?', 'What did people do while it was sung?'],
  },
  {
    heard:
      /\b(?:I|[Ww]e|my \p{Ll}+) had to (?:fetch|carry|milk|feed|wash|clean|haul|chop|mind|watch|help|sweep|scrub|iron|cook|gather|pick|weed|stack|split)\b/u,
    within: 3,
    ask: ['How did you feel about that?', 'What happened when it wasn’t done?', 'Who had done it before?'],
  },
  {
    heard: /\b(?:taught|showed) (?:me|us)\b/,
    within: 3,
    ask: [
      'What have you done with that since?',
      'How was it taught, step by step?',
      'Who have you passed it on to?',
    ],
  },
  {
    heard: /\b[Ww]e (?:lived|slept) (?:in|on|over|above|behind|next|with)\b/,
    within: 3,
    ask: [
      'What could you hear from there at night?',
      'Where did everyone sleep?',
      'Who else lived close by?',
    ],
  },
  {
    heard:
      /\b(?:carved|sewed|sewn|knitted|built|baked|fixed|mended|whittled|embroidered|could (?:sew|fix|whistle|cook|build))\b/,
    within: 3,
    ask: [
      'Where had that skill come from?',
      'What did those hands look like at work?',
      'Who can do that today?',
    ],
  },
  {
    heard:
      /\b(?:[Tt]hey|[Hh]e|[Ss]he|[Tt]he (?:boys|girls|others|men|children)) (?:all |always |used to |would )*(?:hide|hid|teased?|picked on|pick on|made fun|make fun|played tricks|play tricks|laughed at (?:me|us))\b/,
    within: 1,
    strong: true,
    ask: ['What did you do about it?', 'How did you get your own back?', 'When did that stop?'],
  },
  {
    heard:
      /\b[Mm]y (?:father|mother|dad|mum|mom|grandfather|grandmother|uncle|aunt|husband|wife) (?:ran|kept|drove|owned) (?:a|an|the) \p{Ll}+/u,
    within: 3,
    ask: [
      'What were you allowed to help with?',
      'What did you see of that work with your own eyes?',
      'What did that work do to those hands?',
    ],
  },
  {
    heard:
      /(?<!\b(?:[Mm]y \p{Ll}+|[Mm]other|[Ff]ather|[Mm]um|[Mm]om|[Dd]ad) )\b(?:made|forced|wouldn['’]t let|would not let) (?:me|us)\b(?! (?:laugh|happy|smile|feel|proud|think|sad|cry|a|an|the|some|my|our)\b)/u,
    within: 3,
    strong: true,
    ask: ['How long did that go on?', 'What was said about it at home?', 'What did you do about it?'],
  },
  {
    heard: /\bI never (?:did |once |even )?(?:learn(?:ed|t)?|got|was able) to \p{Ll}+/u,
    within: 3,
    strong: true,
    ask: [
      'What stood in the way of that?',
      'What would that have been like for you?',
      'Who around you could do it?',
    ],
  },
];
