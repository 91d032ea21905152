import type { Gender } from '#api/biography/writing/naming/given-names.ts';
import { HAVING, PLACE_OR_ONE, PLACE_OR_THING } from '#api/biography/writing/naming/link-patterns.ts';
import type { Spoken } from '#api/biography/writing/naming/spoken.ts';

/** The greatest distance of a link, in characters. */
const FAR = 90;
/** A pronoun refers to somebody of its sentence or the two before, among the last few mentioned. */
const SENTENCES_BACK = 2;
const SPOKEN_BACK = 12;

/** The text around and between the people mentioned in a message. */
export class Around {
  readonly #text: string;
  readonly spoken: readonly Spoken[];

  constructor(text: string, spoken: readonly Spoken[]) {
    this.#text = text;
    this.spoken = spoken;
  }

  before(one: Spoken): string {
    return this.#text.slice(Math.max(0, one.start - FAR), one.start);
  }

  after(one: Spoken): string {
    return this.#text.slice(one.end, one.end + FAR);
  }

  /** The text after a person, far enough for a story of two people. */
  farAfter(one: Spoken): string {
    return this.#text.slice(one.end, one.end + 5 * FAR);
  }

  /** The text between two people; a line break, which no pattern matches, when they are far apart. */
  between(one: Spoken, other: Spoken): string {
    return other.start - one.end > FAR ? '\n' : this.#text.slice(one.end, other.start);
  }

  of(one: Spoken): string {
    return this.#text.slice(one.start, one.end);
  }

  /** The person without a name who is given one: "her mother comes. She is called Gunilla." */
  namelessBy(pronoun: string, at: number, named: ReadonlySet<Spoken>): Spoken | null {
    const one = this.spoken[at];
    const gender = /^(?:she|hers?)$/i.test(pronoun) ? 'F' : 'M';
    for (let back = at - 1; one && back >= Math.max(0, at - SPOKEN_BACK / 2); back -= 1) {
      const other = this.spoken[back] as Spoken;
      if (one.sentence - other.sentence > 1) return null;
      if (other.kind === 'NAME' && other.gender === gender) return null;
      const next = this.spoken[back + 1];
      const fits =
        other.kind === 'KIN' && other.count === 1 && other.whose !== null && other.gender === gender;
      if (fits && !(next && named.has(next))) return other;
    }
    return null;
  }

  /** The position of a word before somebody in the same sentence; -1 when it isn't there. */
  saidBefore(one: Spoken, word: RegExp): number {
    const opens = Math.max(one.opens, one.start - 3 * FAR);
    const found = this.#text.slice(opens, one.start).search(word);
    return found < 0 ? -1 : opens + found;
  }

  /**
   * The person that "she", "him" or "their" refers to: the nearest one before in the sentence, or else the
   * first one of an earlier sentence.
   */
  meantBy(pronoun: string, at: number): Spoken | null {
    const one = this.spoken[at];
    if (!one) return null;
    const gender: Gender | null = /^(?:she|hers?)$/i.test(pronoun)
      ? 'F'
      : /^(?:he|him|his)$/i.test(pronoun)
        ? 'M'
        : null;
    const near: Spoken[] = [];
    for (let back = at - 1; back >= Math.max(0, at - SPOKEN_BACK); back -= 1) {
      const other = this.spoken[back] as Spoken;
      if (one.sentence - other.sentence > SENTENCES_BACK) break;
      near.push(other);
    }
    // "She lives there with her husband": "she" refers to an earlier sentence, or to somebody before the
    // "she".
    const subject = gender ? this.saidBefore(one, gender === 'F' ? /\bshe\b/i : /\bhe\b/i) : -1;
    for (let distance = 0; distance <= SENTENCES_BACK; distance += 1) {
      const there = near.filter(
        (other) =>
          one.sentence - other.sentence === distance &&
          (distance > 0 || subject < 0 || other.start < subject),
      );
      const ordered = distance === 0 ? there : there.toReversed();
      const able = ordered.filter((other) => this.#mayBe(other, gender));
      const found =
        able.find((other) => isDefinite(other) && (gender === null || other.gender === gender)) ??
        able.find((other) => isDefinite(other)) ??
        able[0];
      if (found) return found;
    }
    return null;
  }

  #mayBe(one: Spoken, gender: Gender | null): boolean {
    if (one.kind === 'THING' || one.count > 1) return false;
    if (gender !== null && one.gender !== gender && one.gender !== 'N' && one.gender !== null) return false;
    if (one.kind !== 'NAME') return true;
    if (one.candidate?.title) return true;
    return !(one.gender === null ? PLACE_OR_THING : PLACE_OR_ONE).test(this.before(one));
  }
}

/** A person with a name or a known relation, not "a dentist". */
function isDefinite({ kind, gender, whose }: Spoken): boolean {
  return kind === 'NAME' ? gender !== null : kind === 'KIN' && whose !== null;
}

/** With "a" or "the", these words mean a relative of somebody who isn't named. */
const ONLY_KIN = new Set(
  'mother father sister brother wife husband son daughter child grandmother grandfather aunt uncle niece nephew granddaughter grandson cousin'.split(
    ' ',
  ),
);

/** Finds whose sister "his sister" is, and whose "a sister" is in "she had a sister". */
export function settleOwners(words: Around) {
  words.spoken.forEach((one, at) => {
    if (one.whose === null && one.kind === 'KIN') one.whose = ownerOf(one, at, words);
    if (one.whose === 'HE' || one.whose === 'SHE' || one.whose === 'THEY') {
      const pronoun = one.whose === 'HE' ? 'his' : one.whose === 'SHE' ? 'her' : 'their';
      one.whose = words.meantBy(pronoun, at);
    }
  });
}

function ownerOf(one: Spoken, at: number, words: Around): Spoken['whose'] {
  const [last, next] = [words.spoken[at - 1], words.spoken[at + 1]];
  const bare = one.determiner === '';
  const between = last ? words.between(last, one) : '\n';
  if (last && bare && /^(?:'s?|s') $/.test(between)) return last;
  if (last && bare && between === ' and ') return last.kind === 'KIN' ? last.whose : 'ME';
  if (
    last &&
    (last.kind === 'NAME' || last.kind === 'KIN') &&
    /^,?(?: (?:had|has|'s got|has got) |'s got )$/.test(between)
  )
    return last;
  const having = words.before(one).match(HAVING);
  const who = (having?.[1] ?? having?.[2])?.toLowerCase();
  if (who === 'he' || who === 'she') return who === 'he' ? 'HE' : 'SHE';
  if (next && (next.kind === 'KIN' || next.kind === 'NAME') && words.between(one, next) === ' of ')
    return next;
  if (who) return 'ME';
  if (one.count > 1 && one.determiner === 'the') return 'ME';
  if (!ONLY_KIN.has(one.relation ?? '')) return /^(?:an?|another)$/.test(one.determiner) ? null : 'ME';
  // "He is in Melbourne with a Greek wife."
  const he = words.saidBefore(one, /\bhe\b/i);
  const she = words.saidBefore(one, /\bshe\b/i);
  return he < 0 && she < 0 ? null : he > she ? 'HE' : 'SHE';
}
