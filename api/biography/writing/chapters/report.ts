import { withMeanings } from '#api/language/text-meanings.ts';
import { ChapterModel } from './chapter-model.ts';
import { authors, type LabelledTelling, loadTellings, trainFrom } from './train.ts';

/** The share of one author's tellings for which the most likely chapter is the right one. */
export function evaluate(model: ChapterModel, tellings: readonly LabelledTelling[]): number {
  return tellings.filter(({ text, chapter }) => likeliest(model, text) === chapter).length / tellings.length;
}

function likeliest(model: ChapterModel, text: string): string | undefined {
  return [...model.oddsOf(text)].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** For each author, the share of tellings sorted correctly by a model trained on all other authors. */
export async function reportByAuthor(): Promise<string[]> {
  const lines: string[] = [];
  for (const author of authors()) {
    const model = new ChapterModel(await trainFrom(authors().filter((other) => other !== author)));
    const share = await withMeanings(() => evaluate(model, loadTellings([author])));
    lines.push(`${author.padEnd(12)} ${Math.round(share * 100)}% of the chapters`);
  }
  return lines;
}

if (import.meta.main) for (const line of await reportByAuthor()) console.log(line);
