import type { Options } from './options.ts';
import { bookDocuments, messageDocuments } from './pages.ts';
import type { Bench } from './seed/seed.ts';
import { startOurs } from './stage.ts';

export async function tellPlans(_bench: Bench, _options: Options, _say: (line: string) => void) {
  void [bookDocuments, messageDocuments, startOurs];
}
