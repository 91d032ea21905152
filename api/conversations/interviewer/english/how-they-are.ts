const any = (...words: string[]) => `(?:${words.join('|')})`;

const so = `(?: ${any('so|too|very|that|really|quite|all that|a bit|a little|rather|just|only|also|now|already|still|again')})*`;
const am = any("i'm|i am|i feel|i'm feeling|i am feeling|i've been|i have been|i've been feeling");
const notAm = any(
  "(?:i'm|i am) (?:just |still |really )?(?:not|no longer|never)(?: feeling)?|i don't feel|i do not feel",
  "i've not been|i have not been|i haven't been|i (?:don't|do not|haven't|have not) (?:do|keep|kept|been keeping)",
);
const well = any(
  'well|good|happy|right|all right|alright|okay|ok|fine|myself|all here|up to (?:it|much|this)',
);
const unwell = any(
  'tired|exhausted|worn out|weary|sleepy|sick|ill|poorly|unwell|sad|lonely|weak|dizzy|cold|low|down|hoarse|afraid|scared|worried',
  'upset|in pain|under the weather|in bed|out of breath|not (?:so |too |very |all that )*(?:well|good|myself)',
);
const voice = any('voice|strength|breath');

/** Clauses about how the person feels (“I'm not well”). Their “not” refuses nothing. */
const state = any(
  `${notAm}${so} ${well}`,
  `${am}${so} ${unwell}`,
  `(?:i'm|i am) not sure (?:that )?(?:i'm|i am)${so} ${well}`,
  `(?:i'm|i am) (?:no|not any|not much) good`,
  `(?:i have|i've|i've got) (?:no|not the|not my) ${voice}|i (?:don't|do not) have (?:my |a |the |any )?${voice}`,
  `(?:my|the) voice (?:is|isn't|is not|is no|is just not)${so} (?:well|good|right|all right|alright|okay|ok|fine|gone)`,
  `all is not (?:well|right)|things are not (?:well|good|right|all right) with me`,
);
/** Of oneself only where nothing is before it: “that’s not good” is of the recording. */
const alone = `not(?: feeling)?${so} (?:well|good)`;

const before =
  "(?:(?:but|and|only|just|because|since|although|though|today|i'm afraid|it's (?:just|only) that|the thing is) )*";
const after = `(?= *$|(?: ${any('dear|love|darling|sir|evertold|again|now|right now|just now|at all|here|today|tonight|too|either|any ?more|really|lately|thanks?(?: you)?|you know|so|yes|no')})+ *$| (?:no|yes|and|but|so|because)\\b)`;

/** Finds words by which a person says how they are: “I’m not well”. “I’m not happy with that” is none. */
export const howTheyAre = new RegExp(`(?:(?:^|(?<= ))${before}${state}|^${before}${alone})${after}`);
