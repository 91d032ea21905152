import { plainText } from '../rules/clauses.ts';

/** Words that belong to a wish itself. The rest of its sentence is what the wish is about. */
const WISH_WORDS = new Set(
  `a about after again ain't all alone also always am an and any anybody anymore anyone anything are around as ask asked asking at away
  be been before being best between bit book books bring but by call came can can't can come could cover delete did didn't discuss do
  does doesn't doing don't down dont else even ever every everybody everyone everything family far fine for forget from gets getting
  give go goes going gone had hand has hasn't have having hear heard here hers his history honey how i i'd i'll i'm i've if in into is isn't it
  it'd it's its just keep keeping kept kindly know leave left let let's life like line list little lock long look made make matter
  may me mean mention might mine more much must my name near need never no nobody none not nothing now of off ok okay old on once one
  only or other others our ours out over page pages part parts past people person piece place please point print private put quiet
  rather read reading really record remember rest right said same saw say says secret see set shall shan't share she should
  should've shouldn't show side sit so some somebody someone something stay stays steer still stop stories story strike subject such take taken talk
  talking tape tell telling than thank that that's the their them then there there's these they thing things think this those
  thought thoughts time times to told too topic touch true try two under until up us use very want wanted wants was we we'd we'll we're well
  went were what what's whatever when where which while who whole why will with won't wont word words would write writing written
  yes yet you you'd you'll you're your yours yourself chapter today ever between ourselves conversation happened happening interview
  him her hers his them she he we they each any time times future always whenever whatever regards mention mentioned sake god lord dear love computer machine evertold private privately public anywhere anyplace nowhere someplace somewhere behind business bury buried
  ago wasnt isnt didnt dont doesnt cant wont shouldnt wouldnt couldnt aint thats theres whats im ive youre theyre`.split(
    /\s+/,
  ),
);

/** Words of a wish that are also names of things, and count as one where the sentence puts them there. */
const ASKED_WITH = new Set(
  `another slip slipped printed prints published publish publishing deal typed typing type scratch scrap rub rubber wipe hold folk folks readers reader
  draw curtain curtains pile drawer hat ears walls lips sealed mouth shut tight rid gone lose lost skip hop keeper promise promised
  removed remove erase erased undo redo deleted bin ditch drop dropped hide hidden mind mum started start starting
  comes turns turned crops crop brought bring bringing came happen happens account conversation talks speaking spoke spoken spread
  sooner wish wishes speak question questions prefer preferred like'd happier glad grateful obliged bother worry nor neither sir please ma'am madam lord dear hon honey
  certain sure rest day days week tomorrow today yesterday night moment minute second first last next beginning end start middle back`.split(
    /\s+/,
  ),
);
/** “My”, “that old”: what may stand before the noun that a wish is about. */
const DETERMINERS = new Set(
  `a an the my our your his her their this that these those any all some both each every no such old own whole poor dear late said yon me ma`.split(
    ' ',
  ),
);
/** Nouns that are small words elsewhere: “the will”, “my past”, “that strike”. */
const NOUNS_TOO = new Set(['will', 'past', 'strike']);
/** Words that end what is named: what follows says what becomes of it. */
const ENDS_OBJECT = new Set(
  `is isn't are aren't was wasn't were be been comes came come gets get goes go stays stay remains shall should must can may could would will won't
  has have had do does did don't doesn't that's it's and or but so because if when whenever while until till unless though now then please i you we he
  she they it out up down off away alone to for from in at by with not never nobody no who which what where how why before after just only again ever
  already yeah right ok okay`.split(/\s+/),
);
/** Words that name the telling, not what is told. */
const TELLING_WORDS =
  '(?:sa(?:y|id|ying|ys)|tell|told|telling|talk(?:s|ed|ing)?|speak(?:ing)?|spoke|mention(?:ed|ing)?|(?:let|lets|letting) slip|come out with|came out with|things?|bits?|parts?|pieces?|stuff|business|stor(?:y|ies)|tales?|matters?|subject|topic|anything|everything|nothing|something|whatever|words?|remarks?|all|any|none|to do|go(?:es|ing)? on|started(?: in)?|start(?: in)?|begin|began)';
const ABOUT = '(?:about|bout|how|on|of|with|regarding|concerning|to do with|around|over|aboot|touching)';
const AFTER_TELLING = new RegExp(
  `\\b${TELLING_WORDS}(?: (?:to you|you|them|all|just|now|again|earlier|before|up|today|it|that|here|there|then|once|ever)){0,3} ${ABOUT} `,
  'g',
);
const AFTER_ABOUT =
  /\b(?:about|aboot|regarding|as regards|concerning|on the subject of|to do with|touching on|touching|mention(?:s|ed|ing)?|discuss(?:es|ing)?|bring up|with regard to|when it comes to|as for) /g;
/** “Everything from the camp”. */
const ALL_FROM = /\b(?:everything|anything|all|nothing|none of it) (?:from|at|in|during) /g;
/** “If Desmond comes up”, “every time the farm is mentioned”. */
const COMES_UP =
  /\b(?:if|when|whenever|wherever|where|every time|each time|any ?time|as soon as|the moment|once) (?=(?:[\p{L}'-]+ ){1,5}?(?:ever )?(?:comes?|crops?|turns?|pops?|gets?|is|are|come)(?: \p{L}+)? ?(?:up|in|into|mentioned|named|along|round)\b)/gu;
/** “Leave the will out”, “skip the divorce”, “dont you go writing the smokes down”. */
const DONE_TO =
  /\b(?:leav(?:e|ing)|keep(?:ing)?|skip(?:ping)?|cut(?:ting)?|tak(?:e|ing)|drop(?:ping)?|los(?:e|ing)|hid(?:e|ing)|bury(?:ing)?|scrap|scratch|strike|delete|remove|erase|rub|wipe|bin|ditch|writ(?:e|ing)|put(?:ting)?|print(?:ing)?|publish(?:ing)?|typ(?:e|ing)|record(?:ing)?|includ(?:e|ing)|us(?:e|ing)|us|forget|tell(?:ing)?|show(?:ing)?|want|hear(?:ing)?|read(?:ing)?|bring) (?=(?:my|our|the|that|his|her|their|all the|any of the|all of the) )/g;
/** What the sentence begins with: “the drinking now, …”, “those things are not to be printed”. */
const OPENS =
  /(?:^|[.!?;:,] |\b(?:but|and|so|now|look|listen|well|oh|please|no|then) )(?=(?:my|our|the|that|his|her|their) )/g;

/** “Vietnam doesn't go in the book.” */
const SUBJECT =
  /(?:^|[.!?;] )(?=[\p{L}-]+(?:'s)? (?:does|doesn't|is|isn't|was|has|stays?|goes|must|should|shouldn't|can't|won't|never|ain't|not) )/gu;

/** “About her”: named before, and not in this sentence. */
const POINTS =
  /\b(?:about|bout|aboot|regarding|concerning) (?:it|him|her|them|that|this|those|these)(?=$|[.,;!?]| (?:in|into|again|ever|any|at|to|or|and|for|down|please|now|anywhere))/;

/** The places of what a sentence names as its theme. */
const NAMING = [AFTER_TELLING, AFTER_ABOUT, COMES_UP, ALL_FROM];

/**
 * What a wish is about, in the person's own words (“my sister Rosa”, “the divorce”); null when the words
 * only point (“that”, “those things”, “him”). It is found by its place in the sentence.
 */
export function objectOf(wish: string): string | null {
  return namedIn(wish) ?? coreOf(plainText(wish));
}

/** What a wish is about where a phrase such as “about …” or “leave … out” names it; null otherwise. */
export function namedIn(wish: string): string | null {
  const said = plainText(wish);
  const placed = placedIn(said, NAMING);
  if (placed) return placed;
  const points = said.search(POINTS);
  // “Do not write about it, my wife does not know”: what follows only gives the reason.
  const before = points < 0 ? said : said.slice(0, points);
  return nameIn(wish) ?? placedIn(before, [DONE_TO, OPENS, SUBJECT]);
}

/** What a sentence before a wish says was told: “you see the bit about my son? Hold that back.” */
export function toldIn(text: string): string | null {
  return placedIn(plainText(text), [AFTER_TELLING]);
}

/** What a sentence announces as a theme: “I may tell you things about Partition”, “there was the business with the will”. */
export function announcedIn(text: string): string | null {
  const said = plainText(text);
  return placedIn(said, NAMING) ?? nameIn(text) ?? placedIn(said, [OPENS]) ?? lastPhraseOf(said);
}

function placedIn(said: string, places: readonly RegExp[]): string | null {
  for (const place of places)
    for (const match of said.matchAll(place)) {
      const phrase = phraseAt(said.slice(match.index + match[0].length));
      if (phrase) return phrase;
    }
  return null;
}

const MOST_IN_PHRASE = 4;

/** The noun phrase at the start of a text, without its determiners; null for a pronoun or a word of the wish itself. */
function phraseAt(text: string): string | null {
  const [part = ''] = text.split(/[.,;:!?()"–—]/);
  const words = part.match(/[\p{L}'-]+/gu) ?? [];
  const phrase: string[] = [];
  let isDetermined = false;
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/'s$/, '');
    if (phrase.length === 0 && DETERMINERS.has(word) && !(isDetermined && NOUNS_TOO.has(word))) {
      isDetermined = true;
      continue;
    }
    if (word === 'and' && phrase.length > 0) {
      // “Dolores and the laundry”
      const other = phraseAt(words.slice(at + 1).join(' '));
      if (other) phrase.push(...other.split(' '));
      break;
    }
    const isNoun = isDetermined && phrase.length === 0 && NOUNS_TOO.has(bare);
    const joins =
      phrase.length > 0 &&
      (word === 'of' || (DETERMINERS.has(word) && words[at - 1] === 'of')) &&
      phrase.length < MOST_IN_PHRASE;
    if (joins) continue;
    if (
      !isNoun &&
      (ENDS_OBJECT.has(word) || (WISH_WORDS.has(bare) && phrase.length === 0) || ASKED_WITH.has(bare))
    ) {
      // “The first marriage”: a number before the noun.
      if (isDetermined && phrase.length === 0 && /^(?:first|second|last|other|old|little)$/.test(word))
        continue;
      break;
    }
    if (WISH_WORDS.has(bare) && !isNoun) break;
    if (bare.length > 1) phrase.push(bare);
    if (phrase.length >= MOST_IN_PHRASE) break;
  }
  return phrase.length ? phrase.join(' ') : null;
}

/** The last noun phrase that a determiner opens. */
function lastPhraseOf(said: string): string | null {
  const phrases = [...said.matchAll(/\b(?:my|our|the|his|her|their|that|a) /g)].flatMap((match) => {
    const phrase = phraseAt(said.slice(match.index));
    return phrase ? [phrase] : [];
  });
  return phrases.at(-1) ?? null;
}

/** The words of a wish that are not wish words: what it may refer back to. */
export function objectWords(wish: string): string {
  const words = plainText(wish).match(/[\p{L}'-]+/gu) ?? [];
  return words
    .map((word) => word.replace(/'s$/, ''))
    .filter((word) => word.length > 2 && !WISH_WORDS.has(word) && !ASKED_WITH.has(word))
    .join(' ');
}

/** A name inside a sentence, not a capital at its start. */
function nameIn(wish: string): string | null {
  for (const match of wish.matchAll(/(?<=[\p{L},] )\p{Lu}[\p{Ll}\p{M}]+/gu))
    if (![WISH_WORDS, ASKED_WITH].some((words) => words.has(match[0].toLowerCase())))
      return match[0].toLowerCase();
  return null;
}

/** The first run of words that are not wish words, with up to one small word between them. */
function coreOf(text: string): string | null {
  const words = text.match(/[\p{L}'-]+/gu) ?? [];
  const core: string[] = [];
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/'s$/, '');
    if (!WISH_WORDS.has(bare) && !ASKED_WITH.has(bare) && bare.length > 1) core.push(bare);
    else if (core.length && (core.length > 4 || !WISH_WORDS.has(words[at + 1] ?? 'a'))) continue;
    else if (core.length) break;
  }
  return core.length ? core.slice(0, 5).join(' ') : null;
}
