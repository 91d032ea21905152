import { plainText } from './clauses.ts';

const FIGURE =
  /laugh|giggl|embarrass|to die for|dying to (?:know|see|hear|tell|get)|tickled|bored|boredom|funny|of shame|with shame/;

const SUICIDE = [
  /\bi\b(?!.{0,30}\b(?:nearly|almost|could have|could've|would have|about)\b).{0,60}\bkill(?:ing)? myself\b/,
  /\b(?:want|wanting|going|plan|planning|thinking|think|thought|might|feel like|ready|tempted|wish|urge|rather|about)\b.{0,25}\b(?:hurt|harm|hurting|harming|cut|cutting|hang|hanging|shoot|shooting|drown) ?myself\b/,
  /\b(?:end(?:ing)?|tak(?:e|ing)) my (?:own )?life\b/,
  /\bi\b.{0,30}\b(?:end|ending) it all\b/,
  /\bi(?:'m| am| feel|'ve been| have been)\b.{0,15}\bsuicidal\b/,
  /\bi\b.{0,25}\b(?:think|thinking|thought|consider|considering|considered|plan|planning)\b.{0,15}\bsuicide\b/,
  /\b(?:wish|wished) (?:that )?i (?:was|were) dead\b/,
  /\bi(?:'d| would| am|'m)? (?:rather be|be better off|better off|rather be) dead\b/,
  /\b(?:everyone|everybody|they|you|the family|my family|the world|the children|the kids)(?:'d| would| will|'ll)? (?:all )?(?:be )?better off without me\b/,
  /\bi (?:don't|do not) want to (?:live|be here|be alive|wake up|go on living|go on)(?: (?:any ?more|any longer|like this|without (?:him|her)|tomorrow))(?=\W|$)/,
  /\bi (?:don't|do not) want to (?:live|be alive|go on living|wake up)(?= ?(?:$|[.,!?;]))/,
  /\b(?:no|not any|what's the|don't see (?:the|any)) (?:reason|point) (?:to|in|of) (?:live|living|my living|go on living|going on living|being here|staying alive|going on any ?more)\b/,
  /\bnothing (?:left )?to live for\b/,
  /\bi (?:can't|cannot|can not) go on(?: (?:living|like this|any ?more|any longer))(?=\W|$)/,
  /\bi(?:'m| am| just| really|'ve)* (?:want|wanting) to die\b(?! (?:at home|in my (?:own )?(?:bed|home|house|sleep)|here|peacefully|with dignity))/,
];
const VIOLENCE = [
  /\b(?:he|she|they|my (?:son|daughter|husband|wife|carer|nurse|grandson|boyfriend|neighbou?r|brother|sister|nephew|aide|helper)|the (?:nurse|carer|aide|man|helper)) (?:hits|beats|hurts|slaps|punches|kicks|threatens|chokes|keeps (?:hitting|hurting|threatening)|is (?:hitting|hurting|beating|threatening|choking)|are (?:hitting|hurting)|locks) me\b(?! (?:at|in (?:cards|chess|checkers)|to|by|with his jokes|every time we play))/,
  /\bi(?:'m| am) being (?:hit|beaten|abused|hurt|threatened|starved)\b/,
  /\b(?:someone|somebody|a man|they)(?:'s| is| are|'re) (?:breaking in|in my house|hurting me|trying to (?:get in|kill me|hurt me))\b/,
  /\bi(?:'m| am) (?:going to|gonna) (?:kill|hurt|shoot|stab) (?:him|her|them|my \w+|somebody|someone|people)\b/,
  /\bi want to (?:kill|hurt|shoot|stab) (?:him|her|them|my \w+|somebody|someone|people)\b/,
  /\bi (?:don't|do not) feel safe (?:here|at home|with (?:him|her|them|my \w+)|in this house)\b/,
  /\bi(?:'m| am) (?:scared|afraid|frightened|terrified) (?:that )?(?:he|she|they)(?:'ll| will|'s going to| is going to) (?:hurt|hit|kill|beat)/,
];
const MEDICAL = [
  /\bi (?:can't|cannot|can hardly|can barely) breathe\b/,
  /\bi(?:'m| am| think i'm| think i am| might be| may be) having a (?:heart attack|stroke)\b(?! of)/,
  /\b(?:my chest (?:hurts|is (?:hurting|tight|killing me))|(?:i have|i've got|i'm having|there's) (?:a |this |terrible |bad |an? awful )*(?:chest pains?|pains? in my chest))\b/,
  /\bi(?:'ve| have)?(?: just)? (?:fallen|fell)(?: down| over)? and (?:i )?(?:can't|cannot) (?:get up|move|stand)/,
  /\bi(?:'m| am) bleeding\b/,
  /(?:^|[.!?,] *)(?:please |somebody |someone )?(?:call|get|send)(?: me| for)? (?:an ambulance|911|999|112|the ambulance)\b/,
  /\bi need (?:an ambulance|a doctor (?:now|right now|quick))/,
  /\bi(?:'m| am| feel like i'm| think i'm)(?: going to| about to) (?:pass out|faint)\b/,
  /\bmy (?:left )?(?:arm|face|side) (?:is|has gone|just went|feels|is going) numb\b/,
  /\bi(?:'ve| have)?(?: just)? (?:taken|took|swallowed) (?:all|too many|a lot of|the whole|a whole)\b.{0,20}\b(?:pills|tablets|medicine|medication)\b/,
];

export type CrisisRule = 'crisis-self' | 'crisis-medical' | 'crisis-harm';

/** The danger that a sentence speaks of in so many words. */
export function crisisIn(sentence: string): CrisisRule | null {
  const said = plainText(sentence);
  if (FIGURE.test(said) || /"[^"]*\b(?:kill|die|dead)\b/.test(said)) return null;
  const says = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(said));
  if (says(MEDICAL)) return 'crisis-medical';
  if (says(SUICIDE)) return 'crisis-self';
  return says(VIOLENCE) ? 'crisis-harm' : null;
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

/**
 * Whether somebody is told to have died, or the teller is overcome. A death that a long story only passes by is no
 * grief, one that stands at its end, or alone, is.
 */
export function tellsOfGrief(utterance: string): boolean {
  const said = plainText(utterance);
  const near =
    said.split(' ').length <= 60
      ? said
      : said
          .split(/(?<=[.!?])\s+/)
          .slice(-2)
          .join(' ');
  const says = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(near));
  return says(FEELS) || (!FIGURE.test(near) && says(DEATH));
}
