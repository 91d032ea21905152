import { withApostrophes } from '#api/language/contractions.ts';
import { plainText } from '../rules/clauses.ts';
import { createDangerRules } from '../rules/danger-hints.ts';
import { isFigure } from './distress.ts';

/** Means of self-harm. */
const MEANS =
  /\b(?:pills?|tablets?|capsules?|insulin|morphine|sleepers|medicine|rifle|shotgun|pistol|revolver|gun|bullet|shell|razor|blade|knife|rope|noose|belt|chain|bridge|railings?|the rail|balcony|ledge|the open window|window (?:at night|every)|cliff|roof|pier|weir|pond|river|lake|canal|sea|quarry|rails|railway|train|top of the \p{L}+ ?stairs|garage|engine|exhaust|hose|gas|oven|rat poison|poison|weed ?killer|lye|bleach|the heat(?:ing)?|stones in my)\b/u;
/** It is intended, and soon. */
const MEANT =
  /\b(?:on purpose|nobody (?:would|will|need|'d) (?:know|find)|(?:it )?wasn't natural|would(?:n't| not)? (?:be (?:long|quick|easy|over|so)|hurt|come back|feel)|won't be (?:long|back)|(?:not|never|nuh|won't) (?:be )?com(?:e|ing) (?:back|home|out)|(?:one|the) last time|one more time|(?<!had to )(?:just )?let(?:ting)? go|just (?:step|walk|drop|jump|roll|lie down|drift)|go on,? just|step off|jump|help (?:him|god) along|falling asleep|going to sleep|how many (?:of )?(?:\w+ ){0,5}?(?:it(?:'d| would) take|to take|would it|does it|i need|it takes)|(?:there(?:'s|'re| is| are)|that's|got|have) (?:enough|plenty)|(?:only|one) (?:thing|reason)|(?:wouldn't|would not|didn't|did not) leave (?:my|me)|a mess for|be done with|get it over|end it|all over|over with|finish(?:ed)? (?:it|myself)|tidy way|the way out|what stopped me|(?:don't|do not) know why i (?:didn't|came)|think(?:ing)? (?:about )?(?:how|what) (?:easy|it would)|(?:i could|i'll|i will|i'd|going to|gonna|nerve to|think of|time to) (?:just )?(?:do it|use it)|my day|picked (?:the|a) day|has my name|next time i|tomorrow i|i (?:nearly|almost) (?:did|went|jumped|let)|hold it and|look at it|put it (?:up|back|away) again|so far|no (?:rats?|weeds?|cow|goat|animal)\b|wonder(?:ing)? (?:how many|if|whether))(?!\p{L})/u;
/** Told of now or of the last days. */
const NOW =
  /\b(?:tonight|last night|this (?:morning|week|afternoon|evening)|today|tomorrow|yesterday|now|just now|every (?:night|evening)|of a night|at night|these days|some ?days?|one (?:day|of these)|already|again|on (?:sunday|monday|tuesday|wednesday|thursday|friday|saturday)|(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday) (?:night|morning)|(?:i'm|i am|i'll|i will|i could|i can|mi a|mi go) |there(?:'s| is) (?:enough|plenty|no|rat|a rope)|i (?:count|keep|sit|take|think|stand|lie|look|hold|wonder|get|figure|pour|know)\b)/;
/** Told of long ago, of others, or in fun. */
const THEN =
  /\b(?:1[89]\d\d|'[2-9]\d|(?:when|since) (?:i was|we were|he was|she was)|in (?:the|those) (?:war|army|old days|forties|fifties|sixties|seventies|thirties|twenties|depression|summers?|winters?)|years? (?:ago|back)|back then|as a (?:boy|girl|child|lad|kid)|used to|those days|nineteen|(?:my|the|our) (?:father|mother|dad|mum|mama|papa|grand\p{L}+|brother|sister|uncle|aunt|cousin|neighbou?r)(?: \p{L}+)? (?:was|had|did|would|kept|took|went|hung|hanged|said|shot|drowned|fell|never|always)|(?:he|she|they) (?:died|drowned)|was killed|when i'd|i had a|till i left|(?:hit|beat|slapped|kicked) (?:me|us) (?:the )?(?:one time|once)|first husband|laugh(?:ed|ing)?|joke|funny|fishing|for the (?:deer|foxes|rabbits|rats|mice|barn|garden|cows?|boat))\b/u;
/** A wish of the past, or words about or by somebody else. */
const PASSED =
  /\b(?:was|were|had|did|went|came|said|says|told|thought|wanted|tried|after|until|till|glad|saved|that (?:year|winter|night)|he|she)\b/;
/** A loss that is named as the reason: “there's no point going on since he passed”. */
const SINCE_LOSS = /\b(?:since|now|without) (?:he|she|they|him|her|them)\b.*$/;
const SELF = /\b(?:i|i'm|i've|i'd|i'll|me|mi|myself)\b/;

/** People who may hurt an old person: members of the household, or paid helpers. */
const BY =
  '(?:he|she|they|him|dem|them|(?:my|the|our|that|one of the) (?:\\p{L}+[- ]){0,2}?(?:son|sons|daughter|daughter-in-law|son-in-law|in-law|grandson|granddaughter|nephew|niece|husband|wife|carer|carers|nurse|nurses|aide|girl|man|helper|staff|boy|boyfriend|lodger|brother|sister|cousin))';
const HURTS =
  '(?:shoves?|hits|slaps?|twists?|pinch(?:es)?|kicks?|beats(?! me at)|punch(?:es)?|chokes?|burns?|thumps?|grabs?|drags?|yanks?|pushes|threatens?|ties|(?:box|lick|beat|hit|thump)(?= mi\\b))';
const HARMED = [
  new RegExp(
    `\\b${BY} (?:still |always |just |even |does |do |will |can |sometimes |often )*${HURTS} (?:me|mi|my|us|at me)\\b`,
    'u',
  ),
  new RegExp(
    `\\b${BY}(?:'s| has| have|'ve)? (?:been )?(?:hit|hitting|hurt|hurting|beat|beating|shoving|slapping|kicking|punching|twisting|starving|robbing|threatening|choking|throttling|burn(?:ed|t)?) (?:me|mi)\\b(?! at ).{0,60}\\b(?:again|last (?:night|week)|yesterday|today|this (?:morning|week)|now|every|saturday|sunday|monday|tuesday|wednesday|thursday|friday|still)\\b`,
    'u',
  ),
  new RegExp(
    `\\bif (?:i|mi|anybody|anyone) (?:ever )?(?:report|tell|ring|press|ask|say|call|complain|don't sign|won't sign|go to)\\b.{0,50}\\b${BY}(?:'ll| will| would| go|'s going to|'d)? (?:break|kill|hurt|cut|hit|put|throw|burn|send|lock|beat|finish|slap|stop)`,
    'u',
  ),
  new RegExp(
    `\\b${BY}(?:'ll| will| go|'s going to| says? ${BY}(?:'ll| will))? (?:break|kill|hurt|cut|burn|finish|beat|slap) (?:my|me|mi)\\b.{0,50}\\bif\\b`,
    'u',
  ),
  new RegExp(
    `\\b${BY} (?:locks?|have locked|has locked|keeps? (?:the )?\\p{L}+ locked|lock) (?:me|mi|up (?:me|mi|the)|the (?:kitchen|fridge|food|larder|door|bedroom|phone|gate|cupboards?))\\b(?!.{0,20}\\bat (?:night|nine|ten|eight|eleven|six|seven))`,
    'u',
  ),
  new RegExp(
    `\\b${BY} (?:puts?|mix(?:es)?|slips?|gives?)(?: me)? something in my (?:tea|milk|food|coffee|drink|soup|porridge)\\b`,
    'u',
  ),
  new RegExp(
    `\\b${BY} (?:took|has taken|have taken|takes|keeps|tek) (?:away )?my (?:phone|bank card|card|pension(?: book)?|money|frame|walker|glasses|keys)\\b.{0,80}\\b(?:won't|not|says|say|when i|if i|until|till|sign|shout|fist|off me|hit|box)\\b`,
    'u',
  ),
  /\b(?:raises?|lifts?) (?:his|her|their) (?:hand|hands|fist|stick|belt) (?:to|at|on|against) me\b/,
  /\bi(?:'m| am) (?:scared|afraid|frightened|feart|terrified) (?:in|to be in|to go into|of) my own (?:house|home|bed|room|son|daughter|husband|kitchen)\b/,
  /\bi(?:'m| am)?(?: that| so| too| really)? (?:scared|afraid|frightened|terrified) of (?:him|her|them)\b/,
  /\b(?:hands?|fingers) round my (?:neck|throat)\b/,
  /\bagainst (?:the|my) (?:bedroom )?door\b.{0,60}\b(?:he|him|she|her|they)\b|\b(?:he|him|she|they)\b.{0,80}\b(?:sleep|slept|lie) .{0,40}\bagainst (?:the|my) door\b/,
  /\b(?:can't|cannot|can not) (?:talk|speak|say (?:much|it|more))(?: \w+)?[,.;]?(?: \w+){0,3}? (?:he's|she's|he is|she is|they're|they are|they listen)\b/,
  /\b(?:he|she)(?:'s| is) (?:in the (?:next|other) room|right here|listening|at the door)\b.{0,160}\b(?:send|help|police|somebody|someone)\b/,
  /\bsend (?:somebody|someone|the police|help)\b.{0,30}\b(?:out|house|here|over|round|please|quick)\b/,
];
/** Goodbyes meant for ever. */
const FAREWELL = [
  /\b(?:wrote|written|write|done|finished) (?:the|my|all the|a|them|to)? ?(?:letters?|notes?)\b.{0,40}\b(?:each|every one|one to|to (?:all|each|them)|under|behind|in the|on the table)\b/,
  /\b(?:given|gave|giving) (?:away|out)\b.{0,40}\b(?:already|cat|dog|bird|budgie|clothes|wrappers|rings?|things)\b/,
  /\b(?:found|got) (?:a|somebody|someone|a good)? ?(?:home|place)? ?(?:for|to take) (?:the|my) (?:cat|dog|bird|budgie|hens)\b/,
  /\bi (?:also )?(?:will|shall|won't|will not|shan't) (?:not |also )*(?:be|live) (?:here|there|around|alive|about)\b/,
  /\b(?:say|saying) (?:our )?goodbye (?:well|properly|now|today)\b|\bour last talk\b|\blast time (?:we|you|i)(?:'ll| will)? (?:speak|talk|ring|hear)\b/,
  /\b(?:nobody|no one|not|anybody|anyone)\b.{0,20}\b(?:to )?(?:answer|pick(?:ing)? (?:it )?up)\b/,
  /\b(?:made|have made|i've made) up my mind\b|\bquite calm\b|\bit is decided\b|\bi(?:'ve| have) decided\b/,
  /\b(?:labelled|papers? (?:are )?in order|put (?:all )?(?:my|the) papers|seen to everything|settled everything)\b/,
  /\b(?:wasn't|isn't|not|was nobody's|is nobody's) (?:their|her|his|anybody's|your) (?:fault|doing)\b/,
];

/** “Don't want to be here since she passed”: the “I” is left out, and the other is dead. */
const NOT_HERE =
  /(?:^|[.!?] )(?:i )?(?:don't|do not) (?:really |even )?want to be (?:here|alive)(?: any ?more)?(?:,? (?:since|now|without)\b|[.! ]*$)/;

/** Wishes to be dead, in words that can't mean anything else when they are about now. */
const WISHED = [
  /\bi(?:'d| would) (?:be )?(?:(?:just )?as (?:well|soon)|better|sooner|rather) (?:be )?(?:dead|off dead|away out of it|out of it(?: all)?|gone for good|not (?:wake|be here|be alive))\b(?! than)/,
  /\bi (?:just |only |do |keep )?(?:wish|pray|hope|ask)(?:ing)?\b.{0,30}\b(?:(?:not|never|don't|wouldn't|won't) (?:to )?(?:wake|waken|see the morning|open my eyes)|(?:somebody|someone|they)(?:'d| would) (?:switch|finish|end|put) me)\b/,
  /\bi(?:'ve)? (?:don't|do not|dinna|no longer|stopped|don't really) (?:want(?:ing)?|care) to (?:be here|live|be alive|wake(?: up)?|go on living)(?! (?:in|at|with|by|near|like|on|under|when|while))\b/,
  /\b(?:take|taking|swallow(?:ing)?) (?:the (?:whole )?(?:lot|box|bottle)|every (?:one|last one) of them)\b.{0,40}\b(?:pills?|tablets?|sleep|over|done|peace|end|enough)\b|\b(?:pills?|tablets?|capsules?)\b.{0,60}\b(?:take|taking|swallow(?:ing)?) (?:the (?:whole )?lot|them all)\b/,
  /\bi(?:'d| would|'ll| will|'m going to| could| might| think of| think about)? (?:just )?(?:walk(?:ing)?|wad(?:e|ing)|go(?:ing)?) (?:out |straight |right )?into the (?:sea|water|loch|river|lake|tide|waves|dam|pond)\b(?! (?:for|with|to|up to))/,
  /\b(?:end(?:ing)? it all(?!,? (?:the|everything|please|with))|(?:end|finish|kill|top)(?:ing)? myself|end(?:ing)? my (?:own )?life|(?:do|doing|make|making) away with myself|do(?:ing)? myself in|put(?:ting)? an end to (?:myself|it all|me))\b/,
  /\b(?:they|the (?:family|kids|children|girls|boys|lot of them)|everybody|everyone|you)(?:'d| would)(?: all| both)? be (?:better|happier|easier) (?:off )?(?:without me|if i (?:was|were|weren't|wasn't))/,
  /\bnothing (?:left |more )?(?:for me )?to (?:live|stay|wake up) for\b|\b(?:no|any) (?:point|use|sense) (?:in )?(?:me |my )?(?:going on|living|being here|staying alive)\b/,
];

export const { mayHintDanger, dangerHinted } = createDangerRules({
  plain: (text) => withApostrophes(plainText(text)),
  means: MEANS,
  meant: MEANT,
  now: NOW,
  longAgo: THEN,
  passed: PASSED,
  sinceLoss: SINCE_LOSS,
  self: SELF,
  harmed: HARMED,
  farewell: FAREWELL,
  notHere: NOT_HERE,
  wished: WISHED,
  isFigure,
});
