const any = (...words: string[]) => `(?:${words.join('|')})`;

const so = `(?: ${any('so|too|very|that|really|quite|all that|a bit|a little|rather|just|only|also|now|already|still|again')})*`;
const am = any("i'm|i am|i feel|i'm feeling|i am feeling|i've been|i have been|i've been feeling");
const notAm = any(
  "(?:i'm|i am) (?:just |still |really )?(?:not|no longer|never)(?: feeling)?|i don't feel|i do not feel",
  "i've not been|i have not been|i haven't been|i (?:don't|do not|haven't|have not) (?:do|keep|kept|been keeping)",
);
const well = any(
  'well|good|great|happy|right|all right|alright|okay|ok|fine|myself|all here|up to (?:it|much|this)|at my best',
);
const unwell = any(
  'tired|exhausted|worn out|weary|sleepy|sick|ill|poorly|unwell|sad|lonely|weak|dizzy|cold|low|down|hoarse|afraid|scared|worried',
  'upset|in pain|under the weather|in bed|out of breath|not (?:so |too |very |all that )*(?:well|good|myself)',
);
const voice = any('voice|strength|breath|energy|appetite');
const body = any(
  'knees?|hips?|back|legs?|feet|foot|hands?|arms?|shoulders?|eyes?|eyesight|ears?|hearing|heart|head|chest|stomach|nerves|teeth|health',
);
const are = any("is|isn't|is not|are|aren't|are not");

/** Clauses about how the person feels (“I'm not well”). Their “not” refuses nothing. */
const state = any(
  `${notAm}${so} ${well}`,
  `${am}${so} ${unwell}`,
  `(?:i'm|i am) not sure (?:that )?(?:i'm|i am)${so} ${well}`,
  `(?:i'm|i am) (?:no|not any|not much) good`,
  `(?:i have|i've|i've got) (?:no|not the|not my) ${voice}|i (?:don't|do not) have (?:my |a |the |any )?${voice}`,
  `i (?:have not|haven't) (?:got )?(?:much of a|a|any|my|the) ${voice}`,
  `my ${body} ${are} (?:no longer )?(?:what (?:it|they) (?:was|were|used to be)|the same)`,
  `my ${body} ${are}${so} (?:(?:no|not|no longer|any)${so} )?(?:good|well|right|bad)`,
  `my ${body} (?:won't|will not|doesn't|don't) let me (?:sit|stand|sleep|walk|rest|up)`,
  `i (?:didn't|did not|couldn't|could not|can't|cannot|don't|do not|haven't|have not) (?:sleep|slept|rest)(?: (?:at all|a wink|well|much|last night))*`,
  `(?:i've had|i had|i've got|i have|i got) (?:no|hardly any|not much) (?:sleep|rest)`,
  `(?:i'm|i am) not (?:doing|keeping|sleeping|eating)${so}(?: (?:well|great|much|good))?`,
  `i (?:can't|cannot|can not) (?:hear|see)(?: you| much)?${so}(?: (?:well|good))?`,
  `(?:i )?(?:can't|cannot|mustn't) complain|no complaints`,
  `(?:i'm|i am) not (?:as young|the (?:man|woman|person) i|what i)(?: as)?(?: i)? (?:used to be|was|once was)`,
  `(?:i'm|i am) no spring chicken|(?:i'm|i am) not getting any younger|(?:i'm|i am) (?:no longer|not) young`,
  `i (?:don't|do not) know what(?:'s| is) (?:wrong|the matter) with me`,
  `(?:today|it) (?:is not|isn't) (?:a|my) good day|(?:it's|this is|today's) not (?:a|my) good day|it's not (?:one of my good days|my day)`,
  `(?:i've|i have|i've got) (?:got )?(?:a|the|this) (?:bad |terrible |awful )?(?:cold|cough|flu|fever|headache|sore throat|temperature)`,
  `i (?:can't|cannot|can not) go on|i don't feel like (?:living|getting up|eating|anything)`,
  `all is not (?:well|right)|things are not (?:well|good|right|all right) with me`,
);
/** How the voice is, at the beginning of a clause: “recording my voice is not right” is of the recording. */
const ofVoice = any(
  `(?:my|the) voice (?:is|isn't|is not|is no|is just not)${so} (?:well|good|right|all right|alright|okay|ok|fine|gone)`,
  `my voice ${are} (?:no longer )?(?:what it (?:was|used to be)|the same)`,
);
/** Of oneself only where nothing is before it: “that’s not good” is of the recording. */
const alone = `not(?: feeling)?${so} (?:well|good|bad|great)`;

const before =
  "(?:(?:but|and|only|just|because|since|although|though|today|i'm afraid|it's (?:just|only) that|the thing is) )*";
const aside = any(
  'dear|love|darling|sir|evertold|again|now|right now|just now|at all|here|today|tonight|too|either|any ?more|really|lately|these days|last night|left|thanks?(?: you)?|you know|so',
);
/** After these words comes nothing but asides, or another clause. */
const after = `(?:(?: ${aside})+(?= *$))?(?= *$|(?: (?:${aside}|yes|no))+ *$| (?:no|yes|and|but|so|because)\\b)`;

/** Finds words by which a person says how they are: “I’m not well”. “I’m not happy with that” is none. */
export const howTheyAre = new RegExp(
  `(?:(?:^|(?<= ))${before}${state}|^(?:(?:oh|well|you know) )*${before}${ofVoice}|^${before}${alone})${after}`,
);
