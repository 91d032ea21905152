import { remembered } from '#api/biography/writing/language/remembered.ts';
import type { Candidate } from '#api/biography/writing/naming/candidates.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import {
  ORGANISATION_NOUNS,
  PLACE_LETTERS,
  PLACE_NOUNS,
  PUBLIC_TITLES,
  THING_NOUNS,
  TOWNS_AND_NAMES,
} from '#api/biography/writing/naming/name-lists.ts';
import { NICKNAMES } from '#api/biography/writing/naming/nicknames.ts';
import { isBrand, isPublicName } from '#api/biography/writing/naming/public-names.ts';
import { wordsIn } from '#api/platform/domain-values/language.ts';

export type NameKind = 'PERSON' | 'PLACE' | 'ORGANISATION' | 'OTHER';

const PERSON_BEFORE =
  /\b(?:friend|friends|named|boy|girl|man|woman|fellow|guy|lady|teacher|boss|neighbor|colleague|roommate|director|leader|student|supervisor|volunteer|author|writer|doctor|nurse|met|married|marry|love with|name was|name is|knew|told|asked|with|remember|missed?|miss|buried|visit(?:ed)?|poor|dear|old|little|young) $/i;
const PERSON_SURE =
  /\b(?:told|asked|said to|married|met|named|friend|thanked|kissed|loved|hugged|danced with|wrote to|letter (?:from|to)|engaged to|sat (?:next to|beside|with)|went (?:out )?with|lived with|stayed with|talked to|spoke to|argued with|whom|cousin|proposed to) $/i;
const PERSON_DOES =
  /^(?:,? and I\b|,? (?:said|says|told|asked|laughed|cried|smiled|wept|whispered|shouted|married|taught)\b| was born\b|,? (?:himself|herself)\b|,? whose\b|, (?:my|our|his|her) )/;
const PERSON_AFTER =
  /^,? (?:and I\b|said|says|told|asked|laughed|cried|died|was born|married|whose|smiled|thought|grew up|loved|used to|himself|herself|got (?:up|married)|sat|stood|walked|came (?:in|over|back|home)|went (?:in|out|home|back|off)|had (?:been|a)|was (?:my|our|his|her|the (?:one|oldest|eldest|youngest))|taught|knew|kept|wrote|whispered|shouted|sang|played|danced|ran|took|gave|brought|made|called|never|always|and (?:his|her)|wanted|wouldn't|couldn't|could|would)\b/i;
const PLACE_BEFORE =
  /\b(?:in|at|to|from|near|into|outside|around|through|toward|towards|across|of|between|via|past|left|reached|visit|visited|downtown|east of|west of|north of|south of|town of|city of|capital of|way of) $/i;
const PLACE_SURE =
  /\b(?:in|near|into|outside|downtown|east of|west of|north of|south of|town of|city of|village of|capital of|moved to|went to|lived in|drove to|flew to|came from|back to|over to|up to|down to|way of|train to|boat to|bus to|sailed (?:to|for|from)|born in|all over|map of) $/i;
const INSIDE = /\b(?:in|into|inside|downtown|marched (?:from|to)|all over|born in|outside) $/i;
const SHIP_BEFORE =
  /\b(?:boat|ship|schooner|trawler|steamer|vessel|liner|ferry|tug|tugboat|yacht|sloop|dory|barge)\b[^.;]{0,30}\b(?:called|named|christened) (?:the )?$|\baboard (?:the )?$|\b(?:served|sailed|was) (?:\p{Ll}+ )?on (?:the |board the )$/iu;
const FEAST_BEFORE =
  /\b(?:feast|day|eve|mass|procession|novena|statue|picture|medal|image|shrine|church|chapel|school|chapter|book|story|parable|psalm|gospel|verse|tale|legend|epistle|patron saint|prayer) (?:of|to|about|from) $|\bpray(?:ed|ing|s)? to $/i;
/** Words for something sung, played, read or broadcast: the name is a public figure or a thing. */
const PERFORMED_BEFORE =
  /\b(?:s[aiu]ng|sings|singing|hum|hummed|humming|whistl(?:ed|ing)|danced to|danc(?:ed|ing) the|song|tune|hymn|ballad|waltz|polka|lullaby|carol|film|movie|novel|opera|musical)s?,?(?: us| to \p{L}+)?(?: (?:called|named|was|of|about|with|by|starring),?)? (?:_+(?:,|,? and)(?: then)? ){0,3}$|\bread(?:ing|s)?(?: (?:us|me|them|him|all|aloud|all of|a lot of|some|out|every|lots of))* $|\b(?:vot(?:ed|ing|e) (?:for|against)|records? (?:of|by)|poems? (?:of|by)|plays? by|books? by|novels? by|poster of|speech(?:es)? (?:of|by)|army of|soldiers of|under|the time of|days of) $/iu;
const PERFORMED_AFTER =
  /^[^.;:,]{0,20} on (?:the )?(?:radio|television|TV|telly|wireless|gramophone|record player|stage|screen)\b|^ (?:was|got|had been) (?:shot|assassinated|elected|re-elected|inaugurated|sworn in|impeached|president|overthrown|crowned)\b|^ (?:administration|years|era|regime|government|speech|half[- ]dollar|movie|movies|film|films|picture|record|records|song|songs|concert|novel|novels|books|poem|poems|show|doll|dolls|jokes?)\b/i;
/** Words after a maker's name, or after the name of a building. */
const MADE_AFTER =
  /^(?:'s)? (?:sewing machine|machine|truck|car|pickup|tractor|sedan|convertible|radio|piano|organ|soap|powder|flour|cake|cookies|pancakes?|mix|beer|whisk(?:e)?y|cigarettes?|camera|watch|typewriter|refrigerator|fridge|stove|shoes|boots|jeans|coat|dress|suit|bag|perfume|rifle|shotgun|gun|pistol|guitar|bicycle|bike|motorcycle|brand|factory|plant|mill|store|stores|shop|hotel|theat(?:er|re)|award|prize|scholarship|act|dam|bridge|tunnel|airport|stadium|county|river|lake|street|avenue|road|building|company|catalog(?:ue)?|foundation|museum|library)\b/;
/** "A Sylvia", "another Costa": one of that name, nobody in particular. */
const ONE_OF = /\b(?:an?|another|no|any) $/i;
const SOME_OF = /\b(?:two|three|four|five|six|seven|several|many|both|all the|these|those) (?:\p{Ll}+ )?$/iu;
const HOUSE_AFTER =
  /^(?:'s)? (?:church|school|parish|hospital|academy|cathedral|convent|college|chapel|grammar|elementary|high school)\b/i;
/** "We went to Saint Anthony's." */
const POSSESSED = /^'s(?:[.,;!?]|$| (?:and|in|on|for|where|when|after|with|until|that|school|by)\b)/i;
const THE_BEFORE = /\bthe $/i;
const SHOP_BEFORE =
  /\b(?:worked|work|working|job|shopped|shopping|clerk|counter|bought (?:it|them)|sold|sale) (?:at|in|for) $/i;

/** Whether a name belongs to a ship, a feast, a song or a maker here, even if a person has it too. */
export function isBorrowed(one: Candidate): boolean {
  if (SHIP_BEFORE.test(one.before) || FEAST_BEFORE.test(one.before)) return true;
  if (one.title) return false;
  if (namesShip(one)) return true;
  return PERFORMED_BEFORE.test(one.before) || PERFORMED_AFTER.test(one.after) || MADE_AFTER.test(one.after);
}

/** "The Rosa" is not a person, unless words follow that say which one. */
function namesShip({ name, before, after }: Candidate): boolean {
  if (!THE_BEFORE.test(before) || !isGivenName(name.split(' ')[0] ?? '')) return false;
  return !/^ (?:I|we|who|whom|that|from|next|he|she)\b/.test(after);
}

/** Whether the words mean one of that name rather than a certain person. */
export function isOneOfMany(one: Candidate): boolean {
  return !one.title && ONE_OF.test(one.before);
}

/** "Two Aunt Ednas". */
export function isPlural(one: Candidate): boolean {
  return SOME_OF.test(one.before) && one.name.endsWith('s');
}

/**
 * What a name stands for, judged by every place where it was said; `stated` is the number of places that
 * say who it is.
 */
export function kindOf(name: string, said: readonly Candidate[], stated: number): NameKind {
  const words = name.toLowerCase().split(/[\s-]+/);
  const last = words.at(-1)?.replace(/\.$/, '') ?? '';
  const household = words.length === 1 && said.every((one) => THE_BEFORE.test(one.before)) && isFamily(last);
  if (household) return 'OTHER';
  if (stated > 0) return 'PERSON';
  const titles = said.flatMap((one) => one.title ?? []).map((title) => title.toLowerCase().replace('.', ''));
  if (titles.length > 0) return titles.every((title) => PUBLIC_TITLES.has(title)) ? 'OTHER' : 'PERSON';
  if (isPublicName(name)) return 'OTHER';
  if (
    words.length > 1 &&
    (THING_NOUNS.has(last) ||
      /^(?:hurricane|typhoon|cyclone|tropical|operation|uss|hms|ss)$/.test(words[0] ?? ''))
  )
    return 'OTHER';
  if (words.length > 1 && ORGANISATION_NOUNS.has(last)) return 'ORGANISATION';
  if (
    words.length > 1 &&
    /^(?:university|college|bank|church|friends|department|voice|house|ministry|bureau|school) of\b/i.test(
      name,
    )
  )
    return 'ORGANISATION';
  if (/^(?:St|Saint)\.? \p{Lu}/u.test(name)) return kindOfSaint(said);
  if (said.some((one) => HOUSE_AFTER.test(one.after)) && words.length > 1) return 'ORGANISATION';
  if (PLACE_LETTERS.has(name.toLowerCase())) return 'PLACE';
  if (
    /^(?:Ste|Sainte|Mt|Ft|Mount|Mont|Monte|Fort|Lake|Cape|Port|Puerto|Villa|San|Santa|New|North|South|East|West|Upper|Lower|Los|Las|La|Rio|El|Loch|Glen|Camp|Castel|Ciudad|Piazza|Plaza|Rue|Calle|Sierra|Costa|Tel|Kuala|Isle|Bad|Sankt|Haret|Beit)\.? \p{Lu}/u.test(
      name,
    ) &&
    words.length < 5
  )
    return 'PLACE';
  if (/^[\p{Lu}&.]{2,}\d*$/u.test(name)) return 'ORGANISATION';
  if (/\p{Ll}\p{Lu}/u.test(name.replace(/\b(?:Mc|Mac|De|Di|Du|La|Le|Van|Fitz)(?=\p{Lu})/gu, '')))
    return 'OTHER';
  if (/^(?:\p{L}-)+\p{L}$/u.test(name)) return 'OTHER';
  if (words.length > 3 && !isGivenName(words[0] ?? '')) return 'OTHER';
  if (words.length > 1 && PLACE_NOUNS.has(last)) return 'PLACE';
  if (words.length > 1 && isBrand(words[0] ?? '')) return 'OTHER';
  const { person, place, organisation } = weigh(name, words, said);
  if (organisation > person && organisation >= place) return 'ORGANISATION';
  if (person >= 2 && person > place) return 'PERSON';
  if (place >= 1 && place >= person) return 'PLACE';
  // For a single word in no list of names, one sign is not enough.
  return person >= (words.length > 1 ? 1 : 2) && person >= place ? 'PERSON' : 'OTHER';
}

/** Whether the last word shows a place, a building or a country, whatever is said beside it. */
export function isNoPerson({ name, title }: Candidate): boolean {
  if (title) return false;
  const words = name.toLowerCase().split(/[\s-]+/);
  const last = words.at(-1) ?? '';
  if (words.length > 1 && (ROAD_NOUNS.has(last) || ORGANISATION_NOUNS.has(last))) return true;
  if (words.length > 2 && PLACE_NOUNS.has(last)) return true;
  return !isGivenName(words[0] ?? '') && isRegion(name);
}

/** Words that are nobody's family name. */
const ROAD_NOUNS = new Set(
  'street avenue road boulevard drive airport island islands river county valley beach square station coast highway'.split(
    ' ',
  ),
);

/** The most places of a name that are read. */
const LOOKED_AT = 60;
const REMEMBERED = 2_000;

/** A saint's name: of a building or a town, or of the saint. */
function kindOfSaint(said: readonly Candidate[]): NameKind {
  if (said.some((one) => HOUSE_AFTER.test(one.after) || POSSESSED.test(one.after))) return 'ORGANISATION';
  return said.some((one) => PLACE_BEFORE.test(one.before)) ? 'PLACE' : 'OTHER';
}

/** Whether the words before a name say that it is a place, as in "moved to Florence". */
export function isCalledPlace({ before }: Candidate): boolean {
  return PLACE_SURE.test(before);
}

/** "The Silvas": a household. */
function isFamily(word: string): boolean {
  return /[^s]s$/.test(word) && !wordsIn(word).has('(#Place|#City|#Country|#Region)');
}

/**
 * "Fairfax, Virginia", "Florence and Paris": beside a place that is not a person's name, an ambiguous name
 * is a place.
 */
function besidePlace({ name, before, after }: Candidate): boolean {
  const next = before.match(/(\p{Lu}\p{L}+)(,| and) $/u) ?? after.match(/^(,| and|,? or) (\p{Lu}\p{L}+)/u);
  const other = next?.find((group, at) => at > 0 && /^\p{Lu}/u.test(group));
  if (!other || !isTownOrCountry(name)) return false;
  const state = next?.includes(',') && isRegion(name);
  return Boolean(state) || (isTownOrCountry(other) && !isGivenName(other));
}

const isTownOrCountry = remembered((name) => {
  return TOWNS_AND_NAMES.has(name.toLowerCase()) || wordsIn(name).has('(#City|#Country|#Region)');
}, REMEMBERED);

const isRegion = remembered((name) => wordsIn(name).has('(#Region|#Country)'), REMEMBERED);

function weigh(name: string, words: string[], said: readonly Candidate[]) {
  const tags = wordsIn(`I remember ${name} well.`).match(name.replace(/[^\p{L}\p{N}' -]/gu, ''));
  const first = words[0] ?? '';
  const given = isGivenName(first);
  let person = given || tags.has('(#FirstName|#LastName|#Person)') || NICKNAMES.has(first) ? 2 : 0;
  let place = tags.has('(#Place|#City|#Country|#Region)')
    ? given
      ? 2
      : 3
    : TOWNS_AND_NAMES.has(first)
      ? 2
      : 0;
  const organisation = tags.has('#Organization') && person === 0 && place === 0 ? 2 : 0;
  if ((given || wordsIn(first).has('#FirstName')) && words.length > 1 && words.length < 5) person += 2;
  for (const one of said.slice(0, LOOKED_AT)) {
    if (PERSON_SURE.test(one.before)) person += 3;
    else if (PERSON_BEFORE.test(one.before)) person += 1;
    if (
      PERSON_AFTER.test(one.after) ||
      /^'s (?:\p{Ll}+ ){0,2}(?:mother|father|house|wife|husband|voice|hands?|face|name|sister|brother|kitchen|family|room|arms?|eyes|hair|car)\b/u.test(
        one.after,
      )
    )
      person += 1;
    if (PERSON_DOES.test(one.after)) person += 1;
    if (words.length > 1 && /\b(?:was|were|is) (?:really )?$/.test(one.before)) person += 1;
    if (
      /^,? who\b/.test(one.after) ||
      (/\b[Ii]t (?:was|is) $/.test(one.before) && /^,? (?:that|who)\b/.test(one.after))
    )
      person += 2;
    if (INSIDE.test(one.before)) place += 3;
    else if (PLACE_SURE.test(one.before)) place += 2;
    else if (PLACE_BEFORE.test(one.before) && !PERSON_SURE.test(one.before)) place += 1;
    if (besidePlace(one)) place += 2;
    if (THE_BEFORE.test(one.before)) person -= 2;
    if (SHOP_BEFORE.test(one.before) && /^'s\b/.test(one.after)) person -= 3;
    if (/\b(?:an?|that) $/i.test(one.before)) person -= 1;
  }
  return { person, place, organisation };
}
