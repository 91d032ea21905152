import { ChapterModel } from './chapter-model.ts';
import { featuresOf } from './features.ts';
import { authors, type LabelledTelling, loadTellings, trainFrom } from './train.ts';

/** The share of one author's tellings for which the most likely chapter is the right one. */
export function evaluate(model: ChapterModel, tellings: readonly LabelledTelling[]): number {
  return tellings.filter(({ text, chapter }) => likeliest(model, text) === chapter).length / tellings.length;
}

function likeliest(model: ChapterModel, text: string): string | undefined {
  return [...model.chapters(featuresOf(text))].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** For each author, the share of tellings sorted correctly by a model trained on all other authors. */
export function reportByAuthor(): string[] {
  return authors().map((author) => {
    const model = new ChapterModel(trainFrom(authors().filter((other) => other !== author)));
    const share = evaluate(model, loadTellings([author]));
    return `${author.padEnd(12)} ${Math.round(share * 100)}% of the chapters`;
  });
}

if (import.meta.main) for (const line of reportByAuthor()) console.log(line);
