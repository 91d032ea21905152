/** The words of one language by which a story's place and time are found. The patterns read the words before them. */
export interface SceneWords {
  here: RegExp;
  there: RegExp;
  /** "A man in Boston", "a telegram from Oakland": somebody else's place, not the story's. */
  ofAnother: RegExp;
  /** "Born in": a place that only stands beside the story. */
  notHere: RegExp;
  /** A date after one of these words is not the time of the story. */
  aside: RegExp;
  spanOfTime: RegExp;
  /** These read the whole sentence. */
  birth: RegExp;
  ownBirth: RegExp;
  opensWithOwnBirth: RegExp;
  elderBirth: RegExp;
  /** The words between two years of one sentence that follow each other. */
  beside: readonly RegExp[];
  clauseBreak: RegExp;
}

const HERE =
  /\b(?:in|at|on|near|outside|inside|into|up|down|along|across|by|downtown|onto) (?:the |old |little |downtown )*$/i;
const THERE =
  /\b(?:I|we|us|me)\b[^.;]* (?:to|for|through|over|around|visit|see|reached|left) (?:the |old |little |downtown )*$/i;
const OF_ANOTHER =
  /\b(?:an?|the|my|his|her|some|another) (?:\p{L}+ )?(?:man|woman|boy|girl|friend|cousin|uncle|aunt|lady|fellow|company|firm|letter|telegram|card|postcard|song|story|museum|relatives?|brother|sister) (?:who \p{L}+ )?(?:in|on|at|from|near) (?:the )?$/iu;
const ASIDE =
  /\b(?:until|till|since|before|after|by|ever since|up to|as late as|not before|who|whom|which|whose|that had)\b[^,.;]*$/i;
const SPAN_OF_TIME = /\bfrom (?:about |around )?(?:the )?$/i;
const BIRTH = /\b(?:was|were|been) born\b/i;
const OWN_BIRTH = /\bI was born\b/i;
const ELDER_BIRTH =
  /\b(?:mother|father|parents|grand\p{L}+|great-\p{L}+|aunt|uncle|he|she)\b[^.;]{0,40}\bborn\b/iu;

export const ENGLISH_SCENE: SceneWords = {
  here: HERE,
  there: THERE,
  ofAnother: OF_ANOTHER,
  notHere: /\b(?:stayed behind|back|born|raised) in $/i,
  aside: ASIDE,
  spanOfTime: SPAN_OF_TIME,
  birth: BIRTH,
  ownBirth: OWN_BIRTH,
  opensWithOwnBirth: /^(?:Well, |So, )?I was born\b/,
  elderBirth: ELDER_BIRTH,
  beside: [
    /^,? and (?:then )?(?:\p{L}+ ){0,3}(?:in )?$/u,
    /^(?:,? (?:and )?\p{Lu}\p{L}+ in \d{4})*,? and \p{Lu}\p{L}+ in $/u,
  ],
  clauseBreak: /[.!?;]\s|\n|, and |, but /,
};
