/**
 * A verb leaves something open that its story did not say: what was sung, why somebody ran away, what the person said
 * who got the coat. Asking for that shows that the words were understood.
 */
interface OpenRole {
  verbs: RegExp;
  /** The questions fit only if the words after the verb, put in the second person, match this. */
  needs?: RegExp;
  /** The questions don't fit if the words after the verb match this, because they answer them already. */
  filled?: RegExp;
  /** For what the person did. {who} is “you”. */
  own?: readonly string[];
  /** For what somebody else did: {who} is “your father”. */
  others?: readonly string[];
  /** The same, before `others`, for somebody who isn't family. */
  strangers?: readonly string[];
}

const INSTRUMENT =
  /\b(?:accordion|concertina|piano|fiddle|violin|cello|guitar|organ|trumpet|cornet|drums?|banjo|harmonica|mouth-?organ|flute|clarinet|saxophone|bagpipes|zither|oud|sitar|balalaika|mandolin|bandoneon|tabla)\b/;
const GAME =
  /\b(?:cards|chess|draughts|checkers|dominoes|football|cricket|tennis|hopscotch|mahjong|poker|whist|bridge)\b/;
/** Nothing follows, or only when, where and with whom. */
const NO_OBJECT =
  /^(?:$|(?:in|at|on|with|to|for|all|together|by|over|while|as|every|like|through|and|so|too)\b)/;
const TO_YOU =
  /^(?:(?:on|over|at|off|past|to) )?(?:you|your (?:foot|feet|hand|hands|arm|hair|ear|ears|knuckles|face|head|life))\b/;

export const OPEN_ROLES: readonly OpenRole[] = [
  {
    verbs: /^(?:sing|hum|whistle)$/,
    needs: NO_OBJECT,
    own: ['What did you {verb}?'],
    others: ['What did {who} {verb}?'],
  },
  {
    verbs: /^play$/,
    needs: INSTRUMENT,
    own: ['What did you like to play?'],
    others: ['What tunes did {who} play?'],
  },
  { verbs: /^play$/, needs: GAME, filled: /\b(?:with|against)\b/, own: ['Who did you play with?'] },
  {
    verbs: /^dance$/,
    filled: /\bto (?:the|an?|\p{L}+ music)\b/u,
    own: ['What music did you dance to?', 'Who did you dance with?'],
    others: ['What music did {who} dance to?'],
  },
  {
    verbs: /^write$/,
    needs: /^(?:to|letters?|home|each other|every)\b/,
    filled: /\babout\b/,
    own: ['What did you write about?'],
    others: ['What did {who} write about?'],
  },
  {
    verbs: /^(?:quarrel|argue|fight)$/,
    needs: /^(?:$|with|like|all|every|over)/,
    filled: /\b(?:about|over|for)\b/,
    own: ['What did you {verb} about?'],
    others: ['What did {who} {verb} about?'],
  },
  { verbs: /^laugh$/, needs: NO_OBJECT, own: ['What made you laugh?'], others: ['What made {who} laugh?'] },
  {
    verbs: /^pray$/,
    filled: /\b(?:for|that)\b/,
    own: ['What did you pray for?'],
    others: ['What did {who} pray for?'],
  },
  {
    verbs: /^hide$/,
    filled: /\b(?:in|under|behind|inside|beneath|up|on|at|between|among|from you)\b/,
    own: ['Where did you {inf}?'],
    others: ['Where did {who} {inf}?'],
  },
  {
    verbs: /^(?:smuggle|sneak|steal|forge|poach)$/,
    own: ['What would have happened if you had been caught?', 'What made you {inf}?'],
    others: ['How did {who} come to {inf}?'],
  },
  {
    verbs: /^(?:keep|breed|raise|collect|build|grow)$/,
    needs: /^(?!it\b|them\b|the\b|that\b|quiet|up\b|on\b|going|your\b|in\b|to\b|my\b)\p{L}/u,
    filled: /\bsecrets?\b/,
    own: ['How did you come to {inf}?'],
  },
  {
    verbs: /^(?:run)$/,
    needs: /^(?:away|off)\b/,
    filled: /\b(?:because|to escape|from (?:him|her|my|your|the))\b/,
    own: ['What made you run away?'],
    others: ['Why do you think {clause}?'],
  },
  {
    verbs: /^(?:refuse|quit|resign|elope|desert|convert|swap|volunteer|return)$/,
    filled: /\b(?:because|so that)\b/,
    own: ['What made you {inf}?'],
  },
  {
    verbs: /^(?:swap|refuse|quit|disappear|vanish)$/,
    others: ['Why do you think {clause}?'],
  },
  {
    verbs: /^(?:teach|show)$/,
    needs: /^you\b/,
    others: ['What else did {who} {verb} you?'],
  },
  {
    verbs: /^(?:catch|kick|tread|push|bite|stop|slap|hit|knock|wake|find|fire|chase|kiss|pull)$/,
    needs: TO_YOU,
    others: ['What did you do when {clause}?', 'What did you say when {clause}?'],
  },
  {
    verbs: /^(?:hold|save|rescue|comfort|hide|nurse|adopt|shelter)$/,
    needs: TO_YOU,
    strangers: ['What became of {who}?'],
    others: ['What did that mean to you?'],
  },
  {
    verbs: /^(?:give|lend|offer|bring|feed)$/,
    needs: /^you (?!up\b|away\b|a (?:hard|bad))/,
    strangers: ['What became of {who}?', 'What else did you learn about {who}?'],
    others: ['What did that mean to you?'],
  },
  {
    verbs: /^(?:come|arrive|appear|dress)$/,
    needs: /^(?:by|in|with|through|on|over|up) \p{L}+/u,
    others: ['What did people say when {clause}?', 'What happened when {clause}?'],
  },
];

/** For something that the person gave, made or brought for somebody: {x} is who got it. */
export const TO_SOMEBODY: readonly string[] = ['What did {x} say?', 'What did that mean to {x}?'];
/** The verbs of these deeds, whose object goes to somebody. */
export const GIVES = /^(?:buy|give|bring|send|make|knit|bake|sew|build|carve|hand)$/;

/** For something done in the company of somebody: {x} is that person. */
export const WITH_SOMEBODY: readonly string[] = ['What did you and {x} talk about?'];
export const LEAVES_TIME_TO_TALK =
  /^(?:walk|sit|ride|drive|travel|stroll|fish|row|hike|cycle|wash|peel|knit|wait)$/;

/** For what somebody else was able to do. */
export const ABLE: readonly string[] = ['How did {who} learn to {inf}?'];
/** For what somebody else felt, when the story doesn't say why. */
export const FEELING_OF_OTHERS: readonly string[] = ['What made {who} {was}?'];

/** Whether a question of this role fits a deed: {rest} is what follows its verb, in the second person. */
export function isOpenRole({ verbs, needs, filled }: OpenRole, verb: string, rest: string): boolean {
  return verbs.test(verb) && (!needs || needs.test(rest)) && !filled?.test(rest);
}
