import { withApostrophes } from '#api/language/contractions.ts';
import { plainText } from '../rules/clauses.ts';
import { wish } from './clauses.ts';

const IT =
  "(?:that|this|it|all of (?:that|this|it)|any of (?:that|this|it)|what i(?:'ve| have)?(?: just)? (?:said|told you|tell you|say)|(?:that|this|the) (?:last )?(?:bit|part|one|story|thing)(?: (?:about|with|i) [^.,!?]{1,40})?)";
const NOBODY = '(?:any ?one|anybody|a soul|people|nobody|no one|the others|others|the family|my family|them)';

const WISHES: RegExp[] = [
  new RegExp(
    `\\b(?:keep|keeping|leave|hold) ${IT} (?:just |strictly |only |all )?(?:between (?:us|you and me|the two of us|ourselves)(?! (?:girls|boys|kids|children|two|all|three|brothers|sisters))|to yourself|private|quiet|secret|a secret|off the record|under your hat|confidential|in confidence|out of (?:it|the book|this|the story|my book)|out)\\b`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|didn't|won't|needn't|never) (?:you )?(?:ever )?(?:write|put|note|type|jot|take) ${IT}(?: bit| part)? (?:down|in|into|out|on (?:paper|record)|anywhere)\\b`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|didn't|won't|never) (?:you )?(?:ever )?(?:write|put|type|record|publish|print|include|use|share|repeat|quote|keep) ${IT}(?= ?(?:$|[.,!?;]|please|though|ok|in|with|to|anywhere|any))`,
  ),
  new RegExp(
    `(?<!\\b(?:i|we|they) )\\b(?:don't|do not|didn't|won't|mustn't|must not|can't|cannot|never|not) (?:you )?(?:ever |go )?(?:tell|telling|let|show|pass)(?:ing)? (?:${IT} (?:to |on to )?)?${NOBODY}\\b(?! (?:in|at|into|near|off|out|up|past|through|use|drive|go|come|wear|touch|pick|play|buy|eat|have|what to do|how))`,
  ),
  new RegExp(`\\bno need to (?:write|put|print|record|mention|repeat) ${IT}\\b`),
  new RegExp(`\\b(?:don't|do not) (?:pass|let) ${IT} (?:on|out|get out|leave this room)\\b`),
  /\boff the record\b(?! (?:player|label|sleeve|shelf|store|company))/,
  /\bbetween you(?: and me|, me and|,? me,? and)\b/,
  /\b(?:just|strictly|only|stays?|must stay|should stay|is|'s|keep it|private,?) between (?:us|ourselves|the two of us)\b(?! (?:girls|boys|kids|children|two|all|three|brothers|sisters|and))/,
  /\b(?:this|that|it)(?:'s| is| was| has to be| should be| must be)(?: really| strictly)? (?:just |only )for you(?:r ears(?: only)?)?(?= ?(?:$|[.,!?;]|and not|not|,|alone|only|i ))/,
  /\bfor your ears only\b/,
  /\b(?:this|that|it|the next part|the next bit|what i said|this part|that part|this bit|that bit)(?:'s| is| was| has to be| should be| must be)(?: very| strictly| really| kind of| a bit)? (?:private|confidential|a secret|not for the book|not for (?:publication|print|the record|anyone else|anybody else|other people))(?= ?(?:$|[.,!?;]|between|so|and|please|but|though|ok))/,
  /\bnot for (?:the book|publication|print|the record)\b/,
  /\b(?:that|this|it) (?:stays?|has to stay|must stay|should stay|remains?) (?:private|between us|between you and me|with you|with us|here|in this room|secret)\b/,
  /\b(?:nobody|no one)(?: else)? (?:must|should|needs to|has to|can|may|is to|ought to)(?: ever)? (?:know|hear|read|see|find out)\b/,
  new RegExp(
    `\\bi (?:don't|do not|wouldn't) want ${NOBODY}(?: else)?(?: to)?(?: ever)? (?:know|knowing|hear|hearing|read|reading|see|seeing|find out|learn)\\b(?! (?:my stories|anything))`,
  ),
  /\b(?:strike that|scratch that)\b(?=[^a-z]*(?:from|$|[.,!?]))/,
  /\bforget (?:that )?i (?:said|told you|mentioned|ever said) (?:that|this|it|anything)\b/,
  /\byou (?:didn't|did not) hear (?:that|this|it) from me\b/,
  /\b(?:make|mark) (?:that|this|it|what i said) private\b/,
  /\b(?:mum's the word|in (?:strict |strictest )?confidence)\b/,
  /\b(?:can|could|will) you keep a secret\b/,
  /\bi (?:shouldn't|should not) have (?:said|told you) (?:that|this|it|so much)\b/,
];

/** Whether a sentence explicitly asks for something to stay private. */
export function asksForPrivacy(sentence: string): boolean {
  const said = plainText(sentence);
  return WISHES.some((pattern) => wish(said, pattern) !== null);
}

const GETS_RID =
  /\b(?:get|be|have) (?:rid|shot) of (?:it|that|this|them|the lot|all of)\b|\b(?:delete|erase|wipe|rub|scrub|strike|burn) (?:(?:it|that|this|them|the [\p{L} ]{1,20}?|what i [\p{L} ]{1,20}?)(?: (?:out|off|clean|from|again)\b| ?$| ?[.,;!?])|(?:out|off) )|\btake (?:it|that|this|the [\p{L} ]{1,20}?) (?:back )?out (?:again|of there)\b/u;

/** Whether a wish is for the words to be gone, not only kept. */
export function wantsItGone(sentence: string): boolean {
  return GETS_RID.test(plainText(sentence));
}

/** “You'd shake it out”: what everybody did then, not what we are asked to do. */
const HABIT =
  /^(?:(?:and|but|so|then|because) )*you(?:'d| would| used to| had to| couldn't| weren't)(?! (?:be|have|better|rather|do|oblige|mind|please|want|want to|like|not))\b/;
/** Words for the telling, for who may know, or for what we would do with it. */
const OF_THE_TELLING =
  /\b(?:please|not|never|nobody|you|yours?|lips|sealed|mum|us|me|book|books|print\w*|publish\w*|read\w*|hear\w*|know\w*|tell\w*|told|say\w*|said|mention\w*|writ\w+|wrote|record\w*|tap(?:e|es|ing)|private\w*|secret\w*|confiden\w*|public|pages?|typ(?:e|es|ed|ing)|pen|pencil|notes?|delete\w*|erase\w*|scratch|strike|rub|wipe|keep|kept|leave|skip|out|off|in|down|between|stays?|that|this|it)\b/;

/** “Who I mentioned earlier”: a reference in a story, without a wish. */
const MENTIONED =
  /^(?:and |but )?(?:that|who|which|whom|as|like)(?: again)? i(?:'ve| have| had|'d)?(?: just| already)? (?:mentioned|told you(?: about)?|said|spoke of|talked about)(?: (?:before|earlier|already|just now|to you))*[.,; ]*$/;

/** “That's not right.” says that something is false, not that it is secret. */
const CALLED_FALSE =
  /^(?:(?:no|oh|but|well|sorry),? )*(?:that|this|it)(?:'s| is| was| isn't| wasn't)(?: not)?(?: (?:quite|all|at all|really|just))? (?:right|wrong|true|correct|so)[.,;!? ]*$/;

const FEW_WORDS = 5;

/** Whether words that resemble a wish tell of a habit, call something false, or say nothing of the telling. */
export function resemblesWish(clause: string): boolean {
  const said = plainText(clause);
  // Few words, such as “not until I'm gone”, need not name anything.
  const isLong = said.split(' ').length > FEW_WORDS;
  return (
    HABIT.test(said) ||
    MENTIONED.test(said) ||
    CALLED_FALSE.test(said) ||
    (isLong && !OF_THE_TELLING.test(said))
  );
}

/** Words for writing, printing and reading, and “leave him out of it”. Words for talking alone don't count. */
const OUT_OF_BOOK =
  /\b(?:(?<!closed )book|writ(?:e|es|ing|ten)|wrote|print(?:ed|ing)?|publish(?:ed|ing)?|pages?|in there|(?:want|have) (?:it|that|this|him|her|them|any of (?:it|that|this)) in|in (?:any of )?(?:it|this)|on paper|put (?:down|in)|take (?:it |that |him |her |them )?down|(?:leave|leaving|keep|keeping|left|kept) (?:[\p{L}'-]+ ){1,7}out)\b/u;

/** Whether a refusal to talk of something also keeps it out of the book. */
export function keepsOutOfBook(sentence: string): boolean {
  return OUT_OF_BOOK.test(plainText(sentence));
}

/** Oneself, one's life, or what the consents are about. */
const ONESELF_OR_CONSENTS =
  '(?:(?:me|myself|us|ourselves|mine|it all|you|yours?|evertold)|(?:my|our) (?:own )?(?:life|self|past|stor(?:y|ies)|memor(?:y|ies)|childhood)|(?:this|that|the|your|these|those) (?:books?|calls?|tapes?|recordings?|texts?|messages?|whole))';
/** “Asked about”, “nowt about”. */
const ABOUT =
  '(?:(?:nothing|nowt|anything|owt|none|not a (?:word|line|letter)) about|(?:ask(?:ed|ing|s)?|talk(?:ed|ing|s)?|spe?ak(?:ing|s)?|spoken?|tell(?:ing)?|told|hear(?:ing)?|go(?:ing)? on|questions?|quizzed|reminded)(?: (?:me|us|no more|any ?more|again|ever|a single thing))? (?:about|of|on))';
const ABOUT_THEME = new RegExp(`\\b${ABOUT} (?!${ONESELF_OR_CONSENTS}\\b)\\p{L}`, 'u');

/** Whether a sentence refuses to talk, hear or read about somebody or something, and not about oneself or consents. */
export function refusesTheme(sentence: string): boolean {
  const said = withApostrophes(plainText(sentence));
  return ABOUT_THEME.test(said) && DENIED.test(said);
}

const DENIED = /\b(?:don't|do not|not|never|no|nothing|nowt|none|won't|can't|nor|neither|ain't|without)\b/;

/** Whether a clause says that something is not to be written or printed. */
export function forbidsWriting(clause: string): boolean {
  return keepsOutOfBook(clause) && DENIED.test(withApostrophes(plainText(clause)));
}

const DONE_WITH_WORDS =
  '(?:keep|leave|cut|skip|drop|lose|bury|forget|pass over|pass on|say nothing|hold|miss|scrub|strike|mention|repeat|print|write|put|spread|raise|bring|undo|hide|let (?:it|that|this|him|her|them) (?:be|lie|rest|go))';

/** Phrases that ask us for something, refuse something, or say that the words go no further. */
const ASKED_OF_US: RegExp[] = [
  new RegExp(
    `\\byou(?:'d| had| would|'ll| will| might| may| can| could| should| must|'re| are)?(?: (?:best|better|kindly|please|just|never|not|to|maybe|perhaps|be|go|rather|will|needn't|mustn't|shouldn't))* ${DONE_WITH_WORDS}\\b`,
  ),
  /\bi(?:'d| would|'ll| will|'m| am| do)?(?: (?:really|much|just|only|kindly))*(?: not|n't)? (?:ask|beg|trust|thank|count on|rely on) you\b/,
  /\bi(?:'d| would) (?:sooner|rather|prefer|as soon|like)\b[^.!?]*(?:n't\b|\bnot\b|\bno\b|\bnever\b|\bnothing\b|\bburied\b|\bleft\b|\bkept\b)/,
  /\bi (?:don't|do not|wouldn't|would not|won't|will not|can't|cannot) (?:permit|allow|want|like|need|hold with|care for|agree to|wish)\b|\bi (?:won't|will not|wouldn't|would not) have\b/,
  /\b(?:go(?:es)?|going|travels?|gets?) no (?:further|farther)\b|\b(?:stop|stay|stays|stops|rests?|remains?|ends?|lies?|dies?)(?: right)? (?:here|with (?:you|us|me)|in this (?:room|call))\b/,
  /\bno (?:call|need|reason|cause) for [^.!?]{1,60}\bto (?:know|hear|read|see|find|be)\b|\bnobody(?:'s| else's) business\b/,
  /\byou'?(?:re| are) (?:not|never) to\b/,
];
/** “You can put that in, he's been dead thirty years.” */
const PERMITTED =
  /\byou (?:can|may) (?:mention|print|write|put|repeat|keep)\b(?!.*(?:n't\b|\b(?:not|never|nothing|but|to yourself)\b))/;
const OF_ONE_OR_OTHER = /\b(?:i|you|we|there's to be|not an?|please|must|shall)\b/;

/**
 * Whether a sentence may ask us to keep something back: it asks, refuses, or forbids writing, as few sentences of a story
 * do.
 */
export function mayAskToKeepBack(sentence: string): boolean {
  const said = withApostrophes(plainText(sentence));
  if (PERMITTED.test(said)) return false;
  return (
    ASKED_OF_US.some((pattern) => pattern.test(said)) ||
    (OF_ONE_OR_OTHER.test(said) && forbidsWriting(sentence))
  );
}

/** Our talk, the book, or who will read it: words that few stories have. */
const NAMES_TELLING =
  /\b(?:(?:the|your|my|this|any|a) book\b|print(?:ed|ing)?\b|publish(?:ed|ing)?\b|in there\b|(?:write|writing|written|put|type|typing|take|note) (?:it|this|that|them|any of|the \p{L}+) (?:down|in|up)\b|typ(?:e|ing|ed) (?:it|this|that)\b|what i(?:'ve| have|'m after| was)?(?: just)? (?:said|told|telling|saying|been (?:saying|telling))|(?:this|that|it) (?:bit|part|page)\b|(?:you're|you are|he's|she's|they're) (?:not )?to\b|(?:read|reading|see|seeing|hear|hearing) (?:it|this|that|any of|what i)\b|between (?:us|you and me|me and you)\b|you and me\b|evertold\b|your (?:ears|pen|pencil|machine)\b|i (?:let )?(?:slip|shouldn't have (?:said|told))\b)/u;

/** Whether a clause speaks of our talk or the book, so that less evidence makes it a wish. */
export function namesTheTelling(clause: string): boolean {
  return NAMES_TELLING.test(withApostrophes(plainText(clause)));
}
