import type { Language } from '#api/language/languages.ts';
import { TAGS, type Tag, type TagChances, tagChances } from './tagger.ts';
import { type Word, wordsOf } from './words.ts';

/** Words of an utterance that aren't story, with UTF-16 offsets (end excluded). */
export interface TaggedStretch {
  tag: Exclude<Tag, 'STORY'>;
  start: number;
  end: number;
  /** How much likelier the tag is than story, as a sum of log ratios over the words. */
  sureness: number;
  /** Whether it begins or ends amid the words of a clause, although the utterance is punctuated. */
  cutsClause: boolean;
}

/** Fewer words are an answer, not a telling with something amid it. */
const FEWEST_WORDS = 8;

/** Words have at least so many letters on average, or they are no words. */
const FEWEST_LETTERS = 2;

/** The most words that are tagged, about four minutes of speech. Later ones are read by their sentences alone, which bounds the time. */
const MOST_WORDS = 600;

/** With fewer punctuation marks than one for so many words, an utterance counts as unpunctuated. */
const MOST_WORDS_A_MARK = 15;

/** The log ratio by which another tag must be likelier than the last word's, so that a stretch doesn't end at each doubtful word. */
const CHANGE = 1;

const STORY = TAGS.indexOf('STORY');

/** Added to each chance, so that one certain word doesn't outweigh all others. */
const LEAST = 1e-4;

/** The words of an utterance with what each belongs to. */
export class TaggedTurn {
  /** What isn't story, in order: the likeliest path of tags over the words (Viterbi). */
  readonly stretches: readonly TaggedStretch[];
  private readonly words: readonly Word[];
  private readonly chances: readonly TagChances[];

  constructor(words: readonly Word[], chances: readonly TagChances[]) {
    this.words = words;
    this.chances = chances;
    this.stretches = stretchesOf(words, chances);
  }

  /** The largest chance of a tag that a word of this part has, 0 to 1; null where there are no words. */
  mostOf(tag: Tag, { start, end }: { start: number; end: number }): number | null {
    const column = TAGS.indexOf(tag);
    let most: number | null = null;
    for (let at = this.firstFrom(start); at < this.words.length; at++) {
      if ((this.words[at]?.end ?? 0) > end) break;
      most = Math.max(most ?? 0, this.chances[at]?.[column] ?? 0);
    }
    return most;
  }

  /** The first word that starts at this offset or after it. */
  private firstFrom(offset: number): number {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.words[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Tags the first words of an utterance. One of few words isn't tagged, because it is an answer; one of letters neither, because
 * nobody talks so and each letter would take as long as a word.
 */
export function tagTurn(utterance: string, language: Language): TaggedTurn {
  const words = wordsOf(utterance, MOST_WORDS);
  const letters = words.reduce((sum, { start, end }) => sum + end - start, 0);
  return words.length < FEWEST_WORDS || letters < FEWEST_LETTERS * words.length
    ? new TaggedTurn([], [])
    : new TaggedTurn(words, tagChances(words, language));
}

function stretchesOf(words: readonly Word[], chances: readonly TagChances[]): TaggedStretch[] {
  const path = likeliestPath(chances);
  const isPunctuated = words.filter(({ mark }) => mark !== 'NONE').length * MOST_WORDS_A_MARK >= words.length;
  const found: TaggedStretch[] = [];
  for (let from = 0; from < path.length; ) {
    const tag = TAGS[path[from] ?? STORY] ?? 'STORY';
    let to = from + 1;
    while (to < path.length && path[to] === path[from]) to++;
    const [first, last] = [words[from], words[to - 1]];
    const cutsClause = isPunctuated && (first?.mark === 'NONE' || words[to]?.mark === 'NONE');
    if (tag !== 'STORY' && first && last)
      found.push({
        cutsClause,
        tag,
        start: first.start,
        end: last.end,
        sureness: surenessOf(chances, path[from] ?? 0, from, to),
      });
    from = to;
  }
  return found;
}

function likeliestPath(chances: readonly TagChances[]): number[] {
  const cameFrom: number[][] = [];
  let scores = TAGS.map((_, tag) => (tag === 0 ? 0 : -CHANGE));
  for (const chance of chances) {
    const best = scores.indexOf(Math.max(...scores));
    const from = scores.map((score, tag) => ((scores[best] ?? 0) - CHANGE > score ? best : tag));
    scores = scores.map(
      (score, tag) => Math.max(score, (scores[best] ?? 0) - CHANGE) + evidenceOf(chance, tag),
    );
    cameFrom.push(from);
  }
  const path: number[] = [];
  let tag = scores.indexOf(Math.max(...scores));
  for (let at = chances.length - 1; at >= 0; at--) {
    path[at] = tag;
    tag = cameFrom[at]?.[tag] ?? 0;
  }
  return path;
}

function evidenceOf(chance: TagChances, tag: number): number {
  return Math.log((chance[tag] ?? 0) + LEAST);
}

function surenessOf(chances: readonly TagChances[], tag: number, from: number, to: number): number {
  return chances
    .slice(from, to)
    .reduce((sum, chance) => sum + evidenceOf(chance, tag) - evidenceOf(chance, STORY), 0);
}
