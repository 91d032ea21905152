import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { Replies, Reply } from '../answering/reply-reading.ts';
import { askingPart } from '../asked.ts';
import type { Heard, Intent } from '../mind.ts';
import { sentencesOf, wordCount } from '../words.ts';
import { spanishHearing } from './hearing.ts';
import { bare } from './plain.ts';
import { spanishThemes } from './theme-words.ts';

/** The answer comes another time. */
const LATER =
  /\b(?:(?:para )?la proxima|otro dia|otro rato|en otra ocasion|otra vez sera|luego (?:le|te|se lo|se la|les)|despues (?:le|te|se lo|les)|manana|mas (?:tarde|adelante)|ahorita no|ahora no|hoy no|(?:deje|deja)(?:me)? (?:pensar|pensarlo|acordarme|preguntar)|(?:lo )?tengo que pensar|voy a (?:pensar|preguntar|buscar|ver)|preguntemelo (?:luego|despues|otro)|preguntame(?:lo)? (?:luego|despues|otro|manana)|cuando (?:venga|vengan)|se lo (?:digo|cuento) (?:luego|despues|otro dia))\b/;
const FORGOT =
  /\b(?:no (?:me acuerdo|recuerdo|lo recuerdo|me viene|me sale|me llega)|se me (?:olvido|ha olvidado|fue|escapa|borro)|lo tengo en la punta de la lengua|ya (?:ni|no) me acuerdo|como se llamaba\b(?=[^.!?]*\?)|ya me (?:acordare|vendra))\b/;
const ASK_OTHERS =
  /\b(?:pregunt(?:ele|ale|eselo|aselo)|que le pregunten|(?:hay|habria) que preguntarle|eso (?:lo|se lo) sabe|mejor que (?:le )?(?:cuente|diga))\b/;
const DECLINES =
  /\b(?:(?:eso )?(?:no|ni) (?:se )?(?:lo |la )?(?:quiero|voy a|pienso|puedo|quisiera) (?:se )?(?:decir|contar|hablar|contestar|responder|platicar|tocar)\w*|prefiero no|preferiria no|mejor no|de eso no (?:hablo|se habla|quiero|digo)|no (?:es|son) (?:asunto|cosa|cosas) (?:suy[oa]s?|tuy[oa]s?|de nadie)|no le (?:importa|incumbe)|eso es (?:mio|cosa mia|privado|personal|muy personal|un secreto)|me lo (?:guardo|llevo)|se (?:va|queda) conmigo|(?:a|hasta) la tumba|otra pregunta|la siguiente(?: pregunta)?|paso\b(?=[.,!]|$)|preguntem?e otra cosa|sin comentarios|esa no la contesto|no contesto eso)\b/;
const TURNS_AWAY =
  /\b(?:por cierto|a proposito|hablando de|ya le conte|(?:antes|primero) (?:dejeme|quiero) (?:terminar|acabar|contarle)|mejor le cuento|le queria contar|eso me recuerda|no sabe lo que)\b/;
const RETURNS =
  /\b(?:ya me acorde|ya me acuerdo|ahora me acuerdo|ya me vino|ya se como|ahora (?:si )?(?:se|recuerdo)|lo que (?:me )?(?:pregunto|preguntaba|preguntaste)|volviendo a (?:la|su) pregunta|su pregunta|la pregunta de)\b/;
/** The reply is about the question or the person who asks it. */
const ABOUT_IT =
  /^(?:ay,? |uy,? |ah,? |mira,? |vaya,? )*(?:que (?:buena |linda |bonita |dificil |curiosa )?pregunta|que (?:pregunton|curios)[a-z]*|siempre pregunta|esa (?:nina|muchacha|chamaca|chica)|que cosas pregunta|buena pregunta)\b[^.!?]*[.!?]*/;

const EVADES = new Set<Intent>([
  ...(['STOP_TODAY', 'STOP_FOR_GOOD', 'STOP_UNCLEAR', 'PAUSE', 'CONFUSION', 'LOST', 'META'] as const),
  ...(['ASKS_US', 'REPETITION', 'INSTRUCTS'] as const),
]);
/** A longer reply tells something, whatever else it contains. */
const SHORT = 30;
/** With fewer words left after what evades, nothing is told. */
const FEWEST = 5;

/**
 * Decides what a reply does to the question before it. Any words count as an answer, unless the person says that they
 * would rather not answer, postpones it, has forgotten it, or changes the subject. The question may be in English, so
 * its words decide nothing.
 */
function readReply(_question: string, words: string, heard: Heard): Reply {
  const low = bare(words.slice(0, 4_000));
  const isShort = heard.toldWords <= SHORT;
  const forgot = FORGOT.test(low);
  const refersOn = ASK_OTHERS.test(low);
  // “No sé, nunca nos contaron” is an answer.
  const knowsNot =
    /^(?:ay,? |pues,? |bueno,? )*(?:yo )?no (?:lo )?se\b/.test(low) && heard.toldWords >= FEWEST;
  const turnsDown = !knowsNot && (heard.intents.includes('SKIP') || heard.intents.includes('AVOID'));
  if (!forgot && !refersOn && (turnsDown || (isShort && DECLINES.test(low)))) return 'DECLINES';
  if (isShort && spanishHearing.closesSubject(words) && heard.toldWords < 8) return 'DECLINES';
  if (heard.toldWords === 0 && heard.privateScope)
    return heard.privateScope === 'THIS_AND_NEXT' || heard.doubt ? 'PUTS_OFF' : 'DECLINES';
  const isEvasive =
    forgot ||
    refersOn ||
    turnsDown ||
    heard.intents.some((intent) => EVADES.has(intent)) ||
    heard.reading.spans.some(({ act }) => act === 'ASKS');
  const told = heard.toldWords === 0 ? '' : toldText(words, heard.reading) || words;
  const left = sentencesOf(told).filter((sentence) => {
    const said = bare(sentence).replace(ABOUT_IT, '').trim();
    return (
      said !== '' &&
      !LATER.test(said) &&
      !FORGOT.test(said) &&
      !ASK_OTHERS.test(said) &&
      !(said.endsWith('?') && wordCount(said) > 3)
    );
  });
  const turn = left.findIndex((sentence) => TURNS_AWAY.test(bare(sentence)));
  const rest = wordCount((turn < 0 ? left : left.slice(0, turn)).join(' '));
  if (rest === 0) return 'PUTS_OFF';
  return isEvasive && rest < FEWEST ? 'PUTS_OFF' : 'ANSWERS';
}

/** The words of a question that an answer must take up. */
const keysOf = (question: string) => [
  ...new Set(
    (bare(askingPart(question)).match(/[a-z]+/g) ?? [])
      .filter((word) => word.length > 3 && !spanishThemes.weak.has(word) && !COMMON.has(word))
      .map(spanishThemes.stem),
  ),
];
const COMMON = new Set(
  'llamaba llamaban llamo recuerda recuerdas acuerda acuerdas pregunta familia cuando donde quien fueron haces hacia hacias gustaba gustaban cuentame cuenteme abuela abuelo mama papa'.split(
    ' ',
  ),
);

/** The share of its words that an answer must take up. */
const SHARE = { asked: 0.6, unasked: 0.85 };
const FEWEST_KEYS = 2;
const NAMED = /(?<=[\p{L},] )\p{Lu}\p{Ll}+/u;

function answersIn(told: string) {
  const stems = new Set((bare(told).match(/[a-z]+/g) ?? []).map(spanishThemes.stem));
  return (question: string, { wasPut }: { wasPut: boolean }): boolean => {
    const keys = keysOf(question);
    if (keys.length < FEWEST_KEYS || wordCount(told) < 6) return false;
    const share = keys.filter((key) => stems.has(key)).length / keys.length;
    const low = bare(question);
    // Who and where are answered by a name, when by a number.
    if (/\b(?:quien(?:es)?|como se llamaba|donde)\b/.test(low) && !NAMED.test(told)) return false;
    if (
      /\b(?:cuando|cuantos|cuantas|en que ano)\b/.test(low) &&
      !/\d|\b(?:ano|anos|enero|verano|invierno)\b/.test(bare(told))
    )
      return false;
    return share >= (wasPut ? SHARE.asked : SHARE.unasked);
  };
}

export const spanishReplies: Replies = {
  readReply,
  returns: (words) => RETURNS.test(bare(words)),
  answersIn,
};
