import type { Label } from '../labels.ts';
import { bare, plainText, wish } from './clauses.ts';

const AGAIN =
  '(?: (?:again|any ?more|ever again|ever|here|at home|on this (?:phone|number)|please|now|from now on))*(?= ?(?:$|[.,!?;]|and|or|i ))';
const US = '(?: (?:me|us|this (?:number|phone|house)|here))?';

const CALLS = [
  new RegExp(`\\b(?:stop|quit) (?:calling|phoning|ringing)${US}${AGAIN}`),
  new RegExp(
    `(?<!\\b(?:i|we|they|you) )(?:don't|do not|never) (?:you )?(?:ever )?(?:call|phone|ring)(?: (?:me|us|this (?:number|phone|house)|here| back))+${AGAIN}`,
  ),
  /\bnever (?:call|phone|ring)(?: me| us)?(?: here)? (?:again|any ?more)/,
  /\bi (?:don't|do not) want (?:any more |any |these |your |more )(?:phone )?calls\b/,
  /\bi (?:don't|do not) want you to (?:call|phone|ring)(?: me| us| here)?(?= ?(?:$|[.,!?;]|any|again|ever))/,
  /\bno more (?:phone )?calls\b(?= ?(?:$|[.,!?;]|please|from you|to me))/,
];
const TEXTS = [
  new RegExp(
    `\\b(?:stop|quit) (?:texting|messaging|sending(?: me)? (?:these |those )?(?:texts|messages|text messages))${US}${AGAIN}`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they|you) )(?:don't|do not|never) (?:you )?(?:ever )?(?:text|message)(?: (?:me|us|this (?:number|phone)|here))+${AGAIN}`,
  ),
  /\b(?:don't|do not) send (?:me )?(?:any )?(?:more |these )?(?:texts|messages|text messages)\b/,
  /\bi (?:don't|do not) want (?:any more |any |these |your |more )(?:text messages|texts|messages)\b/,
  /\bno more (?:texts|messages|text messages)\b/,
];
const BOTH = [
  /\b(?:take|get|put) (?:me|us|my number|this number) off (?:of )?(?:your|the|this) list\b/,
  /\bremove (?:me|my number)(?: from (?:your|the|this) list)?(?= ?(?:$|[.,!?;]|please|now|from))/,
  /\b(?:stop|quit) (?:contacting|bothering|pestering|harassing) (?:me|us)\b/,
  /(?<!\b(?:i|we|they|you) )(?:don't|do not|never) (?:ever )?(?:contact|bother) (?:me|us)(?= ?(?:$|[.,!?;]|again|any|ever|please))/,
  /^(?:please )?(?:just )?leave me alone\b(?= ?(?:$|[.,!?;]|please|now))/,
  /\bno m[aá]s\b(?= ?(?:$|[.,!?;]|por favor|llamadas|mensajes))/,
  /^(?:unsubscribe|opt out|stop all|stopall)[.! ]*$/,
  /\bi (?:don't|do not) want to (?:do|be part of|take part in|be in) this(?: thing| project| any ?more| again| at all)*(?: any ?more| again| ever)\b/,
];
const ALL = [
  /\b(?:i )?(?:withdraw|revoke|take back|cancel) (?:all )?(?:of )?my (?:consent|permission|agreement)s?\b/,
  /\bi (?:don't|do not|no longer) (?:give (?:you )?(?:my )?)?(?:consent|permission)\b(?= ?(?:$|[.,!?;]|any|to (?:this|any)))/,
];
const EVERYTHING_BACK = [
  /\b(?:i |i'd like to |i want to )?(?:withdraw|take back|revoke|cancel|undo) (?:everything|all of it|the whole (?:thing|lot|business|arrangement)|every (?:consent|permission|yes)|all (?:that )?i (?:agreed|signed|said yes))\b/,
  /\btake me out of (?:it|this|the project)(?: completely| altogether)?\b/,
  /\bi (?:don't|do not|no longer) agree to any of (?:it|this)\b/,
];
const RECORDING = [
  /\b(?:stop|quit) recording(?: (?:me|us|this|my voice|the call|now))*(?= ?(?:$|[.,!?;]|please))/,
  /(?<!\b(?:i|we|they) )(?:don't|do not) record (?:me|us|my voice|the call|this call|these calls|my calls)\b/,
  /\bi (?:don't|do not|won't) (?:want|like|wish|agree) (?:to be|being|to being|this (?:to be|being)|you to be|my voice(?: to be)?|the call (?:to be|being)) record(?:ed|ing)\b/,
  /\bi (?:don't|do not) want you (?:to record|recording)\b/,
  /\b(?:turn|switch) off (?:the|that|your) (?:recorder|recording)\b/,
];
const WRITING = [
  /\bi (?:don't|do not) want (?:a |the |any |this |some )?(?:computer|machine|ai|robot|you|evertold)(?: to)?(?: be)? writ(?:e|ing) (?:about me|my (?:story|life|book|biography)|anything|a book|any of)/,
  /(?<!\b(?:i|we|they) )(?:don't|do not|stop) writ(?:e|ing) (?:about me|my (?:story|life|book|biography)|the book|a book about me)\b/,
  /\bi (?:don't|do not) want (?:a|any|the|this|that) (?:book|biography)(?: written| made)?(?: about me| of me| of my life| any ?more)?(?= ?(?:$|[.,!?;]))/,
];
const SHARING = [
  /(?<!\b(?:i|we|they) )(?:don't|do not|stop) (?:share|sharing|show|showing) (?:my (?:stories|story|words|life|things|calls)|anything|everything|any of (?:it|this|what i say))\b/,
  /\bi (?:don't|do not) want (?:any ?one|anybody|my family|the family|my children|them|people)(?: else)?(?: to)? (?:read|reading|hear|hearing|see|seeing) (?:my (?:stories|story|words|calls)|anything|any of (?:it|this)(?: ever| at all))/,
];
const ERASE = [
  /\b(?:delete|erase|destroy|throw away|wipe) (?:everything|all (?:of )?(?:it|this|that|my (?:stories|words|data|recordings))|my (?:stories|data|recordings|words))\b/,
  /\bforget everything i(?:'ve| have)? (?:ever )?(?:said|told)\b/,
];

/** The things that each consent is about. */
const NAMES: [Label, RegExp][] = [
  ['withdraw-calls', /\b(?:calls?|calling|called|phon(?:e|es|ing)|ring(?:s|ing)?|telephon\w*)\b/],
  [
    'withdraw-texts',
    /\b(?:(?<!\b(?:a|the|into) )text(?! (?:out )?of)|texts|texting|text messages?|messag(?:e|es|ing)|sms|whatsapps?)\b/,
  ],
  ['withdraw-recording', /\b(?:record(?:s|ed|ing|ings)?|tap(?:e|es|ed|ing)|voice|sound|audio)\b/],
  [
    'withdraw-writing',
    /\b(?:book|biography|chapters?|writ(?:e|es|ing|ten)|written up|(?:ai|computer|machine|robot)(?: \w+)? (?:writ\w+|mak\w+|do\w+))\b/,
  ],
  [
    'withdraw-sharing',
    /\b(?:shar(?:e|es|ed|ing)|show(?:s|n|ing)?|(?:my |the |our )?(?:family|children|kids|daughters?|sons?|grandchildren|relatives|relations|others|anybody|anyone|they|them)\b.{0,30}\b(?:read|see|hear|get|have|look|listen)\w*|(?:read|see|hear|to) (?:by |to )?(?:my |the |our )?(?:family|children|kids|relatives|others))\b/,
  ],
];
/** What may go on: “calls are all right, but no texts”. */
const GOES_ON =
  /^ ?(?:from now on |from today )?(?:only|just) (?:write|ring|call|phone|text|talk)|\b(?:if you (?:like|want|wish|must)|by all means|is enough|instead|fine|all right|alright|okay|ok|don't mind|do not mind|keep (?:calling|ringing|writing|on|the)|carry on|go on|go ahead|you (?:can|may|could)|still|like (?:that|it|the|our|our talks)|look forward|welcome|happy|stays? as|as it is|for myself|enjoy|grand|(?:i|i'd) (?:like|love)|look forward|just (?:ring|call|phone|text))\b/;
const TAKEN_BACK =
  /\b(?:no|not|don't|do not|stop|never|nothing|none|cancel|withdraw\w*|take back|taken back|leave off|quit|enough|without|any ?more|no longer|nor|neither|finish\w*|end|revoke|delete|out of|wipe|erase|destroy|scrap|stops?|has to go|rather not|sooner not|sooner you didn't)\b|n't\b/;

/** Where a sentence turns from one consent to another. */
const TURNS = /[,.;:]| but | only | and (?=you|i |the rest|don't |do not |no |stop )/;
/** “Everything”, “the lot”: every consent, where none is named. */
const WHOLE =
  /\b(?:everything|every (?:yes|one of them|part|bit|last \w+|permission|consent|agreement)|all of (?:it|them|that)|the (?:lot|whole (?:lot|thing|business|arrangement|project|caboodle))|all (?:my |the |your )?(?:permissions?|consents?|agreements?)|(?:all|the) five)\b/;
/** “All but the calls”: what follows goes on. */
const EXCEPT =
  /\b(?:except(?:ing)?(?: for| that)?|bar|save for|apart from|aside from|other than|but(?: not)?(?= (?:for )?(?:the|your|these)\b))\b/;

/** The consents that a sentence names which takes some back: a clause that lets something go on names none. */
export function consentsNamedIn(sentence: string): Label[] {
  const said = plainText(sentence);
  const whole = said.match(WHOLE);
  if (whole) {
    const [taken = '', ...kept] = said.split(EXCEPT);
    const goesOn = kept.length > 0 && WHOLE.test(taken) ? namesIn(kept.join(' ')) : [];
    if (goesOn.length > 0) return EVERYTHING.filter((label) => !goesOn.includes(label));
  }
  const labels = new Set<Label>();
  for (const clause of said.split(TURNS)) {
    if (GOES_ON.test(clause) && !TAKEN_BACK.test(clause)) continue;
    for (const label of namesIn(clause)) labels.add(label);
  }
  return labels.size === 0 && whole && TAKEN_BACK.test(said) ? EVERYTHING : [...labels];
}

function namesIn(clause: string): Label[] {
  return NAMES.flatMap(([label, named]) => (named.test(clause) ? [label] : []));
}

/** Somebody else's calls and messages, or what may be taken back one day: no consent of the person's own. */
const OTHERS =
  /^(?:my|our|his|her|the) (?:\w+ )?(?:mother|mum|mom|father|dad|brother|sister|husband|wife|son|daughter|neighbou?r|friend|cousin|aunt|uncle)\b.{0,20}\b(?:doesn't|does not|won't|never|didn't|wouldn't|hates|refuses|stopped|quit)\b|^(?:she|he|they) (?:doesn't|does not|won't|never|didn't|wouldn't|hates?|don't|refuses?)\b|\bfrom the \w+ (?:people|lot|company|crowd)\b|\bfrom (?:the (?:bank|insurance|council|hospital|surgery|company|salesm[ae]n)|those (?:people|sellers)|salesm[ae]n)\b/;
const SUPPOSED =
  /^(?:and |but |well |so |oh )?(?:if (?:i|we) (?:ever|should|were|got|wanted|decided|changed)|suppos(?:e|ing)|what (?:happens|if|would happen)|can i (?:always|still|ever)|could i|how (?:do|would|could|can) (?:i|one|you)|may i (?:still|always))\b|\b(?:would|should|'d) miss\b|\b(?:wouldn't|would not|don't|do not) (?:want (?:you )?to )?(?:stop|lose|give up)\b.{0,40}\b(?:for the world|look forward|for anything)\b/;

/** A time at which not to ring is no end of the calls. */
const AT_A_TIME =
  /\b(?:don't|dont|do not|can't|cannot) (?:ring|call|phone|text)(?: me| us)? (?:then\b|at (?:\w+ o'clock|\w+day|one|two|three|four|five|six|seven|eight|nine|ten|noon|night|lunch|\d+)|before|on (?:\w+day|the \w+)|while|tomorrow|this (?:week|\w+day))/;
/** “What I've just said” is a part of the telling, not the sharing of everything. */
const JUST_SAID = /\bwhat i(?:'ve| have)?(?: just)?(?: been)? (?:saying|telling|said|told)\b/;

/** Whether a sentence keeps from others only what was told, rather than everything. */
export function keepsBackWhatWasSaid(sentence: string): boolean {
  return JUST_SAID.test(plainText(sentence));
}

/** Whether a sentence speaks of others, or of what might be one day, and takes nothing back. */
export function takesNothingBack(sentence: string): boolean {
  const said = plainText(sentence);
  return OTHERS.test(said) || SUPPOSED.test(said) || AT_A_TIME.test(said);
}

/** Whether a sentence only says what may go on. */
export function letsGoOn(sentence: string): boolean {
  const said = plainText(sentence);
  return GOES_ON.test(said) && !TAKEN_BACK.test(said);
}

/** What carriers take for a wish to stop, when it is all that a text says. */
const KEYWORD = /^(?:stop|stop all|stopall|unsubscribe|cancel|end|quit|revoke|opt ?out|optout)$/;

const EVERYTHING: Label[] = [
  'withdraw-calls',
  'withdraw-texts',
  'withdraw-recording',
  'withdraw-writing',
  'withdraw-sharing',
];

/** The consents that a sentence takes back in so many words. */
export function withdrawnIn(sentence: string): Label[] {
  const said = plainText(sentence);
  const any = (patterns: RegExp[]) => patterns.some((pattern) => wish(said, pattern));
  if (any(ALL) || any(EVERYTHING_BACK)) return EVERYTHING;
  const labels = new Set<Label>();
  const both = any(BOTH);
  if (both || any(CALLS)) labels.add('withdraw-calls');
  if (both || any(TEXTS)) labels.add('withdraw-texts');
  if (any(RECORDING)) labels.add('withdraw-recording');
  const erase = any(ERASE);
  if (erase || any(WRITING)) labels.add('withdraw-writing');
  if (erase || any(SHARING)) labels.add('withdraw-sharing');
  return [...labels];
}

/** Whether a text is nothing but a keyword by which carriers stop messages. */
export function isStopKeyword(text: string): boolean {
  return KEYWORD.test(bare(plainText(text)));
}
