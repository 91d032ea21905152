import type { Language } from '#api/language/languages.ts';
import type { BankQuestion } from '#api/questions/bank/question.ts';
import { contentOf, showsTheme, stem } from '../themes.ts';
import { plain, sentencesOf, wordCount } from '../words.ts';

/**
 * The manner of telling: a list of things, one event, a habit of the past, a custom of today, an opinion, a
 * description, or a summary.
 */
export type Telling = 'LIST' | 'EVENT' | 'HABIT' | 'CUSTOM' | 'VIEW' | 'SCENE' | 'ACCOUNT';

const VIEW =
  /\b(?:^i (?:have always thought|think|believe|suppose)\b|i (?:would (?:say|tell)|'d tell|always say|tell (?:them|everybody)|believe (?:in|that))|i think (?:that )?(?:people|everyone|everybody|you|life|most of what|we all|a person|children|the young)|you (?:have to|must|should|learn)|people (?:should|need|must)|life is|what (?:matters|counts)|the (?:secret|trick) is|what (?:i|it) (?:learned|taught me|would tell|know)|looking back)\b/;
/** Advice: “be kind, and keep your tools clean”. */
const ADVICE =
  /^(?:just |and |but |so |well, )?(?:be|keep|never|always|don't|do not|trust|love|listen|stay|mind|look after|take care of|hold on|say)\b(?!.*\b(?:i|he|she|we|they|was|were|had|did|went|[a-z]{3,}ed)\b)/;
const CUSTOM =
  /\b(?:(?:i|we) (?:still )?(?:make|bake|cook|sew|plant|grow)|you (?:stir|knead|let it|roll it|boil)|(?:on|every) (?:sundays?|saturdays?|fridays?|christmas|easter|morning|year)[, ]+(?:i|we) (?:make|bake|cook|go|have|sing))\b/;
const HABIT =
  /\b(?:used to|would (?:always|sit|come|go|take|put|read|sing|stand|walk|bring|play|tell|hold|wait|stop)|every (?:day|morning|night|evening|week|month|summer|winter|spring|fall|sunday|saturday|monday|friday)|on (?:sundays|saturdays|mondays|fridays|weekends)|whenever|each (?:day|morning|night)|in those days|most days|all day|(?:once|twice|three times) a (?:day|week|month|year))\b/;
/** “I think he knew”, “I believe it learned more than I did”: this is no view of life. */
const OPINION_OF_PAST =
  /^(?:and |but |so )?i (?:think|believe|suppose|would say) (?:that )?(?:i|he|she|they|we|it|the \p{L}+|my \p{L}+) (?:\p{L}+ly |only |just |never )?(?:was|were|had|did|knew|\p{L}+ed)\b/u;
/** One time among many: “and one winter he wasn’t there”. */
const ONCE =
  /\b(?:one (?:day|night|morning|evening|winter|summer|spring|sunday|saturday|time|year)|all of a sudden|suddenly|and then (?:my|the|he|she|they|i|we))\b/;
const LASTED = /\bfor (?:(?:about|over|nearly|almost) )?[\p{L}-]+ (?:years|months|winters|summers)\b/u;
const EVENT =
  /\b(?:one (?:day|night|morning|evening|sunday|saturday)|that (?:day|night|morning|evening|sunday|saturday)|the (?:next (?:day|morning|night)|(?:first|second|third|fourth|last|good) (?:day|time|night)|following (?:day|morning))|suddenly|when (?:i|we|he|she|they|the \p{L}+) (?:came|went|heard|saw|got|opened|found|told|arrived|left|walked)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|happened|(?:he|she|they|i) said|came in|started to|stood up|all of a sudden)\b/u;
/** Words for what is seen, heard or smelled in a scene. */
const SENSED =
  /\b(?:smell\w*|sound\w*|noise|light|lights|color|colour|red|blue|green|yellow|white|black|gray|grey|warm|cold|hot|wet|dark|stove|window|door|floor|table|walls?|roof|stairs|kitchen|porch|yard|street|trees?|snow|rain|dust|river|lake|sea|hill|fields?|barn|rooms?|smoke|bell|song|sky)\b/g;
const DONE =
  /\b(?:came|went|said|took|made|gave|got|sat|stood|ran|put|found|left|brought|told|rang|fell|threw|broke|kissed|\p{L}{3,}ed)\b/gu;

/** The manner in which an answer is told, judged by its end. */
export function tellingOf(utterance: string): Telling {
  const sentences = sentencesOf(plain(utterance.replace(/[“"][^“”"]{0,400}[”"]/g, ' said ')));
  const end = sentences.slice(-3).join(' ');
  const done = end.match(DONE)?.length ?? 0;
  if (CUSTOM.test(sentences.join(' ')) && (sentences.join(' ').match(DONE)?.length ?? 0) <= 5 && done <= 3)
    return 'CUSTOM';
  if (isList(sentencesOf(utterance).at(-1) ?? '')) return 'LIST';
  if (ADVICE.test(sentences.at(-1) ?? '')) return 'VIEW';
  const last = sentences.at(-1) ?? '';
  if ((VIEW.test(last) && !OPINION_OF_PAST.test(last)) || (VIEW.test(end) && done === 0)) return 'VIEW';
  if (ONCE.test(last) && done > 0) return 'EVENT';
  if (HABIT.test(end) || LASTED.test(last)) return 'HABIT';
  if (EVENT.test(end) && done > 0) return 'EVENT';
  return (sentences.slice(-5).join(' ').match(SENSED)?.length ?? 0) > 1 ? 'SCENE' : 'ACCOUNT';
}

const TELLS = /\b(?:i|we|he|she|they|it|you|was|were|is|are|had|have|did|said|knew)\b/i;

/**
 * Whether a sentence lists things and little happens with them: “swing boats, coconut shies, hot
 * chestnuts”.
 */
function isList(sentence: string): boolean {
  const parts = sentence.split(/,| and /).filter((part) => wordCount(part) > 0);
  const short = parts.filter((part) => wordCount(part) < 6 && !TELLS.test(part));
  // A list of people is no list: asking which of them one would rather see would be rude.
  const named = parts.slice(1).filter((part) => /^\s*(?:and )?\p{Lu}\p{Ll}+\W*$/u.test(part));
  return (
    parts.length > 3 &&
    short.length > 2 &&
    !TELLS.test(sentence) &&
    named.length < 2 &&
    (plain(sentence).match(DONE)?.length ?? 0) < 3
  );
}

/**
 * Whether an answer stayed with its question, that is, repeats its words or is about its subject. A short
 * answer always does.
 */
export function staysWith(question: BankQuestion, utterance: string, language: Language = 'en'): boolean {
  const stemOf = (word: string) => stem(word, language);
  // A person who asks and answers their own question is not answering ours.
  if (wordCount(utterance) <= 12) return !/^[^.!]{3,60}\?\s+\S/.test(utterance.trim());
  const said = new Set(contentOf(utterance, language).map(stemOf));
  const asked = new Set(
    contentOf(question.text, language)
      .map(stemOf)
      .filter((word) => !COMMON.has(word)),
  );
  const shared = [...asked].filter((word) => said.has(word)).length;
  const themes = question.theme.filter((theme) => !COMMON.has(theme));
  const themed = [...said].filter(
    (word) => !asked.has(word) && themes.some((theme) => showsTheme(theme, word, language)),
  ).length;
  return shared * 2 + themed >= 3 || (shared > 0 && wordCount(utterance) < 40);
}

/** Words that are in many questions and answers, and so connect none of them. */
const COMMON = new Set(
  'family place day life work home house child children people walk take tell describe old young small good back together character values love famili vida cas trabajo dia person gent lugar'.split(
    ' ',
  ),
);
