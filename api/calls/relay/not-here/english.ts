import type { AnsweringLanguage, Clause } from './answering-language.ts';
import { type Gender, nameToken as named } from './called-person.ts';

const opening = new RegExp(
  `^(?:(?:${[
    'no|nope|nah|oh|ah|aw|um|uh|er|well|hello|hi|hey|sorry|unfortunately|actually|apparently|yes|yeah|yep|ok|okay',
    "right|look|listen|honey|dear|sir|ma'?am|please|thanks|thank you|excuse me|pardon(?: me)?|good (?:morning|afternoon|evening)",
    "(?:i'm|i am|im)(?: so| very| really| terribly)? (?:sorry|afraid)(?: to (?:say|tell you))?(?: but)?(?: that)?|so sorry|my apologies",
    '(?:i think|i believe|i guess|i suppose|i know|it looks like|it seems|he says|she says)(?: that)?|right now|at the moment|today',
    'because|and|but|so|then|since|cause|as|though|although|that',
  ].join('|')}) )+`,
);

const female =
  'wife|mother|mom|mum|mam|mommy|mummy|mama|grandmother|grandma|granny|gran|nan|nana|nanna|aunt|auntie|aunty|sister|missus|mrs|lady of the house|lady|girlfriend|mother-in-law|landlady';
const male =
  'husband|father|dad|daddy|pop|pops|papa|grandfather|grandpa|granddad|grandad|gramps|uncle|brother|hubby|man of the house|gentleman|boyfriend|father-in-law|landlord';
const neutral =
  'boss|room ?mate|house ?mate|flat ?mate|tenant|client|patient|resident|employer|partner|spouse';
const relations: Record<Gender, string> = {
  SHE: `${female}|${neutral}`,
  HE: `${male}|${neutral}`,
  THEY: neutral,
};
/** Whom a nurse or a cleaner means. */
const residents = 'lady of the house|lady|missus|gentleman|man of the house|patient|resident|client|tenant';
/** What a family calls somebody without “my”. */
const forms: Record<Gender, string> = {
  SHE: 'lady|missus|mother|mom|mum|mam|mommy|mummy|mama|grandma|granny|gran|nan|nana|nanna|auntie',
  HE: 'father|dad|daddy|pop|pops|papa|grandpa|granddad|grandad|gramps',
  THEY: 'mx',
};
const titles =
  '(?:mrs|ms|miss|mr|mister|missus|mx|dr|doctor|aunt|auntie|uncle|grandma|granny|grandpa|nana|father|sister|lady)';
const pronounOf: Record<Gender, string> = { SHE: 'she', HE: 'he', THEY: 'they' };
const objectOf: Record<Gender, string> = { SHE: 'her', HE: 'him', THEY: 'them' };

const when =
  "(?: (?:right now|just now|now|at the moment|at present|today|tonight|yet|either|currently|this (?:morning|afternoon|evening|week|minute|second)|at the minute|love|dear|for (?:now|the (?:day|moment|week|evening)|a (?:while|bit|minute|moment))|(?:un)?till? .+|i'm afraid|i think|i don't think|sir|ma'am|sorry|unfortunately|at this (?:time|hour|moment)))*";
const not =
  "(?:'s not|is not|isn't|isnt|ain't|'re not|are not|aren't|'s no longer|is no longer|won't be|will not be|'s hardly ever|'s never|is never)";
const is =
  "(?:'s|is|'re|are)(?: (?:still|just|already|currently|actually|probably|usually|always|normally|only|also|both|all))*";
const has = "(?:'s |has |'ve |have )?";

/** Places and states; those of the second pattern mean something else when words follow. */
const place =
  '(?:here|home|around|available|awake|reachable|in (?:right now|today|at the moment|yet)|at home|taking calls|(?:at|in|on) (?:the|this|her|his|their) (?:house|phone|number|desk|address|residence|office|property|premises|room|building|apartment|flat|ward)|able to (?:talk|speak|come|take|answer|get)|well enough|up to (?:it|talking|a call|the phone)|feeling (?:well|good|up)|free)';
const placeAlone = `(?:in|up|about|there|back|well|with me)${when}$`;
const noMore =
  '(?! any ?more\\b| no more\\b| to (?!(?:come|talk|speak|take|answer|the|you|anyone|anybody|calls?)\\b))';

const away = `(?:${[
  'out(?! of (?!town|the (?:country|house|office|state|building|city)|state)| there| like| in the (?:open|world|cold))|away|asleep|sleeping|napping|resting|unavailable|busy|driving|shopping|travell?ing|working|eating|hospitali[sz]ed|bathing|showering|ill|sick|unwell|praying',
  'off (?:today|work|duty|shift|sick|shopping|to|at|for)|gone (?:out|to|for|home|shopping|away|(?:un)?till?|all|today|at|on|fishing|over|down|into|back)',
  '(?:lying|laying) down|in bed|in the (?:shower|bath|bath ?tub|bath ?room|toilet|loo|hospital|icu|emergency|clinic|pool|middle of (?:something|lunch|dinner|breakfast|her|his|a))',
  'at (?!(?:the )?(?:door|table|window|home|peace|rest|it|hand|ease|last|least|first|heart|other end|sink|stove)\\b)[a-z]+',
  'on (?:vacation|holidays?|a (?:trip|walk|cruise|call|visit|break)|another (?:call|line)|the other (?:line|phone)|(?:her|his|their) way (?:home|back)|leave|shift|break|the (?:toilet|loo))',
  'in (?:hospital|surgery|a meeting|therapy|rehab|town|class|church|physio|dialysis|an appointment|intensive care|respite|treatment)',
  'having (?:lunch|dinner|breakfast|supper|tea|a (?:nap|rest|bath|shower|lie|meal)|(?:her|his|their) (?:lunch|dinner|breakfast|supper|tea|hair|nap|bath|meal|supper|dinner|treatment|physio))',
  'taking (?:a|her|his|their) (?:nap|shower|bath|walk|rest)|getting (?:(?:her|his|their) (?:hair|nails)|dressed|a haircut)',
  'with (?:the|a|her|his|another) (?:doctor|nurse|patient|client|physio|physiotherapist|therapist|visitors?|visitor|priest|dentist|customer|carer)',
  'under the weather|not (?:feeling )?well|too (?:tired|ill|sick|weak|unwell|poorly)|poorly|visiting|back (?:at|on|in|after|tomorrow|later|tonight|around|by|next)',
].join('|')})\\b`;

const hasLeft = [
  `${has}(?:only |literally )?(?:just|already) (?:left|gone|stepped|popped|nipped|went|headed|run|ran|moved)\\b(?! (?:up|on)\\b)`,
  "(?:'s|has) (?:left (?:for|the house|already|the building)|gone (?:out|to|for|home|shopping|away|over|down)|(?:stepped|popped|nipped|headed|run|ran) (?:out|away|over|down)|moved (?:out|away))",
].join('|');
/** In more words, these tell a story. */
const left = [
  '(?:stepped|popped|nipped) (?:out|away|over)\\b|had to (?:step out|go out|leave|run|pop out)\\b|was (?:taken|rushed|admitted) to (?:the )?hospital (?:last night|this morning|yesterday|today|just now|earlier)',
  '(?:left|went out|ran out) (?:(?:about |just |like )?(?:a (?:minute|moment|while|bit|few minutes)|an hour|half an hour|\\w+ (?:minutes|hours)) ago|already|earlier|this (?:morning|afternoon)|for (?:work|the day|church|lunch|a walk|an appointment))',
  `went (?:to (?:her|his|their) [a-z]+'s\\b.*|out|shopping|for a (?:walk|nap|drive)|to (?:bed|sleep|lie down|(?:the|a) (?:store|shops?|doctor(?:'s)?|dentist(?:'s)?|market|supermarket|grocery store|pharmacy|hairdresser(?:'s)?|bank|bathroom|post office)))${when}$`,
].join('|');
const cannot =
  "(?:can't|cannot|can not|cant|won't|is unable to|'s unable to|doesn't (?:want|wish|feel able) to|does not (?:want|wish) to|isn't allowed to|'s not allowed to|shouldn't|mustn't)(?: really| quite| actually| possibly)? (?:come (?:to|right|on|at|just|now|down)|come$|(?:talk|speak)(?: (?:to|with) (?:you|anyone|anybody))?(?: (?:on the phone|right now|now|at the moment|just now|today))*$|take (?:the|your|a|any|this|calls?|phone)|get to the phone|answer (?:the|right|your|now|at)|answer$|be disturbed|use the phone|get up|have (?:calls|visitors))";
const willBe =
  "(?:'ll|will|should|won't|will not|might) (?:be |come |get )?(?:back|home|in|here|available|up|free)\\b.*\\b(?:later|at|around|about|by|tomorrow|tonight|soon|after|on|in|this|next|until|till|before|a while|for)\\b|(?:comes|gets) (?:home|back|in) (?:at|around|about|after|from|later|in|on)|returns\\b";
const doesNotLive =
  "(?:doesn't|does not|no longer|don't) (?:live|stay|work)s? (?:here|at this)|has moved|'s moved|moved (?:away|out)|(?:doesn't|does not) have this (?:phone|number)";
const predicate = new RegExp(
  `^(?:${[
    `(?: ?${not}|not|'s|is)? ?\\bnot ${place}${noMore}`,
    ` ?${not} (?:even |really |quite |actually |usually |always )?(?:${place}${noMore}|${placeAlone})`,
    ` ?${is} ${away}`,
    ' no (?:here|home)',
    ` ?(?:${hasLeft})`,
    ` (?:${cannot})`,
    ` ?(?:${willBe})`,
    ` ?(?:${doesNotLive})`,
  ].join('|')})`,
);
const pastPredicate = new RegExp(`^ (?:${left})`);
/** What is said of a person by name alone: of others it would tell a story. */
const predicateOfName = new RegExp(
  `^(?: ?${not} (?:here|home|around)|(?: ?'s| is)? ?(?:gone|left)$| (?:left|went|moved) (?:to|out|away|for|home|with|on|in|this|last|a|an)\\b| ?'s gone| is gone)`,
);
/** A clause without its subject. */
const elided = new RegExp(
  `^(?:(?:is )?not (?:${place}${noMore}|in)${when}|isn't (?:${place}|in)${when}|(?:out|away|asleep|sleeping|resting|gone out)${when}|just (?:left|stepped out|went out|missed (?:her|him|them)))$`,
);

/** The most words in all with a past tense, and with a clause that has no subject. */
const mostOfPast = 12;
const mostOfElided = 6;

/** After a name or pronoun: they died, so that nobody calls again. */
const deathWords = [
  "(?:'s| has| had)? (?:died|passed(?: away| on)?)",
  "(?:'s| is) (?:dead|deceased|no longer with us)",
  "(?:'s| is)(?: not|n't) with us(?: any ?more| any longer)",
].join('|');
const month = 'january|february|march|april|may|june|july|august|september|october|november|december';
const few = 'a|an|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|some|many|\\d+';
const dayOfDeath = [
  'yesterday|recently|today|tonight|this [a-z]+|last [a-z]+|on [a-z]+|at (?:christmas|easter)',
  `(?:back )?in (?:${month}|the [a-z]+|\\d{4}|hospital)`,
  `(?:just )?(?:over |about )?(?:${few}) (?:days?|weeks?|months?|years?) ago|a while (?:ago|back)`,
].join('|');
const politely = "sadly|now|already|sorry|i'm (?:sorry|afraid)(?: to say)?|sir|ma'?am";
/** More words would tell a story of somebody with the same name: “Aunt Alma died young”. */
const died = new RegExp(
  `^(?:${deathWords})(?: (?:${politely}))*(?: (?:${dayOfDeath}))*(?: (?:${politely}))*$`,
);

const wrongNumber =
  /^(?:(?:(?:this|it)(?:'s| is)|you(?:'ve| have|'d|'ll| must| may)?(?: have| got| have got| dialled| dialed| called| reached)*|must be)(?: probably| obviously)? (?:the |a )?)?wrong (?:number|phone|party|extension)(?: here)?$/;
const nobody = [
  /^(?:there's |there is |we have )?(?:nobody|no one|no-one)(?: here| living here| at this number| in this house)* (?:(?:by|of|with) (?:that|the|this) name|called (?!her\b|him\b|it\b|us\b|me\b|them\b)[a-z]+|named [a-z]+)(?: here| living here| at this number)*$/,
  /^(?:nobody|no one|no-one)(?:'s| is) (?:home|here|in|at home)(?: right now| at the moment)?$/,
  /\bafter the (?:tone|beep)\b|^(?:(?:just|you (?:can|could|may)|(?:would|do) you (?:like|want|care) to|if you(?:'d| would) like(?: to)?) )?leave (?:a|your|us a|me a) (?:message|name)\b/,
  /^(?:(?:can|could|may|shall|should) i|i(?:'ll| will| can| could)|let me)(?: just)? (?:take|pass on|pass along|give (?:her|him|them)) (?:a|your|the|any) message\b/,
  /^(?:can|could|should|shall|may) i (?:tell (?:her|him|them) who|have (?:her|him|them) call|ask (?:her|him|them) to call|say who called)/,
  /^(?:call|try|phone|ring)(?: us)?(?: again| back)?(?: later)? (?:when|once|after) (?:she|he|they)(?:'s|'re| is| are| gets| comes| wakes)/,
];
/** What somebody else says, and the person too of the daughter for whom we call. */
const passesOn =
  /^i(?:'ll| will| can) (?:(?:tell|let) (?:her|him|them)(?: know)?(?: that)? (?:you|who) |have (?:her|him|them) call|ask (?:her|him|them) to call|say you called)/;
const isHere = [
  /\b(?:we|i) (?:can|could) (?:talk|speak|chat|start|begin|go on)\b|\bgo ahead\b|\b(?:ask|fire) away\b|\bask me\b|\btalk to me\b|\blet's (?:talk|start|begin|go|do)\b/,
  /^(?:it's |it is |there's |that's |here is )?(?:just|only) (?:me|us|the two of us)\b|^me\b|^(?:except|apart from) (?:for )?me\b|\bbut me\b/,
  /^(?:it's|it is|that's|that would be|that is|this is) (?:me|myself|i)(?: here| speaking)?$/,
  /^(?:i'm|i am) (?:still |right |all |quite )?(?:here|alone|all ears|listening|ready|on my own|by myself|home|at home)(?: now| today| again| alone| by myself)*$/,
  /\bi(?:'ve| have)(?: got)? (?:time|a minute|a few minutes|plenty)\b|\b(?:a )?good time to talk\b|\bit's quiet\b|^i(?:'ll| will) (?:speak|talk|whisper|keep (?:my|it))|^we're fine\b/,
  /^speaking$|^what (?:would|do) you (?:want|like)(?: me)? to (?:know|hear|tell)/,
];
const comes = [
  /\b(?:hold|hang) on\b|\bhold the line\b|\bhold please\b|\b(?:one|just a|just one|half a|gimme a|give me a) (?:moment|second|sec|minute|min|tick)\b|^(?:wait|bear with me|a moment)\b/,
  /\b(?:let me|i'll|i will|i can|i could|i'm going to|i'm gonna|gonna|lemme|shall i|should i|can i|do you want me to|want me to)(?: just| go| quickly| try and| try to)* (?:get|fetch|find|see|check|look|call (?:her|him|them)(?! back)|pass (?:you|her|him|the phone|this)|put|hand|wake|bring|give you|transfer|go and|ask (?:her|him|them) (?:if|whether)|knock|grab|shout|connect)\b/,
  /\bhere (?:she|he|they) (?:is|comes|are)\b|\b(?:she|he|they)(?:'s|'re| is| are) (?:here(?! (?:no|any))|coming|right here|here now|on (?:her|his|their) way to the phone|just coming)\b|\bi'm (?:getting|passing|putting|handing|fetching)\b/,
];
const speaksForSelf =
  /^(?:i|i'm|i've|i'll|i'd|we|we're|we've|you|you're|it|it's|that|that's|this|there|there's|who|what|where|when|why|how|which|do|does|did|is|are|was|were|can|could|would|may|if|to|the phone|not|me|us)\b/;
const tag =
  /^(?:is|isn't|are|aren't|does|doesn't|has|hasn't|did|didn't|was|wasn't|will) (?:she|he|they|it|that)(?: now| not)?$/;

/** How people who answer the phone speak in English. */
export const english: AnsweringLanguage = {
  meansPerson:
    /\bxname\b|\b(?:this is|i'm|i am) (?:the|her|his|their|a) [a-z]+|\b(?:call|try|ring|phone)(?: us| her| him| them)? (?:back|again|later)\b|\byou(?: want|'re (?:looking for|after)| are (?:looking for|after)| need) (?:her|him|them|my|our)\b|\bmessage\b|\bwho(?:'s| is) (?:this|calling|speaking)\b/,
  isRelative:
    /\b(?:this is|i'm|i am) (?:her|his|their) (?:son|daughter|husband|wife|widow|widower|partner|niece|nephew|grandson|granddaughter|carer|caregiver)\b/,
  divide: (sentence) =>
    sentence
      .split(
        /\s(?:but|and|so|because|since|though|although)\s|\s(?<!\b(?:if|where|whether|think|when|that|know|believe|sure|until|till|before|after|once|like|says|said|while|what|who|how) )(?=(?:she|he|they)(?:'s|'ll| is| isn't| ain't| can't| won't| has| just| doesn't| will|'re| are| aren't)\b)/,
      )
      .filter((clause) => clause.trim() !== ''),
  titles,
  readerFor(genders) {
    const of = (words: Record<Gender, string>) => genders.map((gender) => words[gender]).join('|');
    const relation = `(?:(?:my|our|the|your) (?:(?:old|poor|dear|lovely|late-shift|dear old) )?(?:${of(relations)})(?: ${named})?|(?:${of(forms)}))`;
    const byName = new RegExp(`^(?:${named})(?=$|[ '])`);
    const byOther = new RegExp(`^(?:${of(pronounOf)}|${relation})(?=$|[ '])`);
    const object = `(?:${of(objectOf)}|${named})`;
    const subject = `(?:${of(pronounOf)}|${named})`;
    const isRelative = new RegExp(`^(?:my|our|the|your) (?!(?:${residents})\\b)`);
    const ofPronoun = new RegExp(`\\b(?:${of(pronounOf)}|${of(objectOf)})\\b`);
    const noSuchPerson = new RegExp(
      `\\b(?:there's|there is|there's nobody|no|we have no|we've no|don't know (?:any|an|a|of any)) (?:such )?(?:${named})(?: here| living here| at this number)?$`,
    );
    /** With a pronoun, they may be about anybody. */
    const unseen = [
      new RegExp(
        `\\bi (?:don't|do not) (?:think|believe) ${subject}(?:'s| is|'ll be| will be| are|'re) (?:here|home|in|up|awake|around|available|back|able)`,
      ),
      new RegExp(
        `\\bi (?:don't|do not) know where ${subject}|\\bi haven't seen ${object}|^you(?:'ve| have)?(?: only)?(?: just)? missed ${object}\\b`,
      ),
    ];
    const awayWords = [
      ...nobody,
      new RegExp(`^(?:this|it)(?:'s not| is not| isn't) ${named}\\b(?!')|^(?:i'm|i am) not ${named}\\b(?!')`),
    ];
    const hereWords = [
      ...isHere,
      new RegExp(
        `^(?:(?:this is|it's|it is|i'm|i am|that's|you're (?:speaking|talking) (?:to|with)) (?:${of(pronounOf)}|${of(objectOf)}|${named})|(?:my name is|my name's) ${named}|${subject})(?: (?:here|speaking|talking))$`,
      ),
      new RegExp(
        `^(?:this is|it's|it is|i'm|i am|that's|you're (?:speaking|talking) (?:to|with)|my name is|my name's) (?:${of(pronounOf)}|${of(objectOf)}|${named})$`,
      ),
    ];
    return (said, { isQuestion, wordsInAll }): Clause | null => {
      const isAway = (rest: string) =>
        !isQuestion && (predicate.test(rest) || (wordsInAll <= mostOfPast && pastPredicate.test(rest)));
      const clause = said.replace(opening, '').trim();
      if (!clause) return null;
      if (isQuestion && tag.test(clause)) return 'DENIED';
      if ((!isQuestion && wrongNumber.test(clause)) || noSuchPerson.test(clause)) return 'FOR_GOOD';
      if (awayWords.some((pattern) => pattern.test(clause))) return 'AWAY';
      if (comes.some((pattern) => pattern.test(said))) return 'COMES';
      if (hereWords.some((pattern) => pattern.test(clause))) return 'IS_HERE';
      if (unseen.some((pattern) => pattern.test(clause)))
        return ofPronoun.test(clause) ? 'AWAY_IF_MEANT' : 'AWAY';
      if (passesOn.test(clause)) return 'AWAY_IF_MEANT';
      const name = byName.exec(clause)?.[0];
      if (name !== undefined) {
        const rest = clause.slice(name.length);
        if (!isQuestion && wordsInAll <= mostOfPast && died.test(rest)) return 'FOR_GOOD';
        if (isAway(rest) || (!isQuestion && wordsInAll <= mostOfPast && predicateOfName.test(rest)))
          return 'AWAY';
        // “Alma's daughter” is somebody else.
        return /^'s (?!not|just|already|still|out|away)/.test(rest) ? null : 'THE_PERSON';
      }
      const other = byOther.exec(clause)?.[0];
      if (other !== undefined) {
        const rest = clause.slice(other.length);
        const isPronoun = of(pronounOf).split('|').includes(other);
        if (isPronoun && !isQuestion && wordsInAll <= mostOfPast && died.test(rest)) return 'DIED_IF_MEANT';
        if (isRelative.test(other)) return isAway(rest) ? 'RELATIVE_AWAY' : 'RELATIVE';
        if (isAway(rest)) return isPronoun ? 'AWAY_IF_MEANT' : 'AWAY';
        return isPronoun ? null : 'THE_PERSON';
      }
      if (!isQuestion && wordsInAll <= mostOfElided && elided.test(clause)) return 'AWAY_IF_MEANT';
      if (speaksForSelf.test(clause)) return null;
      return /^(?:my|our|the|his|her|their|your|a|an) [a-z]|^[a-z-]+(?: [a-z-]+)?(?:'s| is| isn't| was| has| had| did| just| went| can't| won't| said| says| rang| called| told| came| got| took| [a-z]+ed)\b/.test(
        clause,
      ) && !/^(?:she|he|they)\b/.test(clause)
        ? 'SOMEBODY_ELSE'
        : null;
    };
  },
};
