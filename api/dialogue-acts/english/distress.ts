import { plainText } from '../rules/clauses.ts';
import { createGriefRule } from '../rules/grief.ts';

const FIGURE =
  /laugh|giggl|embarrass|to die for|dying to (?:know|see|hear|tell|get)|tickled|bored|boredom|funny|of shame|with shame/;

const LAUGHED_TO_DEATH =
  /\b(?:killed? myself|died?|dying|dead|death)\b.{0,20}\b(?:laughing|laughter|giggling|embarrassment|embarrassed|shame|boredom|bored)\b/;

/** Whether strong words are meant in fun, or for boredom or shame: “I nearly killed myself laughing”. */
export function isFigure(sentence: string): boolean {
  return LAUGHED_TO_DEATH.test(plainText(sentence));
}

const TOO_MUCH =
  /\bi(?:'ve| have)?(?: just)? (?:taken|took|swallowed) (?:all|too many|a lot of|the whole|a whole)\b.{0,20}\b(?:pills|tablets|medicine|medication)\b/;

/**
 * Whether a sentence tells of too much medicine. A story of the past can use the same words, but there is
 * no time to ask.
 */
export function tellsOfOverdose(sentence: string): boolean {
  return TOO_MUCH.test(plainText(sentence));
}

const CLOSE =
  '(?:late |dear |little |older |younger |elder |big |only |first |baby |sweet |poor |own |beloved |oldest |youngest )*(?:wife|husband|son|daughter|child|baby|boy|girl|mother|father|mom|mum|mama|momma|dad|daddy|papa|brother|sister|twin|grandson|granddaughter|best friend|parents|fiancee?|spouse|partner)(?: \\w+)?';
const FEELS = [
  /\bi(?:'m| am) (?:crying|in tears|tearing up|choking up|choked up|heartbroken|grieving|so sad|very sad|feeling sad|too upset)\b/,
  /\bi(?:'m| am)?(?: just| still| always)* get(?:ting)? (?:emotional|choked up|teary|weepy|a lump in my throat)\b/,
  /\b(?:gets|brings|moves|makes) me (?:to tears|cry|weep|every time)\b(?!.{0,20}laugh)/,
  /\b(?:it|this|that)(?:'s| is)(?: very| so| too| really| still| just)* (?:hard|painful|difficult|upsetting) (?:for me(?! to (?:say|tell) (?:what|when|which|how|who|if))|to (?:talk|speak) about)\b/,
  /\bi(?: still| always)* (?:cry|weep) (?:when|every|about|over|for|at night|sometimes|to this day|thinking)\b/,
  new RegExp(`\\bi(?: still| do| just| really| sure)* miss (?:him|her|them|my ${CLOSE})\\b(?! by)`),
  /\bi (?:can't|cannot) (?:talk|speak|think) about (?:it|that|him|her|this)\b/,
  /\b(?:my heart (?:is broken|aches|breaks|broke|is breaking)|broke my heart|breaks my heart|never got over (?:it|him|her|that|losing))\b/,
  /[([](?:crying|cries|weeping|weeps|sobs?|sobbing|tears|tearful|sniffles|voice breaks|gets emotional)[)\]]/,
  /\b(?:sorry|excuse me|forgive me),? (?:i'm |it's |it |this |that )?(?:just )?(?:getting |gets |got )?(?:emotional|upset|crying|tears|me upset|to me)\b/,
];
const DEATH = [
  new RegExp(
    `\\bi (?:lost|buried) (?:my ${CLOSE}|him|her)\\b(?! (?:at|in the (?:crowd|store|market)|to (?:the|a) (?:game|army)|trail|number|ring|address))`,
  ),
  new RegExp(
    `(?<!\\b(?:after|when|before|until|since|once|because|that|by the time) )\\bmy ${CLOSE},? (?:just |recently |suddenly |also |then |had |has |who )*(?:died|passed away|passed on|passed|was killed|drowned|is gone now|is dead|didn't make it|took (?:his|her) own life|committed suicide|never came (?:back|home))\\b(?! (?:the|me|his|her|by|through|it|out|that|laughing|down))`,
  ),
];

export const tellsOfGrief = createGriefRule({
  plain: plainText,
  feels: FEELS,
  death: DEATH,
  figure: FIGURE,
});
