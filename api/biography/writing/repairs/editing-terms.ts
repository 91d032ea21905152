import { contentLemmas, lemma } from '#api/biography/writing/language/words.ts';
import type { Value } from './values.ts';

function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Small words that occur in a remark. */
const SMALL = set(
  `i i'm i'd i've me my you you're it it's that that's thats this there is was were are be been to a an the as so but and or if
  at of on in all now then or just only well oh och ach ah aye yes yeah look see quite right again myself your him her them
  do don't did didn't know why what what's how who us would could should must have has had not never can can't no not for
  about with from up out there's here really too bit far two three things one thing mind something anything every time always
  we'll let's i'll god lord dear heavens heaven's sake goodness goodness' moment minute second think of come
  ma'am sir love honey baby darling pet hen son man girl nuh crying loud shoot heck dang`,
);
/** Words that stop what was being said. */
const STOPPERS = set(
  'no nope nay nah naw wait hang hold sorry pardon excuse forgive actually rather oops whoops correction scratch strike stop listen',
);
/** Words for a slip of the tongue or of memory. */
const SLIPS = set(
  `wrong wrongly mistake mistaken error lie lied liar lying mix mixed mixing muddle muddled confuse confused confusing false nonsense
  rubbish daft silly stupid fool slip slipped misspoke misremember misremembered backwards backward swapped swap exaggerate
  exaggerated exaggerating stretch tangled twisted blethering raving forget forgot forgetting misled opposite reverse reversed`,
);
/** Words for a second thought, or for being exact. */
const SECOND_THOUGHTS = set(
  `remember recall reckon consider count counted recount check checked exact precise correctly properly strictly correct corrected correcting
  change amend fix straight thinking thought exactly accurate honest truth truthful better meant mean saying say said tell told telling
  calling call called give gave put write wrote explain beg begging`,
);
const HEADS = new Set([...STOPPERS, ...SLIPS]);
/** Phrases that correct something only as a whole. */
const PHRASES =
  /\b(?:i (?:mean|meant|should say|should have said|should've said|ought to say|ought to have said|meant to say|mean to say|want to say|wanted to say|have to say|say false|take (?:it|that) back|beg)|come to think|think of it|think about it|more like|make (?:that|it)|what am i|what do i|what did i|how could i|or rather|better (?:to )?say|to be (?:exact|precise|correct|accurate|honest|fair)|(?:strictly|properly|correctly) speaking|if you want to be (?:correct|exact)|(?:let me|i must|i should|i have to|i'd better|i ought to|i want to) (?:correct|put|get|change|explain|start|fix|think|say)|(?:correct|change|fix|amend) (?:that|it)|get (?:it|that|this) right|bear with me|do i mean|would it be|the other way|back to front|listen to me|hear myself)\b/;
const TELLING = set(
  `say said saying tell told telling give gave given call called calling write wrote written put mean meant mix mixed mixing muddle muddled
  confuse confused forget forgot leave left get got getting make made remember misspoke count counted took take have had think thought swap swapped`,
);
const WRONG = set(
  `wrong wrongly backwards backward mixed muddled mistake mistakes mistaken before earlier order straight right correct correct correction corrected
  false mix confused over rightly misremembered misspoke error errors instead reverse reversed opposite swapped tangled twisted`,
);

/** Somebody else in the room corrects it: "my sister says it was". */
export const SAYS_NOW =
  /^(?:(?:and|but|oh|no|well) )*(?:my \w+|she|he|they)(?:'s| is| are)? (?:says|say|saying|tells me|tell me|telling me) (?:that )?(?:it|that)\b/;

/** "Twelve hundred, she says": somebody beside the person corrects it while it is told. */
export function isSaidNow({ chunks }: { chunks: readonly { words: readonly string[] }[] }): boolean {
  return chunks.some(
    ({ words }, at) => at > 0 && /^(?:she|he|my \w+) (?:says|reckons|tells me)$/.test(words.join(' ')),
  );
}

const OPENS_WITH_NO =
  /^(?:(?:oh|or|well|ah|och|ach|and|but|so|yes|yeah|now|look|aye|then) )*(?:no|nope|nay|nah|naw)\b/;

/** "No, I wasn't": denies what the person just said about themself. */
const TAKES_BACK = /^(?:no )+(?:i|we|he|she|they|it|that) (?:wasn't|weren't|didn't|hadn't|isn't|don't)$/;

/** Whether a piece only announces a correction: "no, sorry", "I tell a lie", "what am I on about". */
export function isEditing(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > 10) return false;
  const said = words.join(' ');
  if (TAKES_BACK.test(said)) return true;
  // "You listen" tells what one does.
  if (/^(?:you|we|they|he|she) (?:stop|listen|hold|wait|hang)\b/.test(said)) return false;
  if (/^(?:i|we|he|she|they) (?:did not|didn't|never|had no|have no|was not|wasn't|do not|don't)/.test(said))
    return false;
  // "And then I said no" is part of the story.
  if (
    /\b(?:i|we|he|she|they) (?:said|say|says|told (?:him|her|them|us)) (?:no|yes|sorry|stop|wait)\b/.test(
      said,
    )
  )
    return false;
  // "They left with no coats": "no" stops something only at the beginning.
  const stops = words.filter((word) => HEADS.has(word));
  if (
    stops.length > 0 &&
    stops.every((word) => /^(?:no|not|nope|nay|nah|naw)$/.test(word)) &&
    !PHRASES.test(said) &&
    !OPENS_WITH_NO.test(said)
  )
    return false;
  const rest = said.replace(PHRASES, ' ').trim();
  const others = rest === '' ? [] : rest.split(/ +/);
  return (
    (rest !== said || words.some((word) => HEADS.has(word))) &&
    others.every((word) => SMALL.has(word) || HEADS.has(word) || SECOND_THOUGHTS.has(word))
  );
}

/** How many words at the start of a piece announce a correction: "or rather 1952". */
export function editingStart(words: readonly string[]): number {
  for (let size = Math.min(8, words.length); size > 0; size -= 1) {
    const said = words.slice(0, size);
    if (
      /^(?:it|was|is|were|a|an|the|at|in|on|my|that's|it's|he|she|i|they|we|to|for)$/.test(
        said.at(-1) ?? '',
      ) &&
      !PHRASE_END.test(said.join(' '))
    )
      continue;
    if (isEditing(said)) return size;
  }
  return 0;
}

const PHRASE_END = /(?:make (?:it|that)|what am i|correct (?:it|that)|change (?:it|that))$/;
/**
 * Phrases after the right words: "Pedersen, I should say", "Forty more like", "if you want to be correct".
 */
const BEHIND =
  /(?:^| )(?:i (?:mean|meant|mean to say|ought to say|should say|should have said|should've said|ought to have said|meant to say|was going to say|tell a lie)|(?:or )?rather|that is|no|sorry|excuse me|pardon(?: me)?|(?:i )?beg your pardon|more like|correction|no wait|wait|(?:if (?:you want|you're|we're|we are|i'm|i am) )?to be (?:exact|precise|correct|accurate)|come to think(?: of it)?|now i think of it|properly|strictly|i remember now|if i'm (?:right|honest|not mistaken)|if i remember (?:right|rightly)|with (?:a|an|one|two|no) \p{L}{1,3}|(?:it|that|he|she|they) (?:was|were|is|must have been|would have been|should be|should have been)|(?:it|that|he|she)'d (?:be|have been))$/u;

/** How many words at the end of a piece announce a correction: "Pedersen I should say". */
export function editingEnd(words: readonly string[]): number {
  const found = words.join(' ').match(BEHIND)?.[0].trim();
  const size = found ? found.split(' ').length : 0;
  return size < words.length ? size : 0;
}

/**
 * Whether somebody speaks about how they told it: "I gave you the wrong number", "did I say Leeds", "what
 * am I saying".
 */
export function speaksOfTelling(words: readonly string[]): boolean {
  const me = words.findIndex((word) => /^(?:i|i've|i'd|i'm|i'll|you've|me)$/.test(word));
  if (me < 0) return words.some((word) => /^(?:correction|misspoke)$/.test(word));
  const telling = words.some((word, at) => TELLING.has(word) && Math.abs(at - me) <= 3);
  if (!telling) return false;
  const said = words.join(' ');
  if (
    /\b(?:did i (?:say|tell|call)|am i saying|do i mean|i (?:tell a lie|should (?:say|have said)|meant|misspoke)|told you|gave you|give you)\b/.test(
      said,
    )
  )
    return true;
  return (
    words.some((word) => WRONG.has(word)) ||
    /\b(?:mix|mixed|mixing|get|got|confuse) (?:it|them|those|that|the two)\b|\bleave out\b|\bleft out\b/.test(
      said,
    )
  );
}

const NEGATED = /^(?:not|never)$|^(?:was|were|is|are)(?:n't|nt|nae|na)$/;

/** Whether a word denies what follows: "not", "wasn't", and "wasnt" or "wasnae" as some write and say it. */
export function denies(word: string): boolean {
  return NEGATED.test(word);
}

/** Whether the words say that it was wrong, instead of only telling it again. */
export function saysWrong(words: readonly string[]): boolean {
  return words.some((word) => WRONG.has(word) || word === 'no' || word === 'not' || /n't$/.test(word));
}

const REPORTS =
  /^(?:say|says|said|saying|ask|asks|asked|tell|tells|told|shout|shouts|shouted|cry|cries|cried|answer|answers|answered|reply|replies|replied|write|writes|wrote|whispered|called|goes|went|like|yelled|screamed)$/;

/** Whether these words introduce what somebody said in the story. */
export function leadsToSpeech(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return (
    REPORTS.test(last) ||
    (/^(?:me|him|her|us|them|you|to)$/.test(last) &&
      REPORTS.test(words.at(words.at(-2) === 'to' ? -3 : -2) ?? ''))
  );
}

/** "I said", "she says to him": names the speaker. */
export function namesSpeaker(words: readonly string[]): boolean {
  return (
    words.length >= 2 &&
    words.length <= 6 &&
    leadsToSpeech(words) &&
    !/^(?:what|did|do)$/.test(words[0] ?? '') &&
    !/\bas i (?:said|say|told)/.test(words.join(' '))
  );
}

const INTERRUPTS =
  /(?:^| )((?:(?:no|nope|oh|ah|well) )*(?:(?:wait|hang on|hold on)(?: a (?:minute|moment|second))?(?: no)?|sorry|no|i mean(?: to say)?|i meant|or rather|rather|excuse me|pardon(?: me)?|i beg your pardon|scratch that|strike that|correction|make that|what am i saying|i should say|i tell a lie|actually)(?: (?:no|sorry|i mean|wait|it was|actually))*)(?= |$)/g;

/** Interruptions in speech without punctuation: word indexes, end excluded. */
export function interruptions(words: readonly string[]): { from: number; to: number }[] {
  const said = words.join(' ');
  return [...said.matchAll(INTERRUPTS)].map(({ 0: found, 1: run = '', index }) => {
    const before = said.slice(0, index + found.length - run.length).trim();
    const from = before === '' ? 0 : before.split(' ').length;
    return { from, to: from + run.split(' ').length };
  });
}

/** Small words that don't show what a remark is about. */
const ABOUT_NOTHING = new Set(
  `name call year time date number place say tell mean give gave put get thing way one day before earlier now just then right wrong mistake actually
  really sorry mix order backward always never fact matter remember forget think know make come go old little way first last be have do exact exactly
  age surname maiden called named say keep wait hang hold change correct rather suppose sure muddle confuse proper course mind pardon excuse`
    .split(/\s+/)
    .map(lemma),
);

/** The content words that are neither values nor talk about the telling. */
export function ownWords(words: readonly string[], values: readonly Value[]): string[] {
  const taken = new Set(values.flatMap(({ text }) => contentLemmas(text)));
  return contentLemmas(words.join(' ')).filter((word) => !taken.has(word) && !ABOUT_NOTHING.has(word));
}

const COMPARISON =
  /\b(?:(?:was|were|is|be|been|felt|looked|sounded|smelled|tasted) (?:more |a bit |just |rather )?like|than)(?: (?:an?|the|my|our|his|her|their))?$/;

/** Whether what follows these words is only something to compare with: "it was more like", "bigger than the". */
export function endsInComparison(before: string): boolean {
  return COMPARISON.test(before);
}
