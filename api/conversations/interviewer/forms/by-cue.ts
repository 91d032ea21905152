/** Words in a story that call for a certain question. */
interface Cue {
  heard: RegExp;
  /** Where in the story the cue counts: in its last sentence, or in its last three. */
  within: 1 | 3;
  /** The cue is stronger than any topic that the story names. */
  strong?: true;
  ask: readonly string[];
}

/** From the strongest cue to the weakest. Each question must fit every sentence that its cue can match. */
export const CUES: readonly Cue[] = [
  {
    heard:
      /\bI(?:['’]d| would| should)(?: not|n['’]t)? have (?:\p{L}+ed|gone|told|said|been|kept|left|stayed|seen|done|made|spent|gotten|got|taken|learnt|written)\b/u,
    within: 1,
    strong: true,
    ask: ['What kept you from that?'],
  },
  {
    heard: /\bI could(?:n['’]t| not) (?:stop (?!laugh|giggl|smil)|sleep|eat\b|breathe|get up)/,
    within: 1,
    strong: true,
    ask: ['What helped you in that time?', 'Who knew how you felt?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:was|were) (?:so |very )?(?:happy|glad|excited|delighted|relieved)\b/,
    within: 1,
    ask: ['Who did you tell first?', 'What did you do then?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:(?:still|always) )?(?:make|bake|cook) (?:the|my|our|a|an|it|them)\b/,
    within: 3,
    strong: true,
    ask: ['How did you learn to make that?', 'What does that mean to you?'],
  },
  {
    heard:
      /(?<!\b(?:until|till|before|when|since|after|once|if|never) (?:\p{Ll}+ )?)\b(?:[Ww]e|I) (?:were|was|got) married\b(?! (?:before|until|when|already))/u,
    within: 3,
    strong: true,
    ask: [
      'Who was there that day?',
      'Where did the two of you live at first?',
      'What happened after the wedding?',
    ],
  },
  {
    heard:
      /\bthe (?:storm|hurricane|flood|water|blizzard|tornado|river)\b(?! \w+s\b)[^.,]{0,20} (?:came up|came in|came down|rose|hit|was coming|was rising|broke through|tore)\b/i,
    within: 3,
    strong: true,
    ask: ['What did you find when it was over?', 'What did you do then?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:still have|have kept|still keep)\b(?! (?:to|on|going|asking))/,
    within: 3,
    strong: true,
    ask: ['What does it mean to you?', 'What made you keep that?', 'Who should have that one day?'],
  },
  {
    heard:
      /\b(?:I|[Ww]e) (?:kept|saved) (?:the|that|this|it|them|those|his|her|my|every)\b(?![^.]* for (?:an?|two|three|four|some|days|weeks|months)\b)(?! (?:from|up|in touch|working|quiet|going|\p{L}+ (?:under|behind|down|still|shut|closed|warm)))/u,
    within: 1,
    strong: true,
    ask: ['What made you keep that?', 'What did that mean to you?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:moved (?:to|from|into|out|away|here|there|house)|emigrated|came over)\b/,
    within: 3,
    ask: ['What was it like there at first?', 'What did you leave behind?'],
  },
  {
    heard: /\b(?:I|[Ww]e) (?:sailed|arrived|landed)\b/,
    within: 3,
    ask: ['What was it like there at first?', 'Who was there to meet you?'],
  },
  {
    heard: /(?<!\b(?:I|we|I’ve|I've) )\bnever (?:told|spoke|explained|talked|asked)\b/,
    within: 1,
    strong: true,
    ask: ['What do you make of that today?', 'Why do you think that was?'],
  },
  {
    heard:
      /\b(?:I|[Ww]e) (?:was|were|got) (?:so |very |really )?(?:afraid|frightened|scared|terrified|nervous)\b/,
    within: 1,
    strong: true,
    ask: ['What did you do then?', 'Who knew how you felt?'],
  },
  {
    heard:
      /\b(?:(?:I|[Ww]e) (?:was|were|got) (?:punished|scolded|whipped|grounded|sent home)|got into trouble|stood in the corner|caught (?:me|us))\b/,
    within: 1,
    strong: true,
    ask: ['How did you feel about that?', 'What did you do the next time?'],
  },
  {
    heard:
      /\b(?:I|[Ww]e) (?:worked (?:at|in|for|as|nights|days)|went to work|started (?:work|working)|got a job|was hired|were hired)\b/,
    within: 3,
    ask: ['What did a working day look like, from morning on?', 'Who showed you how it was done?'],
  },
  {
    heard: /\b(?:wrote|letters?)\b[^.]*\b(?:every|each) (?:day|week|month|year|sunday)\b/i,
    within: 1,
    ask: ['What was in those letters?', 'What became of those letters?'],
  },
  {
    heard: /(?<!\b(?:never|only|first) )\b[Ww]e (?:first )?met (?:at|in|on|one|when|through|because)\b/,
    within: 3,
    strong: true,
    ask: ['What happened after that first meeting?'],
  },
  {
    heard: /\bI (?:decided|made up my mind|swore|promised myself)\b/,
    within: 1,
    strong: true,
    ask: ['What made you decide that?', 'What did you do then?'],
  },
  {
    heard: /\bI (?:applied|signed up|volunteered|enlisted|joined)\b/,
    within: 3,
    strong: true,
    ask: ['What were you hoping for?', 'What gave you that idea?'],
  },
  {
    heard:
      /\b(?:closed (?:down|the (?:mill|mine|plant|shop|school|factory|line|works))|shut down|closed its doors|turned off the)\b/i,
    within: 3,
    ask: ['What came after that for you?', 'What did you miss when it was gone?'],
  },
  {
    heard:
      /\b(?:I|[Ww]e|my \p{Ll}+) had to (?:fetch|carry|milk|feed|wash|clean|haul|chop|mind|watch|help|sweep|scrub|iron|cook|gather|pick|weed|stack|split)\b/u,
    within: 3,
    ask: ['How did you feel about that?', 'How long did you do that?'],
  },
  {
    heard: /\btaught (?:me|us)\b/,
    within: 1,
    ask: ['When has that helped you?', 'Who have you passed it on to?'],
  },
  {
    heard: /\b[Ww]e lived (?:in|on|over|above|behind|next|with)\b/,
    within: 3,
    ask: ['What was it like to live there?', 'Who else lived close by?'],
  },
  {
    heard:
      /\b(?:[Tt]hey|[Hh]e|[Ss]he|[Tt]he (?:boys|girls|others|men|children)) (?:all |always |used to |would )*(?:hide|hid|teased?|picked on|pick on|made fun|make fun|played tricks|play tricks|laughed at (?:me|us))\b/,
    within: 1,
    strong: true,
    ask: ['What did you do about it?', 'How did you feel about that?'],
  },
  {
    heard:
      /\b[Mm]y (?:father|mother|dad|mum|mom|grandfather|grandmother|uncle|aunt|husband|wife) (?:ran|kept|drove|owned) (?:a|an|the) \p{Ll}+/u,
    within: 3,
    ask: ['What were you allowed to help with?', 'What was that work like?'],
  },
  {
    heard:
      /(?<!\b(?:[Mm]y \p{Ll}+|[Mm]other|[Ff]ather|[Mm]um|[Mm]om|[Dd]ad) )\b(?:made|forced|wouldn['’]t let|would not let) (?:me|us)\b(?! (?:laugh|happy|smile|feel|proud|think|sad|cry|a|an|the|some|my|our)\b)/u,
    within: 1,
    strong: true,
    ask: ['How did you feel about that?', 'What did you do about it?'],
  },
  {
    heard: /\bI never (?:did |once |even )?(?:learn(?:ed|t)?|got|was able) to \p{Ll}+/u,
    within: 3,
    strong: true,
    ask: ['What stood in the way of that?'],
  },
];
