import type { Tx } from '#api/platform/database/database.ts';
import type { Kept } from '../book.ts';
import { repeats, wordingsOf } from '../echo.ts';
import { carrySources } from '../writing/bodies.ts';
import type { SourcedSentence, SourceSpan } from '../writing/writer.ts';

/**
 * A card's sentences after somebody has typed its body anew. What was hidden stays hidden and stays in its
 * place, even when it was typed from a page that still showed it; so is what says private words of this card
 * again in other ones.
 */
export async function rewrite(tx: Tx, cardId: string | null, old: Kept[], body: string): Promise<Kept[]> {
  const said = cardId ? await privateWords(tx, cardId) : [];
  const hiddenBefore = old.filter((sentence) => sentence.hidden);
  const typed = carrySources([old], body).flatMap((sentences, paragraph) =>
    sentences.map(({ text, sources }): Kept => {
      const withdrawn = hiddenBefore.some((before) => isSame(before, { text, sources }));
      return {
        paragraph,
        text,
        sources,
        hidden: withdrawn || (sources.length === 0 && repeats(text, said)),
      };
    }),
  );
  const left = hiddenBefore.filter((before) => !typed.some((sentence) => isSame(before, sentence)));
  return left.reduce((sentences, sentence) => keep(sentences, sentence, old), typed);
}

/** Puts a hidden sentence back behind the one that it followed, or at the end. */
function keep(sentences: Kept[], hidden: Kept, old: readonly Kept[]): Kept[] {
  const before = old
    .slice(0, old.indexOf(hidden))
    .findLast((each) => sentences.some((one) => isSame(one, each)));
  const found = before ? sentences.findLastIndex((each) => isSame(each, before)) : sentences.length - 1;
  const paragraph = sentences[found]?.paragraph ?? 0;
  return sentences.toSpliced(found + 1, 0, { ...hidden, paragraph });
}

function isSame(left: SourcedSentence, right: SourcedSentence): boolean {
  const where = ({ messageId, start, end }: SourceSpan) => `${messageId}:${start}-${end}`;
  if (left.sources.length === 0 || right.sources.length === 0) {
    return left.sources.length === right.sources.length && left.text === right.text;
  }
  return left.sources.map(where).join() === right.sources.map(where).join();
}

/** Private words on which any wording of the card rests. */
async function privateWords(tx: Tx, cardId: string): Promise<string[]> {
  const messages = await tx.message.findMany({
    where: { private: true, sources: { some: { sentence: { is: { cardId } } } } },
    select: { text: true, correctedText: true },
  });
  return messages.flatMap(wordingsOf);
}
