import { randomFrom } from '#api/language/linear-training.ts';
import { Classifier } from './classifier.ts';
import { ACT_OF, type Act, columnOf, LABELS } from './labels.ts';
import { authors, type Example, loadExamples, trainFrom } from './train.ts';

export type ActFigure = { act: Act; recall: number; precision: number; examples: number };

/** How well a model reads one author's sentences, for each act. */
export function evaluate(model: Classifier, examples: readonly Example[]): ActFigure[] {
  const acts = [...new Set<Act>(Object.values(ACT_OF))];
  const counts = new Map(acts.map((act) => [act, { hit: 0, wanted: 0, given: 0 }]));
  for (const { text, labels } of examples) {
    const chances = model.chances(text);
    const wanted = ACT_OF[labels[0] ?? 'tell'];
    const given = actOf(chances);
    const [want, give] = [counts.get(wanted), counts.get(given)];
    if (want) want.wanted++;
    if (give) give.given++;
    if (want && wanted === given) want.hit++;
  }
  return acts.flatMap((act) => {
    const { hit, wanted, given } = counts.get(act) ?? { hit: 0, wanted: 0, given: 0 };
    return wanted
      ? [{ act, recall: hit / wanted, precision: given ? hit / given : 1, examples: wanted }]
      : [];
  });
}

function actOf(chances: Float32Array): Act {
  let best: Act = 'TELLS';
  let most = 0.5;
  for (const label of LABELS) {
    const chance = chances[columnOf(label)] ?? 0;
    if (ACT_OF[label] === 'TELLS' || chance < most) continue;
    best = ACT_OF[label];
    most = chance;
  }
  return best;
}

/** For each author, how well a model trained on all other authors reads their sentences. */
export function reportByAuthor(): string[] {
  return authors().flatMap((author) => {
    const others = authors().filter((other) => other !== author);
    const model = new Classifier(trainFrom(others));
    return [
      author,
      ...evaluate(model, loadExamples([author], randomFrom(1))).map(
        ({ act, recall, precision, examples }) =>
          `  ${act.padEnd(10)} recall ${percent(recall)}  precision ${percent(precision)}  of ${examples}`,
      ),
    ];
  });
}

const percent = (share: number) => `${Math.round(share * 100)}%`.padStart(4);

if (import.meta.main) for (const line of reportByAuthor()) console.log(line);
