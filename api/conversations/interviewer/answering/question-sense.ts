import { LRUCache } from 'lru-cache';
import { rankOf, similarityOf, vectorOf } from '#api/language/word-vectors.ts';
import { askingPart } from '../asked.ts';
import { infinitiveOf, pastOf, singularOf, tagSentences, type Word } from '../text-analysis/tagging.ts';
import { plain } from '../words.ts';

/** The kind of answer that a question asks for. */
export type AnswerKind = 'NAME' | 'WHO' | 'WHERE' | 'WHEN' | 'NUMBER' | 'YES_NO' | 'OPEN';

/**
 * A word of a question that an answer may repeat. `weight` is its importance, `forms` the ways of saying
 * it.
 */
export type KeyWord = {
  forms: ReadonlySet<string>;
  /** The forms without their endings. */
  roots: ReadonlySet<string>;
  weight: number;
  vector: Float32Array | null;
  /** The word is a name, or names a relative. */
  isSomebody: boolean;
};

/** Whether any kind of answer is possible, not only a name, a person, a place, a time or a number. */
export function isOpen({ kinds }: QuestionSense): boolean {
  return kinds.has('OPEN') || kinds.has('YES_NO');
}

/** A word of what was told: its lower case, its stem, its vector, and whether it is a name. */
export type ToldWord = { low: string; root: string; vector: Float32Array | null; isName: boolean };

/** What a question asks: the kinds of answer that fit, and its key words. */
export type QuestionSense = {
  kinds: ReadonlySet<AnswerKind>;
  keys: KeyWord[];
  words: ReadonlySet<string>;
  /** The question is about “you” or “your”: its answer says “I” or “we”. */
  isYours: boolean;
};

const list = (words: string) => new Set(words.split(/\s+/));

/** Words that occur in any question, whatever it is about. */
const SCAFFOLD = list(
  `a an the this that these those some any what which who whom whose where when why how did do does done doing was were
  is are am be been being have has had having will would could should can may might must i me my mine you your yours
  yourself he him his she her hers it its we us our they them their there here and or but if so than then of in on at to
  from by for with about into out up down off over as not no never ever always still really just very most more ever
  tell told say said remember recall know think name named called call kind sort thing things something anything story like
  many much long old far look looked happen happened happening time year day one ones get got getting favourite favorite
  please life make made all ago back before after during while until since`,
);

const KIN: Record<string, string> = {
  mother: 'mother mum mom mam mama mamma mummy mommy ma mammy',
  father: 'father dad daddy papa da pa pop pappa',
  grandmother: 'grandmother grandma granny gran nan nana oma nani babushka nonna abuela',
  grandfather: 'grandfather grandpa grandad granddad gramps opa nonno abuelo',
  brother: 'brother brothers',
  sister: 'sister sisters',
  husband: 'husband',
  wife: 'wife',
  aunt: 'aunt auntie aunty',
  uncle: 'uncle',
  son: 'son sons boy',
  daughter: 'daughter daughters girl',
};
const KIN_FORMS = new Map(
  Object.values(KIN).flatMap((forms) => [...list(forms)].map((form) => [form, list(forms)] as const)),
);
/** The family says “you and Grandpa” where the person says “my husband”. */
const SPOUSES = list('husband wife spouse');

/** The rank of a word that is in no word list: it is probably a name, and counts most. */
const UNKNOWN_RANK = 30_000;

function formsOf({ low, kind, tags }: Word): Set<string> {
  const forms = new Set([low, low.replace(/'s$/, '')]);
  const isVerb = kind === 'VERB' || tags.has('Verb');
  if (isVerb) {
    const infinitive = infinitiveOf({ low, kind, tags } as Word);
    for (const form of [
      infinitive,
      pastOf(infinitive),
      `${infinitive}s`,
      `${infinitive.replace(/e$/, '')}ing`,
    ])
      forms.add(form);
  } else if (kind === 'NOUN') {
    const one = singularOf(low);
    for (const form of [one, `${one}s`, `${one}es`]) forms.add(form);
  }
  return forms;
}

function kindsOf(question: string): Set<AnswerKind> {
  const said = plain(question);
  const kinds = new Set<AnswerKind>();
  if (/\b(?:names?|called|nicknamed?|surname)\b/.test(said)) kinds.add('NAME');
  if (/^(?:(?:and|so|but) )?(?:who|whom|whose)\b|\b(?:tell \w+|know) who\b|^which of\b/.test(said))
    kinds.add('WHO');
  if (
    /^(?:(?:and|so|but) )?(?:where|(?:what|which) (?:town|village|city|country|place|street))\b|\bwhere and\b/.test(
      said,
    )
  )
    kinds.add('WHERE');
  if (/^(?:(?:and|so|but) )?when\b|\b(?:and when|what year|what age|how old)\b/.test(said)) kinds.add('WHEN');
  if (/\bhow (?:many|much|long|far|old|often)\b/.test(said)) kinds.add('NUMBER');
  if (
    kinds.size === 0 &&
    /^(?:(?:and|so|but) )?(?:did|do|does|was|were|is|are|have|has|had|could|can|would|will)\b/.test(said)
  )
    kinds.add('YES_NO');
  if (kinds.size === 0) kinds.add('OPEN');
  return kinds;
}

/** Cached, because the same questions are compared with every answer until they are answered. */
const senses = new LRUCache<string, QuestionSense>({ max: 500 });

/** What a question asks, judged by its own words alone. */
export function senseOf(question: string): QuestionSense {
  const known = senses.get(question);
  if (known) return known;
  const sense = readSense(question);
  senses.set(question, sense);
  return sense;
}

function readSense(question: string): QuestionSense {
  const asking = askingPart(question);
  const words = tagSentences(asking).flat();
  const keys = words.flatMap((word): KeyWord[] => {
    const low = word.low.replace(/'s$/, '');
    if (low.length < 2 || SCAFFOLD.has(low)) return [];
    const kin = KIN_FORMS.get(low);
    const isOwn = words[words.indexOf(word) - 1]?.low === 'your';
    const forms = kin ? new Set([...kin, ...(isOwn ? [] : SPOUSES)]) : formsOf({ ...word, low });
    const rank = kin ? 400 : (rankOf(low) ?? UNKNOWN_RANK);
    return [
      {
        forms,
        roots: new Set([...forms].map(rootOf)),
        weight: Math.log(2 + rank),
        vector: kin ? null : vectorOf(low),
        isSomebody: kin !== undefined || (words.indexOf(word) > 0 && /^\p{Lu}/u.test(word.text)),
      },
    ];
  });
  const lows = new Set(words.map(({ low }) => low));
  return { kinds: kindsOf(asking), keys, words: lows, isYours: lows.has('you') || lows.has('your') };
}

/** Above this similarity, two words mean nearly the same or belong together. */
const ALIKE = 0.62;
const PARTLY = 0.5;
/** The vectors of words more common than this rank are similar to all others. */
const COMMONEST = 500;

/**
 * How well a word of an answer matches a key word: 1 for the same word, less for a word with nearly the
 * same meaning.
 */
export function takesUp(key: KeyWord, { low: word, root, vector }: ToldWord): number {
  if (key.forms.has(word)) return 1;
  if (!key.vector || !vector || SCAFFOLD.has(word)) return 0;
  if (key.roots.has(root)) return 1;
  if ((rankOf(word) ?? 0) < COMMONEST) return 0;
  // Similar vectors can belong to opposites: a dog is not a cat, and “came” is not “went”.
  return similarityOf(key.vector, vector) > ALIKE ? PARTLY : 0;
}

/** Above this similarity, a word belongs to the topic of a key word: “dollar” to “money”. */
const NEAR = 0.5;

/** Whether a word of an answer belongs to the topic of a key word. */
export function isNear(key: KeyWord, word: ToldWord): boolean {
  if (takesUp(key, word) > 0) return true;
  if (!key.vector || !word.vector || SCAFFOLD.has(word.low) || (rankOf(word.low) ?? 0) < COMMONEST)
    return false;
  return similarityOf(key.vector, word.vector) > NEAR;
}

/** A word without its ending. Short words stay as they are. */
export function rootOf(word: string): string {
  const root = word.replace(/(?:ings?|ed|er|est|ers|ies|ements?|es|s|e|y)$/, '');
  return root.length >= 4 ? root : word;
}
