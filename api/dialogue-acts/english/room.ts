const COMMAND =
  '(?:[Gg]et (?:down|off|out|away)|[Ss]it|[Dd]own|[Oo]ff|[Ss]top (?:it|that)|[Ss]hoo|[Dd]rop (?:it|that)|[Ll]eave (?:it|that|her|him)|[Ss]tay|[Cc]ome (?:here|in)|[Mm]ind|[Pp]ut (?:it|that|them|the \\p{L}+)|[Tt]urn (?:it|that|the \\p{L}+)|[Cc]lose|[Ss]hut|[Ll]ie down|[Hh]ush)';
const NAME = '\\p{Lu}\\p{Ll}{2,}';
const OPENERS = '(?!(?:Well|Now|Yes|And|But|Then|Anyway|Look|Listen|Please|So|Once|Sometimes|There|Here)\\b)';
/** Commands that are certain after a name; after a name fewer words are. */
const SURE_COMMAND =
  '(?:get (?:down|off|out)|mind|put (?:it|that|the \\p{L}+)|turn (?:it|that|the \\p{L}+)|close|shut|stop (?:it|that))';
/** “Get down, Muffin.”, “Shirley, mind the pot”. */
const TO_ROOM = new RegExp(
  `^(?:(?:No|Oh|Ah|Hey|Now),? )?(?:${COMMAND}(?![\\p{L}])[^.?!,]{0,30}, ${NAME}[.! ]*$|${OPENERS}${NAME}, ${SURE_COMMAND}(?![\\p{L}])[^.?!]{0,60}[.! ]*$)`,
  'u',
);

/** Whether a sentence calls somebody in the room, or a pet, by name with a command. */
export function callsToRoom(sentence: string): boolean {
  return TO_ROOM.test(sentence.replace(/’/g, "'"));
}

const EXCUSED =
  /^(?:oh,? |ah,? )?(?:excuse me|pardon(?: me)?|sorry)(?:[,.!]? (?:just )?(?:a |the |my |i(?:['’]ve| have)(?: got)? (?:a )?|that(?:['’]s| is| was) |it(?:['’]s| is| was) |only )?[\p{L}'’]+(?: in [\p{L}]+ [\p{L}]+| [\p{L}'’]+){0,2})?[,.! ]*$/iu;

/** “Excuse me, frog in my throat”: a few words about a cough or a noise, in the middle of a sentence. */
export function excusesThemself(clause: string): boolean {
  return EXCUSED.test(clause);
}

const ANSWERS_CALL = /^(?:oh,? |wait,? |hang on,? )?hello\?[.! ]*$/i;
const BACK_TO_US = /^(?:anyway|right|so|sorry|now|well|where|what|as i|like i|i was|we|my|the|and|but)\b/i;
/** Sentences of a call that is answered in the room are short. */
const MOST_CALL_WORDS = 9;

/** Whether a sentence answers another telephone. */
export function answersCall(sentence: string): boolean {
  return ANSWERS_CALL.test(sentence.trim());
}

/** Whether a sentence may still be said into another telephone. */
export function belongsToCall(sentence: string): boolean {
  return sentence.split(/\s+/).length <= MOST_CALL_WORDS && !BACK_TO_US.test(sentence.trim());
}
