/** Words of which the hard part of a life is told. After them nothing bright is asked, and no conversation ends. */
export const HARD_TO_TELL =
  /\b(?:died|passed (?:away|on(?! (?:to|the|a|his|her|my|it|that|this)))|(?:has|had|he's|she's|he’s|she’s) passed(?=[.,;!?]|$| (?:now|last|this|in|when))|passed in (?:18|19|20)\d\d|we lost (?:him|her|them)|years we had\b(?=[.,;!?]|$| together)|widow(?:ed|er)?|dead(?! (?:of|tired|end|center|quiet|silent|serious|wood))|dying|death|killed(?! (?:a|an|the|our|one|two|three|some|it) (?:\w+ )?(?:pig|hog|chicken|hen|rooster|goose|duck|deer|cow|calf|snake|lamb|goat|rabbit|turkey)s?\b)|funeral|buried|cancer|suicide|grave|drowned|starv\w+|miscarriage|stillborn|abused?|murder\w*|bombs?|bombed|terrified|scared|furious|beaten|stalk\w*|raped?|assault\w*|attacked|heartbroken|lost (?:my|our|his|her) (?:\w+ )?(?:mother|father|wife|husband|son|daughter|child|baby|brother|sister|job|home|house))\b/i;

/** Not hard in every story, but hard for whoever will not speak of it. */
export const ILLNESS = /\b(?:sick|ill|illness|hospital|surgery|stroke|dementia|alzheimer\S*|divorce\w*)\b/i;
