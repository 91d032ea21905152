import type { TopicKind } from './lexicon.ts';

/** Somebody or something the person spoke of, in a form that stands as a noun in our sentences (“your grandmother”). */
export interface Topic {
  text: string;
  kind: TopicKind;
  /** The bare word by which themes are recognised. */
  head: string;
  /** How much the answer is about it. */
  score: number;
  /** It did something in the last sentences: it stands in the scene. */
  acts: boolean;
  plural: boolean;
  /** The person knows of it only by hearsay. */
  hearsay: boolean;
}

/** One place where a topic is spoken of. */
export interface Mention extends Omit<Topic, 'score' | 'hearsay'> {
  at: number;
  sentence: number;
  subject: boolean;
}

const OPENS = /^(?:well|oh|so|and|but|then|now|yes|no|anyway|of course|because|that|when|my|our)?[\s,]*$/i;

/** Whether what stands here is what its clause is about. */
export function isSubject(sentence: string, at: number): boolean {
  const before = sentence.slice(0, at).replace(/["“‘]/g, '');
  const clause = before.split(/[.,;:—–]|\b(?:and|but|because|so|when|that|while|until)\b/i).at(-1) ?? '';
  return OPENS.test(before) || clause.trim() === '';
}

/** The person stood there: they, or all of them, do or have something in the sentence. */
export const present = (sentence: string) => /\b(?:I|[Ww]e|us|me|[Oo]ur)\b/.test(sentence);
