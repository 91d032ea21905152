import { createQuoteFinder } from '../rules/quotes.ts';
import { SAID } from './clauses.ts';
import { plainSpanish } from './plain-words.ts';

/** “Me dijo”, “y va y me dice”, “le dije:”. “Le dije” alone may address us: “eso que le dije”. */
const REPORTS = new RegExp(
  `\\b(?:(?:(?:me|nos|le|les|se|te) )*${SAID}(?: (?:mi|el|la|su|un|una) \\p{L}+)?|(?:le|les) (?:dije|deciamos|dijimos)(?= ?[:,"])|(?<!\\b(?:que|lo) )(?:le|les) (?:dije|grite|conteste)(?= (?:que |al \\p{L}+ )?(?:no|ya|si|mire|oiga|espere) )|(?<=[,;] |y )(?:digo|dije)(?=[:,"]))(?= |,|:|"|$)`,
  'gu',
);
const REPORTED_AFTER = new RegExp(
  `^[,"'!?. –—-]{0,4}(?:(?:me|nos|le|les|se) )*(?:${SAID}|(?:le|les) dij(?:e|imos)|(?:mi|el|la|su|los|las|un|una|don|dona) \\p{L}+(?: \\p{L}+)? (?:(?:me|nos|le|les) )?${SAID})(?![\\p{L}'])`,
  'u',
);
const TO_US = /\b(?:(?:le|te) (?:digo|repito|estoy diciendo)|ya (?:le|te) (?:dije|he dicho))\b/;
const FOR_THEMSELF = /(?:^|[,;.] ?| )(?:pero|asi que|por eso|entonces|por favor|yo (?:le|te) pido|ahora)\b/;

/** Whether a part of a sentence quotes somebody in a story: “y va y me dice: espérate tantito”. */
export const isQuoted = createQuoteFinder({
  plain: plainSpanish,
  reports: REPORTS,
  reportedAfter: REPORTED_AFTER,
  toUs: TO_US,
  forThemself: FOR_THEMSELF,
});
