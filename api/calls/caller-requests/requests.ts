/** A request of a caller, as opposed to a story. */
export type CallerRequest =
  | { kind: 'CODE_WORD' }
  | { kind: 'LIST' }
  | { kind: 'MORE' }
  | { kind: 'READ'; about: Wanted }
  | { kind: 'DELETE'; about: Wanted }
  | { kind: 'MAKE_PRIVATE'; about: Wanted }
  | { kind: 'CONSENTS' };

/**
 * The story that is meant: by its number in the list that was read out, by its topic, or the one that was just read.
 */
export type Wanted = { number: number } | { topic: string } | 'LAST_READ';

/** A request has at most this many words; longer speech tells a story. */
const mostWords = 18;

const opening =
  /^(?:(?:and|so|ok|okay|now|well|wait|but|please|hello|hi|evertold|excuse me|sorry|oh|um|uh)[\s,.!]+)*/i;
const politely =
  "(?:(?:can|could|would|will) you (?:please )?|please |i(?:[’']d| would) like you to |i want you to )?";

const codeWord =
  /^(?:what(?:[’']s| is| was)|tell me|say|give me|do you (?:know|have)) (?:the |your |our )(?:code[ -]?|secret |family |pass[ -]?)?word(?: please| again| then|,)*[.?!]*$/i;
const list = [
  /^what (?:do you|have you|did you|does evertold|has evertold)(?: all)? (?:have|keep|kept|got|saved|written)\b.{0,30}$/i,
  /^what(?:[’']s| is) (?:kept|in (?:my|the) book|written down)\b/i,
  /^(?:what|which) stories (?:do you|have you|did you|are|of mine)\b/i,
  new RegExp(
    `^${politely}(?:read|tell|give|list)(?: me)?(?: out)? (?:the |all |my )*(?:titles|stories)\\b.{0,20}$`,
    'i',
  ),
];
const more =
  /^(?:more|the next ones?|go on with the (?:titles|list)|what else(?: is there| do you have)?),?(?: please)?[.!?]*$/i;
const read = new RegExp(`^${politely}read (?:(?:to )?me |out |aloud )*(.+)$`, 'i');
const erase = new RegExp(`^${politely}(?:delete|erase|remove|throw away|get rid of) (.+)$`, 'i');
const keepPrivate = new RegExp(
  `^${politely}(?:make|keep|mark) (.+?) (?:private|secret|to yourself|between us|for myself)\\b.{0,20}$`,
  'i',
);
const consents =
  /^(?:what (?:have|did|do|had) i (?:all )?(?:agreed?|said yes|consent(?:ed)?|signed up)\b|what(?:[’']s| is) agreed\b|(?:tell me )?what i(?:[’']ve| have)? (?:agreed|said yes) to\b)/i;

/** Finds the request in a caller's words; null for words that tell a story or that the interviewer answers. */
export function readRequest(said: string): CallerRequest | null {
  const text = said.trim().replace(opening, '').trim();
  if (text.split(/\s+/).length > mostWords) return null;
  if (codeWord.test(text)) return { kind: 'CODE_WORD' };
  if (consents.test(text)) return { kind: 'CONSENTS' };
  if (list.some((pattern) => pattern.test(text))) return { kind: 'LIST' };
  if (more.test(text)) return { kind: 'MORE' };
  const reads = wantedIn(read.exec(text)?.[1]);
  if (reads) return { kind: 'READ', about: reads };
  const deletes = wantedIn(erase.exec(text)?.[1]);
  if (deletes) return { kind: 'DELETE', about: deletes };
  const keeps = wantedIn(keepPrivate.exec(text)?.[1]);
  return keeps ? { kind: 'MAKE_PRIVATE', about: keeps } : null;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const numbers = ['one', 'two', 'three', 'four', 'five'];
const byNumber = /^(?:the )?(?:number |story |one )*(\d|one|two|three|four|five)[.!?]*,?(?: please)?[.!?]*$/i;
const byOrdinal = new RegExp(
  `^the (${ordinals.join('|')})(?: (?:one|story|title))?[.!?]*(?: please)?[.!?]*$`,
  'i',
);
const byTopic =
  /^(?:the |my |that |this )?(?:one|story|stories|chapter|part|bit)s? (?:about|on|of|with|called|where) (?:the |my |our |a )?(.+?)(?: please| again| to me| aloud| now)*[.!?]*$/i;
const lastRead =
  /^(?:it|that|this|that one|this one|(?:that|this) story|the story)(?: again| to me| please| now)*[.!?]*$/i;

function wantedIn(words: string | undefined): Wanted | null {
  if (!words) return null;
  const text = words.trim();
  if (lastRead.test(text)) return 'LAST_READ';
  const topic = byTopic.exec(text)?.[1];
  if (topic) return { topic };
  const digit = byNumber.exec(text)?.[1]?.toLowerCase();
  if (digit) return { number: numbers.indexOf(digit) + 1 || Number(digit) };
  const ordinal = byOrdinal.exec(text)?.[1]?.toLowerCase();
  return ordinal ? { number: ordinals.indexOf(ordinal) + 1 } : null;
}

/** How an unconfirmed caller offers to prove who they are. */
export type ProofKind = 'WITH_WORD' | 'WITH_TEXT' | null;

const withWord =
  /^(?:i (?:have|know|(?:want|would like)(?: to)? (?:say|give|use)) |i[’']d like to (?:say|give|use) )?(?:the |a |my )?(?:code|secret|family|pass)[ -]?word\b[.!?]*(?: please)?[.!]*$/i;
const withText = new RegExp(
  `^${politely}(?:text|send)(?: me| it)? (?:the |a )?(?:code|number|text)\\b.{0,20}$|^(?:by|a) (?:text|code)[.!]*$`,
  'i',
);

export function readProof(said: string): ProofKind {
  const text = said.trim().replace(opening, '').trim();
  if (withWord.test(text)) return 'WITH_WORD';
  return withText.test(text) ? 'WITH_TEXT' : null;
}

/** Whether the words contain the code word at once, as in "the code word is marigold". */
export function saysWord(said: string): boolean {
  const text = said.trim().replace(opening, '').trim();
  return (
    /^(?:the |my |our )?(?:code|secret|family|pass)?[ -]?word is \S+/i.test(text) &&
    text.split(/\s+/).length <= 9
  );
}

export type YesOrNo = 'YES' | 'NO' | null;

export function readYesOrNo(said: string): YesOrNo {
  const text = said.trim().replace(opening, '').trim();
  if (text.split(/\s+/).length > 8) return null;
  if (/^(?:no|nope|nah|don[’']t|leave it|keep it|stop|better not|not)\b/i.test(text)) return 'NO';
  return /^(?:yes|yeah|yep|sure|do it|go ahead|please do|delete it|of course|that[’']s right)\b/i.test(text)
    ? 'YES'
    : null;
}
