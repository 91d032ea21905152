/** Words for the hard parts of a life. After them nothing cheerful is asked, and no conversation ends. */
export const HARD_TO_TELL =
  /\b(?:died|passed (?:away|on(?! (?:to|the|a|his|her|my|it|that|this)))|(?:has|had|he's|she's|he’s|she’s) passed(?=[.,;!?]|$| (?:now|last|this|in|when))|passed in (?:18|19|20)\d\d|we lost (?:him|her|them)|years we had\b(?=[.,;!?]|$| together)|widowed|(?:i|i'm|i’m|was|am|became|me) (?:left )?(?:now )?a widow(?:er)?|dead(?! (?:of|tired|end|center|quiet|silent|serious|wood))|dying|death|killed(?! (?:a|an|the|our|one|two|three|some|it) (?:\w+ )?(?:pig|hog|chicken|hen|rooster|goose|duck|deer|cow|calf|snake|lamb|goat|rabbit|turkey)s?\b)|(?<!\bmy (?:own )?)funeral|buried|cancer|suicide|grave|drowned|starv\w+|miscarriage|stillborn|abused?|murder\w*|bombs?|bombed|terrified|scared|furious|beaten|stalk\w*|raped?|assault\w*|attacked|heartbroken|lost (?:my|our|his|her|a|the|two|three|both|one of (?:my|our|her)) (?:\w+ )?(?:mother|father|wife|husband|sons?|daughters?|child|children|baby|babies|brothers?|sisters?|job|home|house))\b/i;

const OWN_STORY = /\b(?:i|we|me|us|my|our)\b/i;

/** Whether all of the words tell of a year before the person's birth, without anything of their own. */
export function tellsOfEarlierTimes(words: string, birthYear: number | null): boolean {
  const years = [...words.matchAll(/\b(?:1[6-9]\d\d|20\d\d)\b/g)].map(([year]) => Number(year));
  return (
    birthYear !== null &&
    years.length > 0 &&
    years.every((year) => year < birthYear) &&
    !OWN_STORY.test(words)
  );
}

/** Not hard in every story, but hard for a person who refuses to speak of it. */
export const ILLNESS = /\b(?:sick|ill|illness|hospital|surgery|stroke|dementia|alzheimer\S*|divorce\w*)\b/i;
