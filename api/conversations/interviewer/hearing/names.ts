import { wordsIn } from '#api/platform/values/language.ts';
import { plain } from '../words.ts';
import { CALLED, HUMAN_VERBS, TITLES, type TopicKind } from './lexicon.ts';
import { isSubject, type Mention } from './mention.ts';

const TITLED = new RegExp(
  `(?<![\\p{L}’'])((?:${TITLES}) \\p{Lu}[\\p{L}’'-]+)(?!['’]s)(?:(?= (\\p{Ll}+))|(?=[.,;:!?"”)]|$))`,
  'gu',
);
const KIN_TITLE = /^(?:Uncle|Aunt|Auntie|Cousin)/;
const BARE_KIN = new RegExp(
  `(?<!(?:my|our|his|her|their|the|a|your|Saint|St\\.|of) )\\b(${CALLED})\\b(?!['’]| \\p{Lu})`,
  'gu',
);
const ACTOR = new RegExp(
  `(?<![\\p{L}’'] ?[-’'])\\b(\\p{Lu}\\p{Ll}{1,}(?: \\p{Lu}\\p{Ll}+)?) (?=(?:${HUMAN_VERBS}|was|had|is|came|went|who)\\b)`,
  'gu',
);
/** What places and storms do as well as people. */
const STATIVE = /^ (?:was|had|is|came|went|who)\b/;
const NO_NAME =
  /^(?:I|The|He|She|They|We|It|You|That|This|Then|There|And|But|So|My|Our|Who|What|When|Where|Why|How|Nobody|Somebody|Someone|Everybody|Everyone|Anybody|People|Some|Most|Many|Both|One|Mother|Father|Mom|Mum|Mama|Dad|Papa|Grandma|Grandpa|Congress|Washington|God|Lord|Jesus|Christmas|Easter|Well|Oh|Yes|No|Which|Also|Maybe|Just|If|As|Not|Now|Or|Whoever|Neither|None|Few|Others|Another|Those|These|Kids|Men|Women|Boys|Girls|Mister|Sir|Americans?|Portuguese|Germans?|Italians?|Irish|English|French|Russians?|Japanese|Chinese|Africans?|Indians?|Mexicans?|January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b/;
const NO_PERSON =
  /(?:Guard|Corps|Army|Navy|Force|Church|School|College|University|Company|Street|Bank|Club|Union|Center|House|Hospital|Department|Board|Office|Government|Police|States|Club|Park|River|County|City)$/;

/** Who is called by name; a bare name counts only where it does what people do. */
export function names(sentence: string, index: number, known: ReadonlySet<string>): Mention[] {
  const mention = (text: string, head: string, kind: TopicKind, at: number, acts: boolean): Mention => ({
    text,
    kind,
    head,
    at,
    acts,
    sentence: index,
    subject: acts || isSubject(sentence, at),
    plural: false,
  });
  const titled = [...sentence.matchAll(TITLED)].map((match) =>
    mention(
      match[1] ?? '',
      match[1] ?? '',
      KIN_TITLE.test(match[1] ?? '') ? 'ELDER' : 'ACQUAINTANCE',
      match.index,
      isSubject(sentence, match.index),
    ),
  );
  const called = [...sentence.matchAll(BARE_KIN)]
    .filter((match) => !/^["“‘]|,\s*$/.test(sentence.slice(0, match.index).trim().slice(-1)))
    .map((match) => {
      const head = plain(match[1] ?? '');
      return mention(`your ${head}`, head, 'ELDER', match.index, isSubject(sentence, match.index));
    });
  const actors = [...sentence.matchAll(ACTOR)]
    .filter((match) => {
      const name = match[1] ?? '';
      const before = sentence.slice(0, match.index);
      return (
        !NO_NAME.test(name) &&
        !NO_PERSON.test(name) &&
        !/(?:(?<!\p{L})(?!And|But|So|Then|When|Because|Well|Oh|Once|While)\p{Lu}[\p{L}’'.]*|\b(?:the|a|an|my|our|in|at|of|from|called))\s$/u.test(
          before,
        ) &&
        (known.has(plain(name)) ||
          (STATIVE.test(sentence.slice(match.index + name.length))
            ? wordsIn(name.split(' ')[0] ?? '').has('#FirstName')
            : !wordsIn(name).has('(#Place|#Organization|#Demonym|#Date|#Adverb)')))
      );
    })
    .map((match) => mention(match[1] ?? '', match[1] ?? '', 'NAMED', match.index, true));
  return [...titled, ...called, ...actors];
}
