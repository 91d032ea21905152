import { setPriority } from 'node:os';
import { buildEpub } from './epub.ts';
import { drawQuoteCard } from './quote-card.ts';
import type { MadeFile, MakingAnswer, MakingTask } from './task.ts';
import { typesetBook } from './typeset.ts';

/**
 * Makes one file in this process and sends it to the parent, which ends the process, because its memory never shrinks.
 */
export function serveMakings() {
  // Lower priority than the server's requests.
  setPriority(10);
  process.on('disconnect', () => process.exit());
  process.on('message', async (task: MakingTask) => {
    const answer = await makeFile(task).then(
      (made): MakingAnswer => ({ made }),
      (error: Error): MakingAnswer => ({ failed: error.name }),
    );
    process.send?.(answer);
  });
}

async function makeFile(task: MakingTask): Promise<MadeFile> {
  switch (task.kind) {
    case 'BOOK_PDF':
      return typesetBook(task.book, task.files);
    case 'BOOK_EPUB':
      return { content: await buildEpub(task), pages: null };
    case 'QUOTE_CARD':
      return { content: await drawQuoteCard(task.quote), pages: null };
  }
}
