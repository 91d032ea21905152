import { LinearModel } from '#api/language/linear-model.ts';
import { remarkModel } from './remark-model.ts';
import { authors, candidatesIn, isPutRight, type Talk, talksOf, trainFrom } from './train-weighing.ts';
import { featuresToWeigh, WEIGHING } from './weighing.ts';

const BARS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** How likely the likeliest pair of a conversation is, and whether it is one that was put right. */
function likeliestIn(model: LinearModel, talk: Talk): { chance: number; isRight: boolean; text: string } {
  let best = { chance: 0, isRight: false, text: '' };
  for (const { pair, around, earlier } of candidatesIn(talk)) {
    const chance = model.chancesOf(featuresToWeigh(pair, around, earlier, remarkModel()))[0] ?? 0;
    if (chance > best.chance)
      best = { chance, isRight: isPutRight(talk, pair), text: `${pair.old.text} → ${pair.right.text}` };
  }
  return best;
}

/** For each author, at several bars, what a model of all others puts right, and what it puts wrong. */
export function reportByAuthor(whom: readonly string[] = authors()): string[] {
  return whom.flatMap((author) => {
    const model = new LinearModel(trainFrom(authors().filter((other) => other !== author)), WEIGHING);
    const talks = talksOf(author).filter(({ order }) => !order);
    const found = talks.map((talk) => ({ talk, ...likeliestIn(model, talk) }));
    const right = found.filter(({ talk }) => talk.putsRight.length > 0);
    const others = found.filter(({ talk }) => talk.putsRight.length === 0);
    const from = (some: typeof found, bar: number) => some.filter(({ chance }) => chance >= bar);
    if (process.argv.includes('--each'))
      for (const { talk, chance, isRight, text } of found)
        console.log(`${author} ${chance.toFixed(2)} ${isRight ? 'right' : '-'} ${text} | ${talk.putsRight}`);
    return BARS.map((bar) => {
      const hits = from(right, bar).filter(({ isRight }) => isRight).length;
      const wrong = from(right, bar).length - hits;
      return `${author.padEnd(8)} from ${bar}: ${hits} of ${right.length} put right, ${wrong} put wrong, ${from(others, bar).length} of ${others.length} others changed`;
    });
  });
}

if (import.meta.main) for (const line of reportByAuthor()) console.log(line);
