import { IRREGULAR } from '#api/biography/writing/language/word-lists.ts';

function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const NOMINATIVE = set('i we he she they it you there');
const AUXILIARY = set(
  `am is are was were be been being have has had do does did will would shall should can could may might must
  isn't aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't won't wouldn't can't couldn't shouldn't mustn't ain't`,
);
/** "wasnae", "couldna". */
const SCOTS_DENIAL = /^(?:was|were|is|are|has|have|had|do|did|does|will|would|can|could|should)nae?$/;
const HALF_VERBS = set('never just always only even still also really not nearly almost');
export const DETERMINERS = set(
  'the a an my our your his her their its this that these those some no every each',
);
export const POSSESSIVES = set('my our your his her their');
const OPEN_ENDS = set('the a an my our your their and but or because into than every very most such if');
export const CONJUNCTIONS = set('and but or so because cos cause');
export const PREPOSITIONS = set(
  'in on at to of for from with by into onto over under through between across along near behind beside around about',
);
/** Function words: nobody repeats one on purpose. */
const GRAMMAR = set(
  `i we he she they it you there the a an my our your his her their its this these those in on at to of for from with
  by into onto through and but or so because as if when where was were is are am be been had have has did do does would could should
  can will what how who which one some any about like than then me him us them`,
);

/** The pronoun without a contracted verb: "she'd" and "she'll" are "she". */
export function bareOf(norm: string): string {
  return norm.replace(/'(?:s|d|ve|m|re|ll)$/, '');
}

/** Whether a clause may start with this word: I, he, there. */
export function isSubjectPronoun(norm: string | undefined): boolean {
  return (
    norm !== undefined && (NOMINATIVE.has(bareOf(norm)) || /^(?:that|who|what|here)'(?:s|d)$/.test(norm))
  );
}

export function isAuxiliary(norm: string | undefined): boolean {
  return norm !== undefined && (AUXILIARY.has(norm) || SCOTS_DENIAL.test(norm));
}

/** Whether a word is certainly a verb in the past. */
export function isPast(norm: string): boolean {
  return (
    isVerb(norm) &&
    !/^(?:am|is|are|be|been|has|have|do|does|will|would|shall|should|can|may|must)$/.test(norm)
  );
}

/** "never", "just": a verb must follow. */
export function waitsForVerb(norm: string | undefined): boolean {
  return norm !== undefined && (isAuxiliary(norm) || HALF_VERBS.has(norm));
}

/** Whether a sentence can't end with this word, so that it was interrupted here. */
export function cannotEnd(norm: string | undefined): boolean {
  return norm !== undefined && OPEN_ENDS.has(norm);
}

export function isGrammar(norm: string): boolean {
  return GRAMMAR.has(bareOf(norm));
}

const SAME_IN_PAST = set('put cut hit let set shut hurt cost quit spread');
const IRREGULAR_NOUNS = set(
  `man woman foot tooth mouse goose wife knife life leaf half loaf person bus good bad mother father grandmother grandfather
  child telephone photograph television automobile aunt wedding`,
);

/** Whether a word is certainly a verb: "went", "walked", "was". */
export function isVerb(norm: string | undefined): boolean {
  if (norm === undefined) return false;
  if (isAuxiliary(norm) || SAME_IN_PAST.has(norm) || /^\p{L}{2,}ed$/u.test(norm)) return true;
  const base = IRREGULAR.get(norm);
  return base !== undefined && base !== norm && !IRREGULAR_NOUNS.has(base);
}
