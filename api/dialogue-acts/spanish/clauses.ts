import { createWishFinder } from '../rules/wish-finder.ts';

/** Forms of “to say” by somebody else, or in a story. */
export const SAID =
  '(?:dij(?:o|eron|imos)|deci(?:a|an|amos)|dice|dicen|diria|contest(?:o|aba|aron)|respond(?:io|ia|ieron)|pregunt(?:o|aba|aron)|grit(?:o|aba|aron|aban|a)|susurr(?:o|aba)|pid(?:io|ieron)|pedi(?:a|an)|rog(?:o|aba)|suplic(?:o|aba)|orden(?:o|aba|aron)|advirti(?:o|eron)|advertia|avis(?:o|aba|aron)|mand(?:o|aba)|exig(?:io|ia)|insist(?:io|ia)|repet(?:ia|ian)|repitio|escribio|jur(?:o|aba)|solt(?:o|aba)|anunci(?:o|aba))';

const LEAD_IN = new Set(
  `por favor mire mira oiga oye bueno pero y e pues que le les te lo la los las se pido ruego suplico encargo agradezco agradeceria quiero
  queria quisiera me gustaria preferiria prefiero mejor ahora si no ya ay ah eh este o sea hija hijo mija mijo senorita senor senora
  doctora usted ustedes tu vos esto eso esta esa este ese aqui aca solo nomas nada mas tambien ademas entonces asi a ver dios mio santo
  fijese fijate cuidado ojo perdone perdon disculpe claro eso ultimo cosa parte tema asunto todo lo anterior de del esto sea como cuidadito
  hagame haga hazme el un favor gracias igual al final yo creo pienso sabe sabes entiende entiendes corazon querida querido amor mi vida
  evertold computadora maquina robot verdad de acuerdo ok okey bien por dios oyo oiste ve vea digo le digo al fin una ultima`.split(
    /\s+/,
  ),
);

const BOUNDARY =
  /[.!?;:,()"\n]|\s[-–—]+\s|—|\b(?:pero|asi que|entonces|porque|por eso|y(?= (?:que|no|ni|por favor)\b))\b/g;
const REPORTED_BEFORE = new RegExp(
  `\\b(?:${SAID}|hizo (?:jurar|prometer)|hicieron (?:jurar|prometer)|(?:le|les) dij(?:e|imos)|jure|prometi|va y (?:me )?dice)(?: a (?:mi|todos|ella|el|mi \\p{L}+))?[,:]? *(?:que )?["']?\\s*\\u0000?$`,
  'u',
);
const REPORTED_AFTER = new RegExp(
  `^[^.!?]{0,30}?[,"!?] *(?:(?:me|nos|le|les|se) )*${SAID}\\b|^[^.!?]{0,30}?[,"!?] *(?:mi|el|la|su|los|las) \\p{L}+(?: \\p{L}+)? (?:(?:me|nos|le|les) )?${SAID}\\b`,
  'u',
);
/** Nothing that precedes a wish in Spanish turns the same words into a story: the mood of the verb does. */
const TELLS = /\b(?:siempre|nunca|jamas) (?:nos|me|se)\b/;

/** Finds wishes in Spanish. */
export const wish = createWishFinder({
  leadIn: LEAD_IN,
  boundary: BOUNDARY,
  reportedBefore: REPORTED_BEFORE,
  reportedAfter: REPORTED_AFTER,
  tells: TELLS,
});

const POLITE =
  /\b(?:por favor|gracias|muchas|porfa|porfavor|bueno|pues|ya|ahora|ok|okey|ay|oiga|mire|senorita|senora|senor|si|que|ahorita|nomas|entonces|perdon|perdone|disculpe|hija|mija|evertold|y|pero)\b/g;

/** Short words without politeness and fillers. */
export function bare(said: string): string {
  return said
    .replace(POLITE, ' ')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
