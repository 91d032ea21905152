import { IRREGULAR } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, lemma, tokens } from '#api/biography/writing/language/words.ts';

const TO_THE_INTERVIEWER =
  /\b(?:(?:what|was|is) (?:was )?(?:your|the) (?:next )?question|can you (?:hear|repeat|say)|I can(?:'t|not)? hear you|you're breaking up|could you repeat|are you (?:still )?there|go ahead|sorry about that|hold on|hang on|just a (?:second|minute|moment)|one (?:second|moment) please|I'm back|thank you (?:for|so|very)|thanks for|you're welcome|as you know|did you (?:want|ask|mean|hear|see|get|say)|do you want me|if you (?:want|like) me to|is that (?:what|okay|right|enough)|does that (?:answer|make)|I don't know if (?:that|you)|what else|what(?:'s| is| was) the word|what do you call|where was I|let me (?:think|see)|I(?:'m| am) trying to (?:remember|think)|stop just a|good question|that's a (?:good|hard|tough|great|interesting) (?:question|one)|next question|you mentioned|you asked|you said|your recorder|this (?:interview|recording|tape)|the tape|nice to (?:meet|talk)|pleasure to)\b/i;
const EMPTY =
  /^(?:and |but |so )?(?:I (?:don't|do not|can't|cannot|honestly don't|really don't) (?:know|remember|recall|think so)(?: (?:exactly|that|it|now|anymore|much|really))?|I(?:'m| am) not (?:sure|certain)|I(?:'m| am) sure|I (?:think|guess|suppose|believe|hope) so|I guess|I have to say that|that's (?:right|it|true|all|about it|for sure|correct|what I (?:was saying|mean))|that was (?:it|that|all|good|great|nice|interesting|fun)|it was (?:good|great|nice|interesting|fun|fine|okay|different|very interesting|really interesting|amazing)|not (?:really|much|at all|that I (?:know|recall|remember))|of course|very much(?: so)?|and so (?:on|forth)|I did(?:n't)?|I do(?:n't)?|I was(?:n't)?|it was|it is|they did|we did|he did|she did|you know|let's see|anyway|who knows|go ahead|me too|long time|same thing)[.!?…]*$/i;
/** Half of a question's answer: "I did because…". */
const ELLIPSIS =
  /^(?:And |But )?(?:I|we|he|she|they|it) (?:did|do|does|was|were|had|could|would|have|is|are)(?:n['’]t)?(?:,| because| but| so| and| either| too| indeed|[.])/i;
const DANGLING =
  /\b(?:the|an?|my|our|his|their|your|of|and|but|or|as|if|when|because|was|were|is|are|I|we|very|really|that we|that I|into|than|who|which|between|(?:went|go|going|lived|had|have|got|it's|that's) (?:to|in|at|from|with|for|on|like))[.…—–-]*$/;

/** Whether a polished sentence is worth a reader's time: a whole sentence, told and not asked, that says something. */
export function worthKeeping(sentence: string): boolean {
  const words = tokens(sentence);
  const content = words.filter((word) => !isStopWord(word.norm) && lemma(word.norm).length > 1);
  if (words.length < 3 || content.length < 1) return false;
  if (words.length < 5 && !hasVerb(sentence)) return false;
  const plainEnd = sentence.replace(/["'”’)]+$/, '').replace(/[.…]+$/, '');
  if (DANGLING.test(plainEnd) || /[,—–-]$/.test(plainEnd) || /…$/.test(sentence)) return false;
  if (/^(?:And |But )?(?:I think,? )?(?:as far as|once)\b[^,]*$/i.test(plainEnd)) return false;
  if (ELLIPSIS.test(sentence)) return false;
  return !EMPTY.test(sentence.replace(/’/g, "'")) && !TO_THE_INTERVIEWER.test(sentence.replace(/’/g, "'"));
}

function hasVerb(sentence: string): boolean {
  if (tokens(sentence).some((token) => (IRREGULAR.get(token.norm) ?? token.norm) !== token.norm)) return true;
  return /\b(?:am|is|are|was|were|be|been|had|has|have|did|do|does|would|could|can|will|\p{L}+ed|\p{L}+n['’]t|went|came|got|said|told|made|took|knew|saw|gave|left|kept|met|put|ran|sat|stood|grew|lost|won|sold|bought|brought|thought|taught|caught|fell|felt|held|heard|loved|died|i['’]m|it['’]s|we['’]re|they['’]re|he['’]s|she['’]s)\b/iu.test(
    sentence,
  );
}
