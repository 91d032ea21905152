import { plainText } from './rules/clauses.ts';

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
  him her hers his them she he we they each any time times future always whenever whatever regards mention mentioned sake god lord dear love computer machine evertold private privately public anywhere nowhere somewhere behind business bury buried`.split(
    /\s+/,
  ),
);

const NAMED_AFTER =
  /\b(?:about|regarding|as regards|concerning|on the subject of|to do with|touching on|touching|mention(?:ing)?|discuss(?:ing)?|of)\s+((?:[\p{L}'-]+\s*){1,6})/gu;

/**
 * What a wish is about, in the person's own words (“my sister Rosa”, “the divorce”); null when the words
 * only point (“that”, “him”).
 */
export function objectOf(wish: string): string | null {
  const said = plainText(wish);
  for (const match of said.matchAll(NAMED_AFTER)) {
    const named = coreOf(match[1] ?? '');
    if (named) return named;
  }
  return nameIn(wish) ?? coreOf(said);
}

/** The words of a wish that are not wish words: what it may refer back to. */
export function objectWords(wish: string): string {
  const words = plainText(wish).match(/[\p{L}'-]+/gu) ?? [];
  return words
    .map((word) => word.replace(/'s$/, ''))
    .filter((word) => word.length > 2 && !WISH_WORDS.has(word))
    .join(' ');
}

/** The sentences of an utterance that contain a part of it. */
export function sentenceAround(utterance: string, { start, end }: { start: number; end: number }): string {
  const before = Math.max(...['.', '!', '?', '\n'].map((mark) => utterance.lastIndexOf(mark, start - 1)));
  const after = utterance.slice(Math.max(start, end - 1)).search(/[.!?\n]/);
  return utterance.slice(before + 1, after < 0 ? undefined : Math.max(start, end - 1) + after + 1).trim();
}

/** A name inside a sentence, not a capital at its start. */
function nameIn(wish: string): string | null {
  for (const match of wish.matchAll(/(?<=[\p{L},] )\p{Lu}[\p{Ll}\p{M}]+/gu))
    if (!WISH_WORDS.has(match[0].toLowerCase())) return match[0].toLowerCase();
  return null;
}

/** The first run of words that are not wish words, with up to one small word between them. */
function coreOf(text: string): string | null {
  const words = text.match(/[\p{L}'-]+/gu) ?? [];
  const core: string[] = [];
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/'s$/, '');
    if (!WISH_WORDS.has(bare) && bare.length > 1) core.push(bare);
    else if (core.length && (core.length > 4 || !WISH_WORDS.has(words[at + 1] ?? 'a'))) continue;
    else if (core.length) break;
  }
  return core.length ? core.slice(0, 5).join(' ') : null;
}
