import { ChapterModel } from './chapter-model.ts';
import { featuresOf } from './features.ts';
import { authors, loadTellings, type Telling, trainFrom } from './train.ts';

/** The share of one author's tellings for which the likeliest chapter is theirs. */
export function evaluate(model: ChapterModel, tellings: readonly Telling[]): number {
  return tellings.filter(({ text, chapter }) => likeliest(model, text) === chapter).length / tellings.length;
}

function likeliest(model: ChapterModel, text: string): string | undefined {
  return [...model.chapters(featuresOf(text))].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** For each author how many of their tellings are sorted rightly by what was learned from all others. */
export function reportByAuthor(): string[] {
  return authors().map((author) => {
    const model = new ChapterModel(trainFrom(authors().filter((other) => other !== author)));
    const share = evaluate(model, loadTellings([author]));
    return `${author.padEnd(12)} ${Math.round(share * 100)}% of the chapters`;
  });
}

if (import.meta.main) for (const line of reportByAuthor()) console.log(line);
