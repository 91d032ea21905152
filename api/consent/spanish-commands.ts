import type { ConsentKind } from '#api/generated/prisma/enums.ts';

/** Lower-case words without accents and punctuation, as people type and as speech is transcribed. */
export function plainSpanish(said: string): string {
  return said
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const stops = new Set([
  ...['alto', 'parar', 'pare', 'paren', 'basta', 'ya basta', 'cancelar', 'fin', 'terminar', 'detener'],
  ...['baja', 'darme de baja', 'quiero darme de baja', 'cancelar suscripcion', 'desuscribir'],
]);
const stopsAll = new Set([
  'no mas',
  'ya no mas',
  'basta ya',
  'dejenme en paz',
  'dejeme en paz',
  'dejame en paz',
]);
const helps = new Set(['ayuda', 'ayudame', 'ayudeme', 'necesito ayuda', 'informacion']);
const starts = new Set(['empezar', 'comenzar', 'iniciar', 'reanudar', 'reactivar', 'volver a empezar']);
const agreements = new Set([
  'si',
  'si acepto',
  'acepto',
  'si de acuerdo',
  'si claro',
  'claro que si',
  'si por favor',
]);

const please =
  '(?:(?:por favor|ya|pero|gracias|oiga|mire|bueno|pues|le pido que|les pido que|quiero que|prefiero que) )*';
const writes = '(?:mande|manden|mandes|envie|envien|envies|escriba|escriban|escribas)';
const calls =
  '(?:llame|llamen|llames|telefonee|telefoneen|vuelva a llamar|vuelvan a llamar|vuelvas a llamar)';
const texts = '(?:mensajes?|textos?|mensajitos|sms)';
const tail = '(?: (?:mas|nunca mas|otra vez|de nuevo|por favor|gracias|a este numero|a mi numero|de texto))*';
const toTexts = [
  new RegExp(
    `^${please}(?:ya )?no (?:me|nos) (?:vuelva[ns]? a )?(?:${writes}|mandar|enviar|escribir)(?: mas)?(?: ${texts})?${tail}$`,
  ),
  new RegExp(`^${please}(?:ya )?no quiero (?:recibir )?(?:mas )?(?:sus )?${texts}${tail}$`),
  new RegExp(`^${please}(?:ya )?no quiero que (?:me|nos) ${writes}(?: mas)?(?: ${texts})?${tail}$`),
  new RegExp(
    `^${please}(?:deje|dejen|deja|pare|paren) de (?:mandarme|enviarme|escribirme)(?: mas)?(?: ${texts})?${tail}$`,
  ),
];
const toCalls = [
  new RegExp(`^${please}(?:ya )?no (?:me|nos) ${calls}${tail}$`),
  new RegExp(`^${please}(?:ya )?no quiero (?:recibir )?(?:mas )?(?:sus )?llamadas${tail}$`),
  new RegExp(`^${please}(?:ya )?no quiero que (?:me|nos) ${calls}${tail}$`),
  new RegExp(`^${please}(?:deje|dejen|deja|pare|paren) de llamarme${tail}$`),
];

/** “Today” and “now” put something off; they withdraw nothing. */
const forNow =
  /\b(?:hoy|ahora|ahorita|manana|esta (?:tarde|noche|semana)|en este momento|tan (?:temprano|tarde))\b/;

/** What Spanish words withdraw of calls and texts; empty when they withdraw nothing. */
export function spanishWithdrawals(said: string): ConsentKind[] {
  const words = plainSpanish(said);
  if (stops.has(words)) return ['SMS'];
  if (stopsAll.has(words)) return ['CALLS', 'SMS'];
  if (forNow.test(words)) return [];
  const clauses = said
    .split(/[.,;!?]+| y | ni /i)
    .map(plainSpanish)
    .filter(Boolean);
  const says = (patterns: readonly RegExp[]) =>
    [words, ...clauses].some((clause) => patterns.some((pattern) => pattern.test(clause)));
  const alsoWrites =
    /^(?:ni )?(?:me )?(?:escriba|escriban|escribas|mande mensajes|manden mensajes)(?: mas| por favor)*$/;
  const [noCalls, noTexts] = [says(toCalls), says(toTexts)];
  const noMore = noTexts || (noCalls && clauses.some((clause) => alsoWrites.test(clause)));
  return [...(noCalls ? (['CALLS'] as const) : []), ...(noMore ? (['SMS'] as const) : [])];
}

/** A Spanish keyword other than a stop, as a whole text; null for any other text. */
export function spanishKeyword(said: string): 'help' | 'start' | 'yes' | null {
  const words = plainSpanish(said);
  if (helps.has(words)) return 'help';
  if (starts.has(words)) return 'start';
  return agreements.has(words) ? 'yes' : null;
}

const functionWords = new Set(
  'que de del la el los las lo le mi mis su sus por para una un pero esta cuando muy como porque y en si es fue con'.split(
    ' ',
  ),
);

/** Whether a text seems to be written in Spanish, by its most common words; a name such as “de la Cruz” doesn't suffice. */
export function looksSpanish(said: string): boolean {
  const words = plainSpanish(said).split(' ');
  const common = words.filter((word) => functionWords.has(word));
  return new Set(common).size >= 2 && common.length / words.length >= 0.3;
}
