import { type Language, languageOf } from '#api/language/languages.ts';
import { randomFrom } from '#api/language/linear-training.ts';
import { readingLanguage } from './choose-language.ts';
import { Classifier } from './classifier.ts';
import { ACT_OF, type Act, columnOf, LABELS, type Label } from './labels.ts';
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

/** How often the likeliest label is the one that an author meant, for each label. */
function labelsFound(model: Classifier, examples: readonly Example[]): string[] {
  const counts = new Map<Label, { hit: number; of: number }>();
  for (const { text, labels } of examples) {
    const [wanted = 'tell'] = labels;
    const chances = model.chances(text);
    const best = LABELS.reduce((most, label) =>
      (chances[columnOf(label)] ?? 0) > (chances[columnOf(most)] ?? 0) ? label : most,
    );
    const count = counts.get(wanted) ?? { hit: 0, of: 0 };
    counts.set(wanted, { hit: count.hit + Number(best === wanted), of: count.of + 1 });
  }
  return [...counts].map(([label, { hit, of }]) => `  ${label.padEnd(18)} ${percent(hit / of)} of ${of}`);
}

/** For each author, how well a model trained on all other authors reads their sentences. */
export function reportByAuthor(language: Language): string[] {
  return authors(language).flatMap((author) => {
    const others = authors(language).filter((other) => other !== author);
    const model = new Classifier(trainFrom(language, others), readingLanguage(language));
    const examples = loadExamples([author], randomFrom(1), language);
    return [
      author,
      ...evaluate(model, examples).map(
        ({ act, recall, precision, examples: of }) =>
          `  ${act.padEnd(10)} recall ${percent(recall)}  precision ${percent(precision)}  of ${of}`,
      ),
      ...labelsFound(model, examples),
    ];
  });
}

const percent = (share: number) => `${Math.round(share * 100)}%`.padStart(4);

/** `node report.ts [en|es]` */
if (import.meta.main)
  for (const line of reportByAuthor(languageOf(process.argv[2] ?? 'en'))) console.log(line);
