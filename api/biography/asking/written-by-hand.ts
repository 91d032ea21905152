import { db } from '#api/platform/database/database.ts';

/** What a card says that nobody said: the sentences of its current revision that rest on no words and aren't hidden. */
export interface WrittenByHand {
  text: string;
  sentenceIds: readonly string[];
}

/** What each of these cards says by hand; cards without such a sentence are left out. */
export async function writtenByHand(cardIds: readonly string[]): Promise<Map<string, WrittenByHand>> {
  const sentences = await db.$queryRaw<{ id: string; cardId: string; paragraph: number; text: string }[]>`
    select sentence.id::text as id, card.id::text as "cardId", sentence.paragraph, sentence.text
    from card join sentence on sentence.card_id = card.id and sentence.revision = card.revision
    where card.id = any(${[...cardIds]}::uuid[]) and not sentence.hidden
      and not exists (select 1 from source where source.sentence_id = sentence.id)
    order by card.id, sentence.position`;
  const byCard = Map.groupBy(sentences, ({ cardId }) => cardId);
  return new Map(
    [...byCard].map(([cardId, own]) => {
      const paragraphs = Map.groupBy(own, ({ paragraph }) => paragraph).values();
      const text = [...paragraphs].map((each) => each.map((one) => one.text).join(' ')).join('\n\n');
      return [cardId, { text, sentenceIds: own.map(({ id }) => id) }];
    }),
  );
}
