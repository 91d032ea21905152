import { plainText } from '#api/dialogue-acts/rules/clauses.ts';
import type { ConfirmingWords, Hearing, WishWords } from '../hearing.ts';
import { refusesBy } from '../intents/refusing.ts';
import { closesSubject } from '../text-analysis/closing-subject.ts';
import { HARD_TO_TELL, ILLNESS, tellsOfEarlierTimes } from '../weight.ts';
import { plain, wordCount } from '../words.ts';
import { howTheyAre } from './how-they-are.ts';
import { englishRefusing } from './refusing.ts';

const confirming: ConfirmingWords = {
  plainByVoice: plainText,
  yes: /^(?:oh |well |um |uh |er |ah )*(?:yes|yeah|yep|aye|please do|please|of course|sure|i'd like that|i would(?: like that)?|that'd be (?:best|better|good)|do that|do|keep it|if you (?:would|don't mind)|definitely|absolutely|better|i think so|i suppose so|i am|i'm (?:fine|okay|ok|all right|alright|safe|good))\b/,
  no: /^(?:oh |well |um |uh |er |ah )*(?:no|nah|nope|not (?:really|at all|now)|it's (?:fine|all right|alright|ok|okay|no secret)|that's (?:fine|all right|alright|ok|okay|no secret)|don't bother|i don't (?:mind|think so|know|feel)|i'm not|you can|go ahead|anyone can|anybody can|never mind)\b/,
  goOn: /\bnever (?:said|meant)|didn't (?:say|mean)|(?:don't|do not) (?:want to )?stop\b|\bneither\b|\b(?:keep|carry|go|let's go|let's carry) on\b|\bcontinue\b|\bkeep going\b/,
  forGood:
    /(?<!\bnot )\b(?:for good|forever|for ever|permanently|never|altogether|completely|don't call|do not call|any ?more|once and for all|stop calling|for always)\b/,
  today:
    /\b(?:today|now|tonight|tired|later|tomorrow|next|moment|another|not for good|this time|call again|bye|goodbye)\b/,
  lighter: /\b(?:lighter|something else|another|change|different|other)\b/,
  pause: /\b(?:pause|break|moment|rest)\b/,
  stop: /\b(?:stop|leave it|goodbye|bye|enough)\b/,
  gladly:
    /\b(?:(?:don't|do not|wouldn't) mind|no (?:problem|trouble|objections?|harm)|not (?:a problem|at all a problem))\b|\bwhy not\b(?=$| (?:yes|yeah|sure|go|do|please|of course|that's|it's|record|dear|love|evertold))/,
  mayRecord:
    /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:yes|yeah|yep|yup|aye|of course|sure|certainly|absolutely|definitely|please do|you (?:may|can)|go ahead|that's (?:fine|all right|alright|ok|okay)|it's (?:fine|all right|alright|ok|okay)|okay|ok|all right|alright|by all means|i agree|fine)\b/,
  noCalls:
    /\b(?:call|ring|phone)(?:ing)? (?:me|us|here|again|any|back)\b|\b(?:stop|no|any|more|your|these|those|the) (?:phone )?calls\b|\bstop (?:calling|ringing|phoning)\b/,
  notRecord:
    /\b(?:no|nope|nah|not|don't|won't|wouldn't|rather|without|never|(?:leave|turn|switch) (?:it|that) off)\b/,
  spokenYes: /\b(?:yes|yeah|yep|yup|aye)\b/,
  answering:
    /^(?:oh|ah|um|uh|er|well|so|and|then|here|there|again|hello|hi|dear|love|darling|sir|ma'am|evertold|thanks?|thank|please|yes|yeah|yep|yup|aye|no|nope|nah|not|sure|surely|thing|course|of|certainly|absolutely|definitely|gladly|indeed|naturally|ok|okay|fine|right|all|alright|good|by|means|go|ahead|do|does|don't|mind|problem|trouble|objections?|why|i|i'm|i'd|i'll|am|will|won't|would|wouldn't|be|happy|glad|to|agree|agreed|consent|permission|have|give|you|may|can|that|that's|it|it's|is|this|the|our|my|me|your|say|said|saying|once|twice|more|time|second|another|one|already|now|just|with|for|too|record|recorded|recording|voice|keep|kept|calls?)$/,
  refuses: refusesBy(englishRefusing),
  howTheyAre,
  answersByState: /\b(?:happy|okay|ok|up to)\b/,
  firmYes: /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:yes|yeah|yep|yup|aye)\b/,
  firmYesAlone:
    /^(?:oh |well |um |uh |er |ah |hello |hi )*(?:of course|sure|certainly|absolutely|definitely|please do|you (?:may|can)|go ahead|by all means|i agree)\b/,
  fetches:
    /\b(?:i'll|i will|i'm going to|i can|let me|lemme)(?: just)?(?: (?:go|run)(?: and)?)? (?:get|fetch|find|call|wake|tell|put|pass|hand|see if)\b.{0,24}?\b(?:her|him|them|she|he|they|you (?:over|on|through|to)|(?:the|this) phone|mom|mum|mam|dad|gran|granny|grandma|nan|nana|grandpa)\b/,
  postponesOrObjects:
    /\b(?:another|again|time|calls?|second|say|later|tomorrow|mind|objections?|problem|trouble)\b/,
  notThisTime: /^(?:(?:oh|well|no) )*not this time(?: (?:dear|love|please|thank you|thanks))*$/,
  addressing: /^(?:dear|love|darling|sir|evertold|thanks?|you)$/,
  tired: /\b(?:good day|tired|exhausted|worn out|weary|sleepy|in bed|can(?:'t|not| not) go on)\b/,
};

const NAMES_A_THING = /\babout (?:the|my|our|his|her|their) \p{L}/iu;

const FOR_GOOD =
  /\b(?:any ?time|every time|each time|whenever|wherever|from now on|in future|in the future|always|(?:any|every|no)thing (?:i|that i|about|on|to do|that)|whatever (?:i|you hear|comes)|(?:any|every)thing (?:from|that comes)|all my talk|(?:other|another|next) (?:times?|day)|at all times|today or|now or later|now and later|if (?:i|we) (?:ever |should |do |happen to )*(?:let|mention|bring|talk|speak|say|come out|start|get on)|(?:if|when) (?:\w+ ){1,4}(?:comes?|crops?|turns?|gets?) (?:up|in|mentioned)|i can't help (?:it|myself))\b/i;

const wishes: WishWords = {
  namesAThing: (wish) => NAMES_A_THING.test(wish),
  pointsBack:
    /\bwhat i(?:'ve| have)?(?: just)?(?: been)? (?:said|told|saying|telling)\b|\b(?:said|told you|told) (?:just )?(?:before|earlier)\b|\b(?:that|the) last (?:bit|part|thing|story)\b|\bi (?:said|told you|mentioned) (?:that|this|it)\b|\bjust now\b|\bshouldn't have (?:said|told)\b|\bstrike that\b/,
  // “And the bit earlier about the hospital as well.”
  namesEarlier:
    /\b(?:what|that|things?|bits?|parts?|stuff|business|stor(?:y|ies)|letters?) (?:that )?i(?:'ve| have| was| had)?(?: just| been)? (?:said|told|called|read|mentioned|let (?:slip|out)|telling|saying)\b|\b(?:bit|part|thing|stuff|business)s? (?:earlier|before|back there|from before)\b|\bthat first (?:bit|part|thing|story)\b|\bbefore,? you asked\b|\b(?:a (?:minute|moment|while)|just now) ago\b/,
  belongs:
    /^(?:it|that|this|these|those|because|since|as|so|or|if|unless|until|till|promise|you|nobody|no one|not|never|all|just|only|what|for|from|with|in|at|on|to|by|about|don't|do not|let's|i (?:mean|don't|do not|said|told|beg|trust|ask)|i'm|i am|i feel|my dear)\b/,
  might: /\b(?:would|wouldn't|could|couldn't|might|will|won't|must|mustn't|shall|should)\b|'(?:d|ll)\b/,
  // “… , but my father drank”, “…: my father drank”, “don't tell anyone that my father drank”.
  bringsIn:
    /^(?:\s*[:–—]| +-+ |[\s,;.!]*but\b(?! (?:please|it|that|this)\b)| that (?!(?:i|is|was|one|part|bit|story|thing)\b))/,
  joins: /^ that\b/,
  courtesy: /^(?:[\s,;:.!–—-]|(?:please|ok|okay|and|but|now|dear|evertold|alright|right)\b)+/,
  points: /\b(?:that|it)\b/,
  pointsToPart: /\bthat (?:(?:last|whole|little) )?(?:bit|part|piece|thing|story|business|stuff|about)\b/,
  pointsHere: /\bthis\b/,
  parted: /\s*[:–—]|,? but | that (?=(?:my|our|his|her|the|we|he|she|they)\b)/,
  announces: /^there(?:'s| is| was) something\b/,
  forGood: (text) => FOR_GOOD.test(text),
};

const THINKS =
  /^\W*(?:(?:oh|well|now|hm+|oh dear)\W+)*let me (?:think|see)(?: (?:a|for a) (?:moment|minute|second)| now)?\W*$/i;
const YES_OR_NO =
  /^(?:(?:oh|well|yes|yeah|yep|aye|no|nope|nah|mm+|mhm|uh-huh|sure|right|correct|true|maybe|perhaps|of course|i see|i (?:did|do|was|am|have|had|think so|suppose so|guess so)|(?:he|she|they|we|it) (?:did|was|were|do|does|had))(?:n't|n’t| not)?[,.! ]*){1,8}$/i;
/** The longest reply that may only say so; a longer one tells something besides. */
const LONGEST_UNKNOWING = 12;
const ONLY_NO =
  /^(?:(?:oh|well|no|nope|nah|i|it|we|he|she|they|do|did|am|was|is)(?:n't|n’t| not)?[,.! ]*){1,5}$/i;
const DENIES = /\b(?:no|nope|nah|not|never|nobody|no one|[a-z]+n't)\b/;
/** A negated verb of knowing or seeing, or a noun for knowledge: “can't place him”, “no idea”, “nobody I know”. */
const KNOWS_NOT =
  /\b(?:(?:not|never|[a-z]+n't)(?: \w+){0,2}? (?:know|knew|known|recogni[sz]e|recall|remember|place|see|seen|saw|think|sure|certain|familiar|met|heard)|(?:never|nobody|no one|nothing)(?: \w+){0,2} (?:know|knew|seen|saw|met|heard|recogni[sz]e)|(?:no|any) (?:idea|clue|notion|memory|recollection)|means nothing|a stranger|strangers)\b/;
const POINTS_AT =
  /^(?:[^,.!?]{1,12}[,.!] ?){0,2}(?:that|this|it|those|these)(?:'s|'re| is| was| are| were) (?:me|us|him|her|them)\b(?! (?:done|finished|off))/;
const LOST = /\b(?:lost|what was I saying|where (?:was I|were we)|what were we talking about)\b/i;
const NEVER_MIND =
  /^(?:oh,? |well,? )?(?:never mind|(?:it|that) (?:doesn't|does not) matter|it's not important|forget it)\b/;
const COMPLIMENT =
  /^(?:oh,? |well,? )?(?:you're|you are|that's|that is) (?:very |so |too )?(?:kind|nice|sweet|lovely)\b/;
/** “And didn’t say sorry” doesn't ask us to say something again. */
const ASKS_AGAIN = /\?|\b(?:you|your|pardon|again|repeat|question)\b/i;
const FOR_EVERY_CALL =
  /\b(?:ever|any ?more|never|no longer|again|delete|erase|withdraw|take (?:it |that )?back|all (?:my|the|of)|recordings)\b/i;

export const englishHearing: Hearing = {
  plain: plainText,
  isHard: (text) => HARD_TO_TELL.test(text),
  isOfIllness: (text) => ILLNESS.test(text),
  tellsOfEarlierTimes,
  closesSubject,
  asksForAMoment: (text) => THINKS.test(text),
  onlyAgrees: (text) => YES_OR_NO.test(text),
  knowsNothingOfIt(text) {
    const said = plain(text);
    const saysNo = ONLY_NO.test(text) && DENIES.test(said);
    const isOfUs = /\b(?:you|your|the question)\b/.test(said);
    return saysNo || (!isOfUs && wordCount(said) <= LONGEST_UNKNOWING && KNOWS_NOT.test(said));
  },
  pointsAtSomebody: (text) => POINTS_AT.test(plain(text)),
  hasLostThread: (text) => LOST.test(text),
  neverMinds: (text) => NEVER_MIND.test(plain(text)),
  compliments: (text) => COMPLIMENT.test(plain(text)),
  saysWeAskedAlready: (text) => /\byou(?:'ve| have)?(?: already)? asked\b/.test(plain(text)),
  asksAgain: (text) => ASKS_AGAIN.test(text),
  isOfEveryCall: (utterance) => FOR_EVERY_CALL.test(utterance),
  confirming,
  wishes,
};
