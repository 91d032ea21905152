import { db } from '#api/platform/database/database.ts';

/** The sentences of a card's current revision that somebody wrote by hand: they have no source, and aren't hidden. */
export interface WrittenByHand {
  text: string;
  sentenceIds: readonly string[];
}

type Written = { id: string; cardId: string; paragraph: number; position: number; text: string };

function separator(before: Written | undefined, { paragraph, position }: Written): string {
  if (!before) return '';
  return before.paragraph === paragraph && before.position + 1 === position ? ' ' : '\n\n';
}

/** The hand-written text of each card; cards without any are left out. */
export async function writtenByHand(cardIds: readonly string[]): Promise<Map<string, WrittenByHand>> {
  const sentences = await db.$queryRaw<Written[]>`
    select sentence.id::text as id, card.id::text as "cardId", sentence.paragraph,
      sentence.position, sentence.text
    from card join sentence on sentence.card_id = card.id and sentence.revision = card.revision
    where card.id = any(${[...cardIds]}::uuid[]) and not sentence.hidden
      and not exists (select 1 from source where source.sentence_id = sentence.id)
    order by card.id, sentence.position`;
  const byCard = Map.groupBy(sentences, ({ cardId }) => cardId);
  return new Map(
    [...byCard].map(([cardId, own]) => {
      // Sentences with others between them aren't read as if one followed the other.
      const text = own.map((one, at) => `${separator(own[at - 1], one)}${one.text}`).join('');
      return [cardId, { text, sentenceIds: own.map(({ id }) => id) }];
    }),
  );
}
