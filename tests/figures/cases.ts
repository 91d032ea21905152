import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '#api/language/languages.ts';

/**
 * The set of cases. `open` may be read while building. `kept` is only counted, and shows how well unseen phrasings are
 * understood; of its crises, withdrawals and corrections some were read. `third` to `sixth` came later from other
 * authors and were read while building. `seventh` (asides and withdrawals) and `eleventh` (privacy, crisis, asides,
 * ordinary telling) were only counted at first, and read later: the templates of `hearth` know their phrasings. `ninth`
 * was only counted. `twelfth`, `thirteenth` and `fourteenth` (people with a very individual way of speaking) were
 * counted at first, and read later. `fifteenth` and `sixteenth` (quite ordinary people, and four with a voice of their
 * own) are only counted, but for their corrections, which were counted at first, and read later. `seventeenth` (eight
 * people of several countries) was counted at first, and read later. `eighteenth` (a few dozen people) was counted at
 * first, and its wishes for privacy were read later. `nineteenth` (sixty people: privacy, ordinary telling) was only
 * counted while `mayAskToKeepBack` was written, and read later. `twentieth` (three authors, who were told to put each case in a
 * form of its own) was read while the bars of the tagger were set; its authors wrote under the same brief as those whose
 * turns the tagger is trained on. The `third` and `fourth` facts were written before the
 * finders were changed for them, by who changed them; the `fifth` facts and pairs before their author had read the
 * finders; the `eighth` pairs by who had read some of them. Of the Spanish facts, `open` was written
 * before the finders, by their author, and `third` after them; `fourth` is what a reviewer saw them misread, beside true
 * conflicts that are near it, and was read while they were mended. The `ninth` pairs are cards of one setting, two thirds of them of
 * two events, written to be hard and only counted: they show how little tells such stories apart, and aren't among all pairs. `interviews` (long, rambling
 * answers as transcribers type them, by an author who saw nothing of what the models learned) was counted while the bars of `tag-bars.ts` were set. `own`
 * came with the code. Of the corrections, `open`, `third`, `fifth` to `eighth` and `tenth` also set the weights of
 * `repairs/evidence-weights.ts`.
 */
export type Half =
  | 'open'
  | 'kept'
  | 'third'
  | 'fourth'
  | 'fifth'
  | 'sixth'
  | 'seventh'
  | 'eighth'
  | 'ninth'
  | 'tenth'
  | 'eleventh'
  | 'twelfth'
  | 'thirteenth'
  | 'fourteenth'
  | 'fifteenth'
  | 'sixteenth'
  | 'seventeenth'
  | 'eighteenth'
  | 'nineteenth'
  | 'twentieth'
  | 'twentyfirst'
  | 'twentysecond'
  | 'twentythird'
  | 'interviews'
  | 'own'
  | 'hard-open'
  | 'hard-kept';

/** The cases of a kind, or null when this set has none. */
export function loadCases<Case>(kind: string, half: Half, language: Language = 'en'): Case[] | null {
  const file = new URL(
    `./cases/${language === 'en' ? '' : `${language}/`}${half.startsWith('hard') ? 'hard/' : ''}${kind}.${half.replace('hard-', '')}.json`,
    import.meta.url,
  );
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Case[]) : null;
}

/** A count with its total, and the cases that failed. */
export type Figure = {
  what: string;
  hit: number;
  of: number;
  /** Null for a figure that only informs. */
  goal: number | null;
  atMost?: boolean;
  missed: string[];
};

/** Counts the cases for which something holds. */
export function countCases<Case>(
  what: string,
  goal: number | null,
  cases: readonly Case[],
  holds: (each: Case) => boolean,
  name: (each: Case) => string,
  { atMost = false } = {},
): Figure {
  const missed = cases.filter((each) => holds(each) === atMost);
  const hit = atMost ? missed.length : cases.length - missed.length;
  return { what, hit, of: cases.length, goal, atMost, missed: missed.map(name) };
}

export function shareOf({ hit, of }: Figure): number {
  return of === 0 ? 1 : hit / of;
}

/** Whether a figure reaches its goal. */
export function isReached(figure: Figure): boolean {
  if (figure.goal === null) return true;
  return figure.atMost ? shareOf(figure) <= figure.goal : shareOf(figure) >= figure.goal;
}

export function printFigure(figure: Figure): string {
  const share = `${Math.round(shareOf(figure) * 1000) / 10}%`;
  const count = `${figure.what.padEnd(58)} ${`${figure.hit}/${figure.of}`.padStart(8)} ${share.padStart(7)}`;
  if (figure.goal === null) return count;
  const goal = `${figure.atMost ? 'at most' : 'at least'} ${figure.goal * 100}%`;
  const verdict = isReached(figure) ? 'reached' : 'NOT REACHED';
  return `${count}  ${goal.padStart(14)}  ${verdict}`;
}
