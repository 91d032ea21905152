function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Who puts something right says these and nothing else. */
const EDITING = set(
  `no nope nay not och ach ah oh well wait now then hang hold on a minute second moment sorry i i'm i'd i've mean meant to say said
  should have tell told you lie lied liar excuse me pardon beg your rather or actually correction scratch strike that that's it's
  is it was what am saying wrong oops let see think of come make forgive us dear god lord heavens just as were do don't know why right
  aye yes look so but and quite at all my mistake`,
);
const HEADS = set(
  'no nope nay sorry wait mean meant rather lie lied liar correction scratch strike wrong saying should pardon excuse actually oops mistake hang hold',
);
const AFTER = set('i mean meant to say should have said rather sorry that is as it was no');
const TELLING = set(
  `say said saying tell told telling give gave given call called write wrote written put mean meant mix mixed mixing muddle muddled confuse
  confused forget forgot leave left get got make made remember misspoke count counted take took have had think thought`,
);
const WRONG = set(
  `wrong wrongly backwards backward mixed muddled mistake mistaken before earlier order straight right correct correction corrected false
  mix confused over rightly misremembered misspoke error instead reverse reversed opposite`,
);

/** Whether a piece only says that something is to be put right: "no, sorry", "I tell a lie". */
export function isEditing(words: readonly string[]): boolean {
  return (
    words.length > 0 &&
    words.length <= 10 &&
    words.every((word) => EDITING.has(word)) &&
    words.some((word) => HEADS.has(word))
  );
}

/** How many words at the start of a piece say that: "or rather 1952". */
export function editingStart(words: readonly string[]): number {
  let size = 0;
  while (size < words.length && size < 6 && EDITING.has(words[size] ?? '')) size += 1;
  for (; size > 0; size -= 1) {
    const said = words.slice(0, size);
    if (!said.some((word) => HEADS.has(word))) return 0;
    if (!/^(?:it|was|is|were|a|at|my|that)$/.test(said.at(-1) ?? '')) return size;
  }
  return 0;
}

/** How many words at the end of a piece say that: "Pedersen I should say". */
export function editingEnd(words: readonly string[]): number {
  let size = 0;
  while (size < words.length - 1 && size < 5 && AFTER.has(words[words.length - size - 1] ?? '')) size += 1;
  const said = words.slice(words.length - size).join(' ');
  return /^(?:i (?:mean|meant|mean to say|should say|should have said|meant to say)|(?:or )?rather|that is|no)$/.test(
    said,
  )
    ? size
    : 0;
}

/** Whether somebody speaks of how they told it: "I gave you the wrong number", "did I say Leeds", "what am I saying". */
export function speaksOfTelling(words: readonly string[]): boolean {
  const me = words.findIndex((word) => /^(?:i|i've|i'd|i'm|you've|me)$/.test(word));
  if (me < 0) return words.some((word) => /^(?:correction|misspoke)$/.test(word));
  const telling = words.some((word, at) => TELLING.has(word) && Math.abs(at - me) <= 3);
  if (!telling) return false;
  const said = words.join(' ');
  if (
    /\b(?:did i (?:say|tell|call)|am i saying|i (?:tell a lie|should (?:say|have said)|meant|mean|misspoke)|told you|gave you|give you)\b/.test(
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

/** Whether it is said to be wrong, and not only told anew. */
export function saysWrong(words: readonly string[]): boolean {
  return words.some((word) => WRONG.has(word) || word === 'no' || word === 'not' || /n't$/.test(word));
}

const REPORTS =
  /^(?:say|says|said|saying|ask|asks|asked|tell|tells|told|shout|shouts|shouted|cry|cries|cried|answer|answers|answered|reply|replies|replied|write|writes|wrote|whispered|called|goes|went|like|yelled|screamed)$/;

/** Whether these words lead to what somebody said in the story. */
export function leadsToSpeech(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return (
    REPORTS.test(last) || (/^(?:me|him|her|us|them|you|to)$/.test(last) && REPORTS.test(words.at(-2) ?? ''))
  );
}

/** "I said", "she says to him": it names who spoke. */
export function namesSpeaker(words: readonly string[]): boolean {
  return (
    words.length >= 2 &&
    words.length <= 6 &&
    leadsToSpeech(words) &&
    !/^(?:what|did|do)$/.test(words[0] ?? '')
  );
}
