import { withApostrophes } from '#api/language/contractions.ts';
import type { Label } from '../labels.ts';
import { plainText } from '../rules/clauses.ts';
import { createConsentRules } from '../rules/consents.ts';
import { bare } from './clauses.ts';

/**
 * The form that the rules of withdrawal match against: one spelling of “A.I.”, and the apostrophes that
 * recognised speech drops.
 */
function plainWords(text: string): string {
  return withApostrophes(plainText(text)).replace(/\ba\. ?i\.?(?=\W|$)/g, 'ai');
}

/** The words that name each consent. */
const NAMES: [Label, RegExp][] = [
  [
    'withdraw-calls',
    /\b(?:(?<!\b(?:record|recording|tape|taping) (?:these |the |our |my |your )?)calls?|calling|called|phon(?:e|es|ing)|ring(?:s|ing)?|telephon\w*)\b/,
  ],
  [
    'withdraw-texts',
    /\b(?:(?<!\b(?:a|the|into) )text(?! (?:out )?of)|texts|texting|text messages?|messag(?:e|es|ing)|sms|whatsapps?)\b/,
  ],
  ['withdraw-recording', /\b(?:record(?:s|ed|ing|ings)?|tap(?:e|es|ed|ing)|voice|sound(?!s? like)|audio)\b/],
  [
    'withdraw-writing',
    /\b(?:book|biography|chapters?|writ(?:e|es|ing|ten)(?! (?:is |are |was )?(?:so |too |very )?(?:small|tiny|little))|written up|(?:ai|computers?|machine|robot|artificial intelligence)(?: \w+){0,2} (?:writ\w+|mak\w+|do\w+|tell\w*|arrang\w+|compos\w+)|(?:no|any) (?:computers?|machine|robot|ai)|ai|artificial intelligence|robots?)\b/,
  ],
  [
    'withdraw-sharing',
    /\b(?:shar(?:e|es|ed|ing)|show(?:s|n|ing)?|(?:my |the |our )?(?:family|children|kids|daughters?|sons?|grandchildren|relatives|relations|others|anybody|anyone|they|(?:of|let(?:ting)?|want(?:ing)?) (?:them|him|her)|(?:no|any) family)\b(?! (?:text|write|ring|call|phone)).{0,30}\b(?:read|see|hear|get|have|look|listen|stick)\w*|(?:read|see|hear|to) (?:by |to )?(?:my |the |our )?(?:family|children|kids|relatives|others)|keep (?:my |the |our )?(?:family|children|kids|relations|relatives) out)\b/,
  ],
];
/** Words that allow something to go on: “calls are all right, but no texts”. */
const GOES_ON =
  /^ ?(?:and )?(?:from now on |from today )?(?:only|just) (?:write|ring|call|phone|text|talk)|\b(?:if you (?:like|want|wish|must)|by all means|is enough|instead|fine|all right|alright|okay|ok|don't mind|do not mind|keep (?:\w+ing|on|the)|carry on|go on|go ahead|you (?:can|may|could)|still|like (?:that|it|the|our|our talks)|look forward|welcome|happy|stays? as|as it is|for myself|enjoy|prefer|grand|(?:i|i'd) (?:like|love)|look forward|just (?:ring|call|phone|text)|i can manage|i'll (?:text|ring|call|phone|write))\b/;
/**
 * “You ring me Tuesdays”, “text me your questions”, “as you've been doing”: what the person asks for goes
 * on.
 */
const ASKED_FOR =
  /^ ?(?:(?:so|and|but|then|well|now|no|yes|please|just|only|you|do|rather|can|may) )*(?:ring|call|phone|telephone|text|message|tape|record|write(?: to)?) (?:me|us)\b|^ ?send (?:it|me|us|your|the) (?:\w+ )?(?:questions?|message|text|post|letters?|as|by|in)\b|\bi(?:'d| would) (?:sooner|rather) (?:write|ring|text|talk)\b|\b(?:like|as) you(?:'ve| have)? (?:been|always|do|did)\b|\bas (?:before|ever|always|usual)\b|\bsame (?:as|time)\b/;
const TAKEN_BACK =
  /\b(?:no|not|don't|do not|stop|never|nothing|none|cancel|withdraw\w*|(?:take|taking|taken|took) (?:\w+ ){0,2}back|drop|cut|forget|ditch|bin|skip|through with|done with|fed up|put an end|leave off|quit|enough|without|any ?more|no longer|nor|neither|finish\w*|end|revoke|delete|out of|wipe|erase|destroy|scrap|stops?|stopped|ended|cancelled|chuck|out of it|has to go|rather not|sooner not|sooner you didn't)\b|n't\b/;

/** Marks where a sentence passes from one consent to another. */
const TURNS =
  /[,.;:]| but | only | and (?=you|i |the rest|don't |do not |no |stop )| (?=(?:you can|you may|i like|i'd like|i still|i'd still) )/;
const EVERYTHING =
  /everything|each and every \w+|every (?:yes|one of them|part|bit|last \w+|permission|consent|agreement)|the (?:lot|whole (?:lot|thing|business|arrangement|project|caboodle))|all (?:my |the |your )?(?:permissions?|consents?|agreements?)|(?:all|the) five/;
/** “Everything”, “the lot”: every consent, when none is named. */
const WHOLE = new RegExp(`\\b(?:${EVERYTHING.source}|all of (?:it|them|that))\\b`);
/**
 * “I withdraw my agreement to everything, please confirm in writing”: it means everything, whatever else is
 * named.
 */
const TAKES_WHOLE = new RegExp(
  `\\b(?:stop|end|cancel|withdraw\\w*|(?:take|taking|took) (?:\\w+ ){0,2}back|revoke|delete|quit|drop|out of|consents?|agreements?|permissions?|no more of|done with|finished with)\\b[^.;:]{0,40}\\b(?:${EVERYTHING.source})\\b`,
);
/** “All but the calls”: what follows may go on. */
const EXCEPT =
  /\b(?:except(?:ing)?(?: for| that)?|bar|save for|apart from|aside from|other than|but(?: not)?(?= (?:for )?(?:the|your|these)\b))\b/;

/** A summary after several names: “the calls, the tapes, the lot”. */
const LOT = /\b(?:everything|the (?:lot|whole (?:lot|thing|business|caboodle)))\b/;

/** Calls themselves, not only the device that receives them. */
const CALLS_BESIDE =
  /\b(?:calls?|calling|called|phoning|phones(?= me)|ring(?:s|ing)?|telephoning|(?:don't|do not|stop|never|no more|not) (?:tele)?phone|(?:tele)?phone me|or (?:tele)?phone)\b/;

/** A clause of time names no consent: “when you ring, I'd rather there was no recording”. */
const WHENEVER =
  /\b(?:when|whenever|while|if) (?:you|we|they) (?:are |'re )?(?:ring|call|phone|text|talk|write|speak)(?:ing|s)?\b/g;

/** Other people's calls and messages, or a withdrawal that may come one day: not a consent of the person. */
const OTHERS =
  /^(?:my|our|his|her|the) (?:\w+ )?(?:mother|mum|mom|father|dad|brother|sister|husband|wife|son|daughter|neighbou?r|friend|cousin|aunt|uncle)\b.{0,20}\b(?:doesn't|does not|won't|never|didn't|wouldn't|hates|refuses|stopped|quit)\b|^(?:she|he|they) (?:doesn't|does not|won't|never|didn't|wouldn't|hates?|don't|refuses?)\b|\bfrom the \w+ (?:people|lot|company|crowd)\b|\bfrom (?:the (?:bank|insurance|council|hospital|surgery|company|salesm[ae]n)|those (?:people|sellers)|salesm[ae]n)\b/;
const SUPPOSED =
  /^(?:and |but |well |so |oh )?(?:if (?:i|we) (?:ever|should|were|got|wanted|decided|changed)|suppos(?:e|ing)|what (?:happens|if|would happen)|can i (?:always|still|ever)|could i|how (?:do|would|could|can) (?:i|one|you)|may i (?:still|always))\b|\b(?:would|should|'d) miss\b|\b(?:wouldn't|would not|don't|do not) (?:want (?:you )?to )?(?:stop|lose|give up)\b.{0,40}\b(?:for the world|look forward|for anything)\b/;

/** “They said no more calls for you”: somebody else's words in a story. */
const REPORTED =
  /\b(?:they|he|she|we|father|mother|mum|mam|dad|granny|the \w+|mr\.? \w+|mrs\.? \w+|people|folks?|callers?|customers?|(?:my|our|his|her) \w+) (?:(?:would|used to|come and|came and|come|always|just|once) )*(?:said|say|says|told|tell|shouted|wrote|asked|begged|wrote back)\b(?!.*\bi(?:'d|'m|'ve| am| don't| do not| want| no longer| take| withdraw| would| won't| need)\b)/;

/** “I told them stop it”: said to others. */
const TOLD_OTHERS =
  /\bi(?:'ve| have|'d| had)? told (?:him|her|them|that \w+|those \w+|the \w+)(?: to)?,? (?:stop|take|leave|don't|never|no|quit|not)\b|\b(?:back|back and) quit\b/;

/** Asking not to be called at certain times doesn't end the calls. */
const AT_A_TIME =
  /\b(?:don't|dont|do not|can't|cannot) (?:ring|call|phone|text)(?: me| us)? (?:from (?:a |the |any )?(?:hidden|withheld|private|unknown|strange) number|then\b|at (?:\w+ o'clock|\w+day|one|two|three|four|five|six|seven|eight|nine|ten|noon|night|lunch|\d+)|before|on (?:\w+day|the \w+)|while|tomorrow|this (?:week|\w+day))|\bmy voice(?:'s| has| is)? (?:gone|going|weak|hoarse|cracked)\b|\b(?:leave|skip|put off|miss)\b.{0,25}\b(?:this (?:week|month|once)|today|tonight|tomorrow|for now|just now|for the moment|till|until)\b/;
/** “What I've just said” is about part of the story, not about sharing everything. */
const JUST_SAID =
  /\b(?:that|the) (?:stuff|bit|part|business|story|thing) (?:about|with|of)\b|\bwhat i(?:'ve| have)?(?: just)?(?: been)? (?:saying|telling|said|told)\b/;

const READERS =
  '(?:(?:any|none|one|either) of )?(?:them|em|him|her|anybody|anyone|nobody|(?:the|my|our) (?:family|children|kids|grandchildren|relatives|relations|lot of them|daughters?|sons?))';
const NO_LONGER = '(?:any ?more|no more|no longer|from now on|again)';
/** “I don't want them reading it any more”, “don't share it with them again”. */
const ENDS_SHARING = new RegExp(
  `\\b(?:(?:don't|do not|not) want (?:any of |none of )?${READERS} (?:to )?(?:see|seeing|read|reading|hear|hearing|look|looking|get|getting)\\b.{0,40}|(?:don't|do not|stop|never) (?:you )?(?:share|sharing|show|showing) .{0,40}(?:with|to) ${READERS}.{0,20})\\b${NO_LONGER}\\b`,
);

/** Words that carriers treat as a request to stop when they are the whole text. */
const KEYWORD = /^(?:stop|stop all|stopall|unsubscribe|cancel|end|quit|revoke|opt ?out|optout)$/;

const LEAVE_ALONE =
  /^(?:(?:please|just|yes|yeah|no|oh|well|ok|okay|look|now|and|so),? )*(?:leave me alone|i (?:don't|do not) want to (?:do|be part of|take part in|be in) this (?:any ?more|again|ever again))(?= ?(?:$|[.,!?;]|please|now))/;

export const {
  consentsNamedIn,
  endsSharing,
  isStopKeyword,
  keepsBackWhatWasSaid,
  letsGoOn,
  takesConsentBack,
  takesNothingBack,
  wantsToBeLeftAlone,
} = createConsentRules({
  plain: plainWords,
  names: NAMES,
  goesOn: GOES_ON,
  askedFor: ASKED_FOR,
  takenBack: TAKEN_BACK,
  turns: TURNS,
  adds: /^ ?and\b/,
  whole: WHOLE,
  takesWhole: TAKES_WHOLE,
  except: EXCEPT,
  lot: LOT,
  callsBeside: CALLS_BESIDE,
  whenever: WHENEVER,
  nothing: [OTHERS, REPORTED, TOLD_OTHERS, SUPPOSED, AT_A_TIME],
  justSaid: JUST_SAID,
  endsSharing: ENDS_SHARING,
  leaveAlone: LEAVE_ALONE,
  keyword: KEYWORD,
  bare,
});
