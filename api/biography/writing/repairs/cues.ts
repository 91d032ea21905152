import { editingEnd, editingStart, isEditing } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { sameKind, sameValue } from './values.ts';

/** Somebody speaks of what they told us themselves, and that it was otherwise. */
const OF_OWN_WORDS = new RegExp(
  [
    '(?:what |where |when )?(?:did|have) i (?:just )?(?:say|said|tell|told|call|called|write|put|give)',
    '(?:what )?(?:am|do) i (?:saying|say|on about|thinking|think|talking|telling)',
    'how could i (?:say|forget|call)',
    "i(?:'ve)? (?:just |have |always |keep |kept |must have |may have )?(?:told|tell|gave|given|give|said|saying|say|calling|called|call|put|got|get|had|made|make|read|wrote)(?: \\S+){0,7}? (?:wrong|wrongly|false|backwards?|muddled|mixed|mistakes?|errors?|back to front)",
    'i tell a lie',
    "i(?: was|'m|'m only)? (?:lie|lying|lied|misspoke|exaggerated|exaggerate|exaggerating|rounded up|stretch it|(?:a )?liar|mistaken|talking (?:nonsense|rubbish)|getting (?:mixed|muddled|confused))",
    "i (?:should|ought to|should've|ought to've) (?:have |be |have been )?(?:say|said|saying|put|call|called|calling|explain|correct|point out)",
    '(?:i )?mean to say|meant to say|wanted to say',
    "i(?:'d| had|'ve| have)? meant(?! to (?!say))",
    "i(?:'ve| have|'m|'m always| always| keep| was)? (?:getting |get |got |gone and )?(?:mix|mixed|mixing|muddle|muddled|muddling|confuse|confused|confusing|swapped|swap|tangled|misremembered|misremember|leave out|left out)(?: (?:it|them|those|that|up|the (?:two|figures|names|years|dates)|my \\S+|him|her))?",
    'misspoke',
    '(?:my|a|one|small) (?:mistake|slip|error|correction)',
    'correction',
    '(?:scratch|strike) that',
    "(?:let me|i must|i have to|i need to|i'd better|i should|i want to|i'll|may i|can i)(?: just)? (?:correct|put (?:that|it|you|this|something)|fix|set (?:that|it)|change|get (?:it|that|this) right|count|take (?:that |it )?back)",
    '(?:correct|change|fix|amend) (?:that|it|the)',
    'i stand corrected',
    '(?:i )?beg (?:your )?pardon',
    '(?:the )?(?:other|wrong) way (?:round|around|about)',
    'wrong order|back to front',
    '(?:that|it) (?:should|ought to) (?:be|have been|read)',
    "i(?:'ve| have)? (?:keep|kept|always|been) (?:saying|calling|say|call|said)",
    'say (?:it |that )?(?:false|wrong)',
    '(?:you|they) (?:have|got|put|wrote|misheard)(?: \\S+){0,3} (?:wrong|down)',
  ]
    .map((part) => `(?:${part})`)
    .join('|'),
);
/** Somebody thinks again. */
const SECOND_THOUGHT =
  /(?:come to (?:think|that)|think of it|now (?:that )?i(?:'m| am| have| 've)? (?:think|thinking|come|remember|remembering|hear|say|saying|look|see|read|recall|consider)|i remember now|now i remember|hear myself|i (?:looked|checked|counted|worked it out|reckoned)|(?:that's|that is|that was|that isn't|that's not|that wasn't|it isn't|not quite) (?:not )?(?:wrong|right|correct)|to be (?:exact|precise|accurate|correct)|strictly|properly speaking|more like|more nearly|better (?:to )?say|if you want to be)/;
/** Somebody beside the speaker says so now, not in the story. */
export const BY_ANOTHER =
  /\b(?:says|tells me|reckons|is telling me|is saying|shouted|shouting|shouts|reminds me|reminded me|laughing|shaking (?:her|his) head|nudged|nudging|corrected me|corrects me|put me right|telling me)\b/;
/** They stop what was said only beside the right words. */
const STOPS =
  /^(?:wait|hang|hold|sorry|pardon|excuse|forgive|rather|oops|whoops|scratch|strike|correction|wrong|mistake)$/;
/** They open many a sentence that puts nothing right. */
const FILLS =
  /^(?:i|mean|well|oh|och|ah|ach|so|but|and|now|you|know|actually|right|just|really|look|listen|not|think|thinking|see|yes|yeah|aye|that|it|that's|it's|was|is|of|at|all|here|there)$/;

const HEDGES = /^(?:maybe|perhaps|probably|i think|i suppose|i believe|i'd say|i'm sure|in fact|surely)$/;
/** "Or was it Jolanta", "was it?": who asks that of their own words is not sure of them. */
const ASKS_ITSELF =
  /^(?:or |no |now )?(?:was|were|is) (?:it|that|he|she|they)(?: (?:in|on|at|a|an|the|my|called))*(?: not)?$/;

/** How surely each piece of a sentence puts something right, whatever it names: 0 not at all, 3 surely. */
export function cuesOf({ chunks, corrects, index }: SaidSentence): number[] {
  const [only, ...others] = chunks;
  // "No." in the middle of a turn answers nobody.
  if (only && others.length === 0 && index > 0 && only.words.every((word) => /^(?:no|nope|or)$/.test(word)))
    return [2.5];
  const again = saidTwice(chunks);
  return chunks.map((chunk, at) => {
    const read = corrects && chunk.isHidden ? 2 : 0;
    return Math.max(cueOf(chunks, chunk, at), read, again.has(chunk) ? 2.5 : 0);
  });
}

/** The pieces of a value that is said twice for certainty: "A Ford, it was a Ford", "Fridays, child, Fridays". */
function saidTwice(chunks: readonly SaidChunk[]): Set<SaidChunk> {
  const [first, ...others] = chunks;
  const value = first?.values[0];
  const size = value?.text.split(/[\s-]+/).length ?? 0;
  if (!first || !value || value.kind === 'KIN' || first.words.length > size + 1) return new Set();
  const again = others.slice(0, 4).find(({ words, values, start }) => {
    const same = values.find((one) => sameKind(one, value) && sameValue(one, value));
    // "Nine, nine at the table" is a slip of the tongue.
    const isSlip = same?.start === start && words.length > size + 1;
    return (
      same && !isSlip && words.length <= 8 && !words.some((word) => /^(?:not|never|no)$|n't$/.test(word))
    );
  });
  return new Set(again ? [first, again] : []);
}

function cueOf(chunks: readonly SaidChunk[], chunk: SaidChunk, at: number): number {
  const said = chunk.words.join(' ');
  const own = said.match(OF_OWN_WORDS);
  if (own && /(?:^| )$/.test(said.slice(0, own.index)))
    return /make|told|gave|said/.test(own[0]) && !isNearOpening(said, own.index ?? 0) ? 1.5 : 3;
  if (/^(?:no |well |wait |oh )*make (?:that|it)\b/.test(said) && valueFrom(chunk, 4)) return 3;
  if (SECOND_THOUGHT.test(said)) return 2.5;
  if (ASKS_ITSELF.test(wordsBeforeValue(chunk)) && chunk.words.length <= 7) return 2.5;
  if (/^(?:it was |it's |it is |no )*the (?:year|month|week|day) (?:after|before)$/.test(said)) return 2.5;
  if (
    /\b(?:if i'm|if i am|to be|if we're) (?:honest|truthful|exact)|if truth be told|truth to tell|to tell (?:you )?the truth/.test(
      said,
    )
  )
    return 2.5;
  if (/\b(?:(?:can't|cannot|couldn't|must) have been|must've been)\b/.test(said) && valueFrom(chunk, 6))
    return 2;
  if (
    BY_ANOTHER.test(said) &&
    /^(?:(?:and|but|so|now|well|no) )?(?:my|our|he|she|they|him|her|\p{L}+)\b/u.test(said)
  )
    return chunks.some(({ values }) => values.length > 0) ? 3 : 1;
  // "Six, maybe."
  const bare = chunks[at - 1];
  if (HEDGES.test(said) && bare && bare.values.length > 0 && bare.words.length <= 3) return 2;
  // "Philomena, I mean."
  const before = chunks[at - 1];
  if (
    /^(?:no )?i mean(?: to say)?$/.test(said) &&
    before &&
    before.words.length <= 4 &&
    before.values.length > 0 &&
    (at === 1 || at === chunks.length - 1)
  )
    return 3;
  if (isEditing(chunk.words)) return strength(chunk.words, besideRight(chunks, at));
  const head = editingStart(chunk.words);
  if (head > 0) return strength(chunk.words.slice(0, head), valueFrom(chunk, head + 4), true);
  const tail = chunk.values.length > 0 ? editingEnd(chunk.words) : 0;
  if (tail > 0) return chunk.words.length - tail <= 5 ? 3 : 1;
  return 0;
}

function wordsBeforeValue({ words, starts, values }: SaidChunk): string {
  const first = values[0]?.start ?? Number.POSITIVE_INFINITY;
  return words.filter((_, at) => (starts[at] ?? 0) < first).join(' ');
}

/** What was told wrong is said at the start of a piece, not at the end of a story. */
function isNearOpening(said: string, index: number): boolean {
  return said.slice(0, index).trim().split(/\s+/).length <= 5;
}

/** How much words that stop are worth: two of them, or one that stands beside the right words. */
function strength(words: readonly string[], isBeside: boolean, leads = false): number {
  const stops = words.filter((word) => STOPS.test(word)).length;
  const no = words.filter((word) => /^(?:no|nope|nay)$/.test(word)).length;
  const isMean = words.join(' ').includes('i mean');
  if (stops + no >= 2 && stops > 0) return isBeside ? 3 : 2;
  if (stops > 0) return isBeside ? 3 : 0.5;
  if (words.every((word) => FILLS.test(word) || /^(?:no|nope|nay)$/.test(word))) {
    if (isMean) return isBeside && leads && words.length <= 3 ? 2.5 : 0;
    if (no > 0) return isBeside ? 1.5 : no > 1 ? 1 : 0.5;
    return 0;
  }
  return isBeside ? 3 : 1.5;
}

/** Whether the right words stand before or behind a piece that only stops: "Levine, excuse me", "no, it was 1952". */
function besideRight(chunks: readonly SaidChunk[], at: number): boolean {
  for (let next = at + 1; next < chunks.length && next <= at + 3; next += 1) {
    const chunk = chunks[next] as SaidChunk;
    if (isEditing(chunk.words)) continue;
    if (valueFrom(chunk, 5) || chunk.words.length <= 5) return true;
    break;
  }
  const before = chunks[at - 1];
  return before !== undefined && before.words.length <= 4 && before.words.length > 0;
}

/** Whether a value stands among the first words of a piece. */
function valueFrom(chunk: SaidChunk, words: number): boolean {
  const limit = chunk.starts[words];
  return chunk.values.some(({ start }) => limit === undefined || start <= limit);
}
