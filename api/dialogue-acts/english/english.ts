import type { ReadingLanguage } from '../reading-language.ts';
import { tagTurn } from '../turn-tagger/tagged-turn.ts';
import * as audience from './audience.ts';
import * as danger from './danger.ts';
import * as distress from './distress.ts';
import { BUCKETS, featuresOf } from './features.ts';
import * as objects from './objects.ts';
import * as privacy from './privacy.ts';
import { isQuoted } from './quoting.ts';
import * as room from './room.ts';
import * as withdrawal from './withdrawal.ts';

const YES_OR_NO =
  /^(?:(?:yes|yeah|yep|aye|no|nope|nah|mm+|mhm|uh-huh|sure|right|correct|true|maybe|perhaps|i (?:did|do|was|am|have|had|think so|suppose so|guess so)|(?:he|she|they|we|it) (?:did|was|were|do|does|had))(?:n't|n’t| not)?[,. ]*){1,6}[.!]*$/i;

/** “What I told you”, “the book”: the sentence is about our talk. */
const SPEAKS_TO_US =
  /\b(?:i(?:['’]ve| have)?(?: just)? (?:said|told you|tell you|mentioned|been telling|been saying)|(?:the|your|my|this|any|that) book|print(?:ed)?|publish(?:ed)?|please|dear|evertold)\b/i;

/** Pronouns for something named before. */
const POINTS_BACK = /\b(?:them|those|that|it|these)\b/i;

/** English, as the reading needs it. */
export const english: ReadingLanguage = {
  model: {
    file: './act-model.bin',
    templates: './templates/',
    featuresOf,
    buckets: BUCKETS,
    fillers: 'well,um,you know,so,now,ah,look,listen,oh,and,but,er,I mean'.split(','),
  },
  clauses: {
    mark: /[,;:]\s+|\s+[–—-]\s+|…\s*|\s+(?=(?:but|so|because|and|though|only|anyway|oh|sorry|well)\s)/gi,
    word: /\s+(?=(?:I|we|he|she|they|you|it|there|that|this|don't|do|please|can|could|would|hold|hang|wait|just|now|then|when|what|who|where|yes|no)\s)/gi,
  },
  turnsWith:
    /\s(?=(?:hold|hang|wait|just|now|sorry|excuse|that's|thats|there's|theres|is|are|can|could|would|do|did|you|what|who|oh|please|don't|dont|let|get|i|i'm|im|i'll|ill|say|ask|well|anyway|thank|bye|cho|the|my|we|he|she)\s)/gi,
  cutsAmid: false,
  tagTurn: (utterance) => tagTurn(utterance, 'en'),
  eased: {},
  namedFrom: 0.1,
  rules: {
    ...audience,
    ...danger,
    ...distress,
    ...privacy,
    ...room,
    ...withdrawal,
    isQuoted,
    // The English model knows them all.
    takesBack: () => [],
    isYesOrNo: (sentence) => YES_OR_NO.test(sentence),
    mayAskUs: (sentence) => /\?|\byou/i.test(sentence),
    pointsBack: (sentence) => POINTS_BACK.test(sentence),
    speaksToUs: (sentence) => SPEAKS_TO_US.test(sentence),
  },
  objects,
};
