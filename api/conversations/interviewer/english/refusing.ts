import type { Refusing } from '../intents/refusing.ts';

/** The end of a clause, or words with which a refusal goes on. */
const end =
  '(?= *$| (?:please|thank|thanks|if|now|today|right now|dear|love|sorry|because|really|at all|any ?more|evertold)\\b)';
/** What is recorded or kept of the person. Without it, “keep” and “record” may tell of anything. */
const it =
  '(?:it|this|that|anything|any of (?:it|this|that)|(?:my|our|the|this|that|any|a) (?:voice|words?|yes|calls?|talk|conversation|sound|recordings?))\\b';
const record = `(?:record|tape)(?:ing)? (?:me|us|${it})|keep(?:ing)? ${it}(?:${end}| (?:on|for|or|and|but|of (?:me|us|it|this))\\b)`;
const recorded = `(?:record(?:ed|ing)?|taped?|taping|on tape)\\b(?! (?:player|shop|store)s?\\b)`;
const say = `(?:say|do|repeat)(?: (?:it|this|that|so|yes))?(?: again| once more| twice| any ?more)*${end}`;
const beRecorded = `(?:have |having )?(?:me |us |${it} )?(?:to be |be |being )?${recorded}|(?:have )?${it} (?:to be )?kept${end}`;
const dont = "(?:really |just )?(?:don't|do not|won't|will not|wouldn't|would not)(?: really)?";
const may = "you (?:must not|mustn't|may not|can't|cannot|can not|shouldn't|should not)";

export const englishRefusing: Refusing = {
  refusals: [
    // “Don’t record me”, “you may not keep my voice”.
    `(?:don't|do not|never|not|${may}) (?:you )?(?:ever )?(?:${record}|record${end})`,
    // “I don’t want that”, “I don’t want my voice kept”. “I don’t want to forget her” is a story.
    `(?:i )?${dont} (?:want|wish|agree|consent|think so)(?: to)?(?: ${it})?${end}`,
    `(?:i )?${dont} like (?:${it}|${beRecorded})(?= *$| at all\\b)`,
    `(?:i )?${dont} (?:want|wish|agree|consent)(?: to)? (?:${beRecorded}|${say}|you (?:to )?(?:${record}|${recorded}|(?:save|store|use) ${it}))`,
    `i (?:won't|will not) ${say}`,
    `i (?:refuse|object|don't feel like (?:it|that))${end}`,
    `(?:i'm|i am) not comfortable(?: with ${it})?${end}`,
    // “I’d rather not”, “better not record this”, “I’d rather you didn’t”.
    `(?:i(?:'d| would) )?(?:really |much )?(?:rather|better|prefer) not(?: to)?(?:${end}| (?:${beRecorded}|${say}|${record}))`,
    `i(?:'d| would) (?:rather|prefer(?: it if)?) you (?:didn't|did not|don't|wouldn't)(?:${end}| (?:${record}|record${end}|do ${it}))`,
    // “Let’s talk without recording.”
    `(?:(?:can|could|may) we |let's |i(?:'d| would) (?:rather|prefer to|like to) )?(?:(?:just )?(?:talk|speak|go on|do ${it}) )?without (?:the |a |any |being )?record(?:ing|ed)${end}`,
    `no recordings?${end}`,
  ],
  joins:
    "but|and|so|because|please|no|yes|oh|well|um|uh|er|ah|just|only|sorry|i'm afraid|think|said|that|dear|then",
  quotes: /(?<!\bi )\b(?:said|says|say|told|saying|asked|shouted|warned)\b/,
};
