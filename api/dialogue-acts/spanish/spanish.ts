import type { ReadingLanguage } from '../reading-language.ts';
import { tagTurn } from '../turn-tagger/tagged-turn.ts';
import * as audience from './audience.ts';
import * as danger from './danger.ts';
import * as distress from './distress.ts';
import { BUCKETS, featuresOf } from './features.ts';
import * as objects from './objects.ts';
import { plainSpanish } from './plain-words.ts';
import * as privacy from './privacy.ts';
import { isQuoted } from './quoting.ts';
import * as room from './room.ts';
import * as withdrawal from './withdrawal.ts';

const YES_OR_NO =
  /^(?:(?:si|no|claro|claro que (?:si|no)|por supuesto|aja|ajam|asi es|asi fue|eso(?: es)?|exacto|exactamente|correcto|cierto|tal vez|quizas?|puede ser|a lo mejor|creo que (?:si|no)|pues (?:si|no)|que va|para nada|nunca|jamas|como no|sip|nop|que yo sepa no|me parece que (?:si|no)|supongo(?: que (?:si|no))?|si,? senor(?:a|ita)?|no,? senor(?:a|ita)?|mm+|desde luego|de acuerdo)[,. ]*){1,6}[.!]*$/;

/** “Lo que le conté”, “el libro”: the sentence is about our talk. */
const SPEAKS_TO_US =
  /\b(?:(?:lo|eso|esto) que (?:le|te) (?:dije|conte|acabo|he (?:dicho|contado)|platique|estoy (?:diciendo|contando))|(?:el|su|mi|este|ese|ningun) libro|imprim\w+|publi(?:que|ques|quen|car|cado)|por favor|senorita|evertold|usted|se lo pido|le pido|te pido)\b/;

/** Pronouns for something named before. */
const POINTS_BACK =
  /\b(?:es[oa]s?|est[oae]s?|l[oa]s? (?:quiero|necesito|mand\w+|hag\w+|recib\w+|sig\w+|ocup\w+))\b/;

const MAY_ASK_US =
  /[?¿]|\b(?:usted|ustedes|vos|puede|podria|digame|dime|te|le|me (?:puede|puedes|podria|oye|escucha))\b/;

/** Spanish, as the reading needs it. */
export const spanish: ReadingLanguage = {
  model: {
    file: './act-model.es.bin',
    templates: './templates-es/',
    featuresOf,
    buckets: BUCKETS,
    fillers: 'bueno,este,mire,pues,oiga,ah,ay,y,pero,a ver,o sea,eh,ahora,fíjese,mira'.split(','),
  },
  clauses: {
    mark: /[,;:]\s+|\s+[–—-]\s+|…\s*|\s+(?=(?:pero|porque|y|aunque|as[ií] que|entonces|pues|ay|perd[oó]n|disculpe|s[oó]lo)\s)/gi,
    word: /\s+(?=(?:yo|nosotros|él|ella|ellos|usted|tú|eso|esto|que|no|por favor|cuando|donde|qué|quién|espere|espera|espérate|ya|ahora|luego|sí|me|mi|en|había|hay)\s)/gi,
  },
  turnsWith:
    /\s(?=(?:espere|espera|esperate|espérate|espéreme|esperame|perdón|perdon|disculpe|perdone|oiga|oye|mire|ahorita|ya|ahora|un|momento|hay|están|estan|está|esta|quién|quien|qué|que|puede|podría|podria|no|bueno|gracias|adiós|pues|deja|déjame|dejame|ven|pasa|ay|dígale|ponlo|bájale|bajale|baja|estoy|voy|tocan|llaman)\s)/gi,
  cutsAmid: true,
  tagTurn: (utterance) => tagTurn(utterance, 'es'),
  namedFrom: 0.02,
  eased: {
    ...{ PRIVACY: 0.4, AUDIENCE: 0.4, DELETION: 0.4, DISTRESS: 0.2, WITHDRAWS: 0.15 },
    ...{ ASIDE: 0.3, ASKS: 0.3, INSTRUCTS: 0.3, CLOSES: 0.3, GREETS: 0.3 },
  },
  rules: {
    ...audience,
    ...danger,
    ...distress,
    ...privacy,
    ...room,
    ...withdrawal,
    isQuoted,
    isYesOrNo: (sentence) => YES_OR_NO.test(plainSpanish(sentence)),
    mayAskUs: (sentence) => MAY_ASK_US.test(plainSpanish(sentence)) || sentence.includes('?'),
    pointsBack: (sentence) => POINTS_BACK.test(plainSpanish(sentence)),
    speaksToUs: (sentence) => SPEAKS_TO_US.test(plainSpanish(sentence)),
  },
  objects,
};
