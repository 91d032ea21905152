import { countWords, fold, isStopWord } from '#api/biography/writing/language/words.ts';
import { CALENDAR_WORDS, PEOPLES } from '#api/biography/writing/naming/name-lists.ts';
import type { CardDraft, WriteRequest, Written } from '#api/biography/writing/writer.ts';

/** A card with the thing of its story that a list of things can name. */
export interface Captioned {
  card: CardDraft;
  caption: string | null;
}

/** More things than this are no caption but a list. */
const MOST = 6;
const IN_ONE_SENTENCE = 4;
const NUMBER = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty)$/u;

/**
 * A caption for the call log: what was told of, in the order in which it was told, in the third person. It holds no
 * name, number or thing that the stories don't.
 */
export function summaryOf(
  request: WriteRequest,
  stories: readonly Captioned[],
  found: Pick<Written, 'people' | 'places'>,
): string {
  const name = request.subject.preferredName;
  const own = possessives(name, request.subject.pronouns ?? null);
  const names = new Set([...found.people, ...found.places].flatMap((one) => one.name.split(' ')));
  const things: string[] = [];
  for (const caption of mostTold(stories)) {
    const thing = lowerFirst(caption, names);
    if (!things.some((other) => overlaps(other, thing))) things.push(thing);
  }
  const spoken = things.map((thing) => inThirdPerson(thing, own));
  if (spoken.length === 0)
    return stories.length > 0
      ? `${name} told a story.`
      : `${name} and Evertold spoke for a little while. No new story came of it yet.`;
  if (spoken.length <= IN_ONE_SENTENCE) return sentence(spoken);
  const half = Math.ceil(spoken.length / 2);
  return `${sentence(spoken.slice(0, half))} ${sentence(spoken.slice(half), 'Then ')}`;
}

/** The story that the conversation is remembered by: the longest, the earlier of two equals. */
export function conversationTitle(cards: readonly CardDraft[]): string {
  const longest = cards.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  return longest?.title ?? 'A short talk';
}

/** The captions of the stories that were told at most length, in the order of the telling. */
function mostTold(stories: readonly Captioned[]): string[] {
  const captioned = stories.filter(({ caption }) => caption && !/\b(?:I|me|we|us)\b/.test(caption));
  const kept = new Set(captioned.toSorted((a, b) => sizeOf(b.card) - sizeOf(a.card)).slice(0, MOST));
  return captioned.filter((story) => kept.has(story)).map(({ caption }) => caption ?? '');
}

function sizeOf(card: CardDraft): number {
  return card.paragraphs.flat().reduce((sum, sentence) => sum + sentence.text.length, 0);
}

interface Possessives {
  first: string;
  later: string;
}

/** Without known pronouns the person is named once and "their" after that. */
function possessives(name: string, pronouns: string | null): Possessives {
  const [subject = ''] = (pronouns ?? '').toLowerCase().split('/');
  const known = { she: 'her', he: 'his', they: 'their' }[subject];
  return known ? { first: known, later: known } : { first: `${name}’s`, later: 'their' };
}

function inThirdPerson(thing: string, own: Possessives): string {
  return thing
    .replace(/\bmy\b/gi, () => {
      const word = own.first;
      own.first = own.later;
      return word;
    })
    .replace(/\bour\b/gi, 'their');
}

/** Only a name keeps its capital within a sentence. */
function lowerFirst(thing: string, names: ReadonlySet<string>): string {
  const [first = '', second = ''] = thing.split(' ');
  const low = fold(first);
  if (PEOPLES.has(low) || CALENDAR_WORDS.has(low)) return thing;
  const small = isStopWord(low) || NUMBER.test(low);
  if (!small && (names.has(first) || /^\p{Lu}/u.test(second) || /^\p{Lu}{2}/u.test(first))) return thing;
  return thing.charAt(0).toLowerCase() + thing.slice(1);
}

function overlaps(one: string, other: string): boolean {
  const [short, long] = [one, other].sort((a, b) => countWords(a) - countWords(b)).map(fold);
  return (long ?? '').includes((short ?? '').replace(/^(?:the|an?|my|our) /, ''));
}

function sentence(things: readonly string[], opening = ''): string {
  const parted = things.some((thing) => / and /.test(thing)) && things.length > 1;
  const list =
    things.length < 3
      ? things.join(parted ? ', and ' : ' and ')
      : `${things.slice(0, -1).join(', ')}, and ${things.at(-1)}`;
  const whole = opening ? opening + list : list.charAt(0).toUpperCase() + list.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
