import { withoutAccents } from '#api/language/words-without-accents.ts';

type Named = { id: string; preferredName: string; fullName: string };

/** Who a text says is writing, and whether that is certain; several subjects where they share the name. */
export type Introduced = { subjectIds: string[]; isCertain: boolean };

/** Somebody who introduces themself does it at the beginning: in one of so many sentences, and of so many clauses of it. */
const [mostSentences, mostClauses] = [3, 3];

const anyOf = (...phrases: string[]) => `(?:${phrases.join('|')})`;

const greeting = `(?:${anyOf(
  'hi|hello|hey|hiya|yes|yeah|no(?! (?:es|soy|habla) )|ok|okay|oh|well|so|now|and now|sorry|wait|actually|good (?:morning|afternoon|evening)',
  'hola|buenas|buen[oa]s (?:dias|tardes|noches)|si|bueno|oiga|perdon|y ahora',
)}(?: (?:again|there|all|everyone|de nuevo|otra vez))?(?: evertold)?[ ,.!:–—-]+)*`;
const stillNow = '(?:(?:just|only|actually|now|really|still|ahora|solo) )?';

/** Words before a name that one says of oneself alone. */
const ofOneself = anyOf(
  "i(?:'m| am)|im|my name(?:'s| is)|(?:it(?:'s| is)|this is) me,?",
  '(?:yo )?soy(?: yo,?)?|me llamo|mi nombre es',
);
/** Words before a name that say who writes, where nothing follows them. */
const ofTheTexter = anyOf(
  '(?:over|handing (?:it |the phone )?over) to',
  "you(?:'re| are) (?:now )?(?:talking|speaking|texting|writing|chatting) (?:to|with)",
  '(?:(?:le|les|te|aqui) )?(?:habla|escribe|saluda)|ahora (?:soy|habla|escribe)',
  'quien (?:habla|escribe)(?: ahora)? es|(?:habla|hablas|esta hablando) (?:usted )?con',
  '(?:ahora )?le toca a|(?:es )?el turno de',
);
/** Words before a name that say who writes, or who is in a picture, or answer a question. */
const ofAnybody = anyOf("(?:this|it|here)(?:'s| is)|its", '(?:est[ea] )?es');
/** The same, where nothing follows them. */
const ofAnybodyAlone = anyOf(
  "(?:(?:this|it)(?:'s| is) )?from",
  'aqui(?: esta)?|ahora es|(?:es )?de parte de',
);
/** Words after a name that say who writes. */
const speaking = anyOf(
  '(?:speaking|writing|texting|typing|talking)|al habla|al telefono|hablando|escribiendo',
  'is (?:writing|texting|typing|talking|speaking|here) now|has (?:got )?the phone(?: now)?|tiene el telefono',
);
const here = 'here|aqui';
/** Words after a name that may as well answer a question: “Joe again”. */
const alsoNow = 'now|again|today|too|instead|this time|ahora|otra vez|de nuevo|esta vez';
const tail = `(?: ${anyOf(speaking, here, alsoNow)})`;

const ends = /^(?:$| ?[.!?…;:,)–—-])/u;
const endsOrGoesOn = /^(?:$| ?[.!?…;:,)–—-]| (?:and|y)(?!\p{L}))/u;
/** “I’m Joe, he said.” */
const isSaidByOthers = /^[ ,]*(?:(?:and|y) )?(?:he|she|they|said|says|dijo|decia|dice)(?!\p{L})/u;
const saysBefore =
  /\b(?:said|says|saying|told|asked|answered|replied|shouted|called|dijo|decia|dice|pregunto|contesto|respondio|grito)\b/;
/** “This is Joe in 1952”, “It’s Joe who taught me”. */
const tellsOn =
  /^ (?:\d|(?:the|a|an|who|whom|whose|that|which|when|where|in|at|on|as|with|and|or|about|by|aged?|around|before|after|standing|sitting|holding|was|is|did|came|used|el|la|los|un|una|que|quien|cuando|donde|en|con|y|o|de|del|era|fue|vive|vino)(?!\p{L}))/u;

/**
 * Whether a text begins by saying that one of these people is writing: “This is Joe”, “Joe here”, “soy Joe”. What may as
 * well be said about them is uncertain; an ordinary mention is no introduction. `mayBeAbout` means that such words may
 * answer our question, or say who is in a picture.
 */
export function introducedIn(
  said: string,
  people: readonly Named[],
  { mayBeAbout }: { mayBeAbout: boolean },
): Introduced | null {
  const names = namesOf(people);
  const sentences = said.split(/(?<=[.!?…])\s+|\n+/).flatMap((part) => plain(part) || []);
  for (const [at, sentence] of sentences.slice(0, mostSentences).entries()) {
    const clauses = sentence.split(/(?<=[,;])\s+/);
    for (const from of clauses.slice(0, mostClauses).keys()) {
      const before = clauses.slice(0, from).join(' ');
      if (saysBefore.test(before)) break;
      // “Not Alma, this is Joe.”
      const isFirst = at === 0 && (from === 0 || /\b(?:not|isn't|no)\b/.test(before));
      const clause = clauses.slice(from).join(' ');
      for (const [name, subjectIds] of names) {
        const isCertain = saysWhoWrites(clause, name, isFirst && !mayBeAbout);
        if (isCertain !== null) return { subjectIds, isCertain };
      }
    }
  }
  return signedBy(sentences, names);
}

const plain = (text: string) => withoutAccents(text).replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim();

/** The subjects by each of their names, the longest names first. */
function namesOf(people: readonly Named[]): [name: string, subjectIds: string[]][] {
  const found = new Map<string, Set<string>>();
  for (const { id, preferredName, fullName } of people) {
    for (const name of [preferredName, fullName, fullName.trim().split(/\s+/)[0] ?? ''].map(plain))
      if (name) found.set(name, (found.get(name) ?? new Set()).add(id));
  }
  return [...found]
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, ids]): [string, string[]] => [name, [...ids]]);
}

/** Whether a clause certainly says that this person writes; null if it doesn't say so at all. */
function saysWhoWrites(clause: string, name: string, isLikely: boolean): boolean | null {
  const who = `${RegExp.escape(name)}(?![\\p{L}\\p{N}'])`;
  const after = (pattern: string) => {
    const found = new RegExp(`^${greeting}${pattern}`, 'u').exec(clause);
    return found && clause.slice(found[0].length);
  };
  const own = after(`${ofOneself} ${stillNow}${who}${tail}*`);
  if (own !== null) return isSaidByOthers.test(own) ? null : endsOrGoesOn.test(own);
  const certain =
    after(`(?:${ofTheTexter}|${ofAnybody}) ${stillNow}${who}${tail}* ${speaking}`) ??
    after(`${ofTheTexter} ${stillNow}${who}${tail}*`) ??
    after(`${who}(?: ${anyOf(alsoNow)})* ${anyOf(speaking, here)}${tail}*`) ??
    after(`(?:(?:it's|it is) )?(?:now )?${RegExp.escape(name)}'s turn(?: now)?`);
  // “Joe now lives in Cork.”
  if (certain !== null && ends.test(certain)) return isSaidByOthers.test(certain) ? null : true;
  const alone = after(`${ofAnybodyAlone} ${stillNow}${who}${tail}*`) ?? after(`${who}${tail}+`);
  const about =
    after(`${ofAnybody} ${stillNow}${who}${tail}*`) ?? (alone !== null && ends.test(alone) ? alone : null);
  if (about !== null && !tellsOn.test(about)) {
    // “This is Joe, my brother.”
    const isAlone =
      ends.test(about) && !/^ ?, (?:my|our|his|her|their|mi|su|nuestr[oa]|the|el|la)(?!\p{L})/u.test(about);
    return isLikely && isAlone && !isSaidByOthers.test(about);
  }
  return after(`${who} ?:`) === null ? null : false;
}

/** “– Joe”, “Love, Joe”, or a last line with a name alone may be a signature. */
function signedBy(sentences: readonly string[], names: readonly [string, string[]][]): Introduced | null {
  const last = sentences.at(-1) ?? '';
  if (sentences.length < 2 && !/[–—~-]/.test(last)) return null;
  const found = names.find(([name]) =>
    new RegExp(
      `^(?:|.*[.!?…] )(?:[–—~-]+ ?|(?:love|yours|saludos|abrazos|besos|un abrazo|con cariño),? (?:from |de )?)${RegExp.escape(name)}[.!]?$`,
      'u',
    ).test(last),
  );
  return found ? { subjectIds: found[1], isCertain: false } : null;
}
