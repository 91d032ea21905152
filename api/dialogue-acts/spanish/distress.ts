import { createGriefRule } from '../rules/grief.ts';
import { plainSpanish } from './plain-words.ts';

/** “Me muero de risa”, “muerta de cansancio”, “me muero por verlo”. */
const FIGURE =
  /\b(?:muer\w+|mori\w*|mat(?:ar|arme|o|aba|a)|muert[oa]s?)\b.{0,12}\b(?:de (?:(?:la|pura|tanta|tanto) )?(?:risa|pena ajena|pena|verguenza|hambre|sueno|cansancio|frio|calor|miedo|susto|ganas|envidia|celos|nervios|aburrimiento|gusto|felicidad|alegria|emocion|amor|sed|rabia|curiosidad|tedio|asco|coraje|ternura)|por (?:saber|ver|probar|volver a ver|conocer|bailar|comer|un|una|ese|esa|el|la|ella))\b|\bme (?:mata|matan|mataba) (?:la|el|los|las) (?:risa|curiosidad|rodillas?|espalda|calor|juanetes|pies|nervios|ganas)\b|\bque me maten? si\b|\bni muert[oa]\b|\bhasta morir de\b/;

/** Whether strong words are meant in fun, or for hunger or shame: “me moría de risa”. */
export function isFigure(sentence: string): boolean {
  return FIGURE.test(plainSpanish(sentence));
}

const TOO_MUCH =
  /\bme (?:(?:he )?(?:tome|tomado|trague|tragado)|acabo de (?:tomar|tragar)) (?:ya )?(?:tod[oa]s? (?:el|la|los|las|mis)|demasiad[oa]s|un monton de|muchas|muchisimas|el frasco|la caja|un frasco|una caja|como \w+)\b.{0,25}\b(?:pastillas?|pildoras?|medicinas?|medicamentos?|remedios?|tabletas?|frasco|calmantes)\b/;
const LONG_AGO =
  /\b(?:cuando (?:era|tenia|yo era)|de (?:nina|nino|chica|chico|joven)|en (?:el|los) (?:19)?\d\d|aquella vez|hace (?:anos|muchos anos|\w+ anos)|lavado de estomago)\b/;

/** Whether a sentence tells of too much medicine, now. */
export function tellsOfOverdose(sentence: string): boolean {
  const said = plainSpanish(sentence);
  return TOO_MUCH.test(said) && !LONG_AGO.test(said);
}

const CLOSE =
  '(?:(?:querid[oa]|pobre|unic[oa]|primer|primera) )?(?:espos[oa]|marido|mujer|hij[oa]|hijito|hijita|nin[oa]|bebe|madre|padre|mama|papa|mami|papi|herman[oa]|hermanit[oa]|gemel[oa]|niet[oa]|vieja|viejo|viejit[oa]|companer[oa]|novi[oa]|mejor amig[oa])(?: [a-z]+)?';
const FEELS = [
  /\b(?:estoy llorando|ando llorando|se me salen las lagrimas|se me salieron las lagrimas|me (?:dan|entran|vienen|da) (?:muchas )?ganas de llorar|se me (?:hace|hizo|pone) un nudo en la garganta|se me (?:quiebra|corta|va) la voz|me pongo (?:muy )?(?:triste|a llorar|sentimental)|me (?:gana|vence) el llanto|ay,? que dolor)\b/,
  /\b(?:me (?:duele|cuesta) (?:tanto|mucho|muchisimo|todavia|aun)(?: (?:hablar|recordar|contar|pensar))?|todavia me duele|aun me duele|es muy duro para mi|me parte el (?:alma|corazon)|me rompe el (?:alma|corazon)|se me parte el (?:alma|corazon))\b/,
  /\b(?:l[oae]s? (?:extrano|echo de menos|echo en falta)(?: tanto| mucho| muchisimo| cada dia| todos los dias)?|como l[oae] extrano|me hace (?:tanta|mucha|muchisima) falta|me haces falta)\b(?! (?:que|el|la|los|las)\b)/,
  /\bno puedo (?:hablar de (?:eso|ella|el|esto)|seguir, (?:perdon|disculpe)|con esto|pensar en (?:eso|ella|el))\b/,
  /\b(?:nunca lo supere|no l[oa] he superado|todavia l[oa] lloro|aun l[oa] lloro|lloro (?:cada vez|todas las noches|cuando|por))\b/,
  /[([](?:llora|llorando|solloza|sollozos?|se le quiebra la voz)[)\]]/,
];
const DEATH = [
  new RegExp(`\\b(?:perdi|enterre|enterramos|perdimos) a (?:mi|mis) ${CLOSE}`),
  new RegExp(
    `(?<!\\b(?:cuando|desde que|antes de que|hasta que|despues de que|porque|que) )(?:se (?:me )?murio|fallecio|se nos murio|se me fue|murio) mi ${CLOSE}`,
  ),
  new RegExp(
    `(?<!\\b(?:cuando|desde que|antes de que|hasta que|despues de que|porque|que) )\\bmi ${CLOSE} (?:ya )?(?:se (?:me )?murio|fallecio|murio|se nos fue|se me fue|ya no esta|se suicido|se quito la vida|se mato|nunca volvio)\\b`,
  ),
];

export const tellsOfGrief = createGriefRule({
  plain: plainSpanish,
  feels: FEELS,
  death: DEATH,
  figure: FIGURE,
});
