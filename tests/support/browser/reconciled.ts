import { newId } from '#api/platform/domain-values/ids.ts';
import { withDatabase } from './database.ts';

/** The current sentences of a book. */
const current =
  'sentence s join card c on c.id = s.card_id and c.revision = s.revision and c.subject_id = $1';

/**
 * Tells a story a second time under another title: the sentences of a book with one of these words, and one more, which
 * rests on what the sentence with the word `on` rests on. The writer tells nothing twice by itself.
 */
export async function tellTwice(
  subjectId: string,
  { title, words, more }: { title: string; words: readonly string[]; more: { text: string; on: string } },
) {
  const id = newId();
  await withDatabase(async (database) => {
    const { rows } = await database.query<{ id: string; text: string; cardId: string }>(
      `select s.id, s.text, s.card_id as "cardId" from ${current} where s.text ~ $2 order by s.position`,
      [subjectId, words.join('|')],
    );
    const cardId = rows[0]?.cardId;
    await database.query(
      `insert into card (id, subject_id, chapter_id, title, updated_at)
       select $2, subject_id, chapter_id, $3, now() from card where id = $1`,
      [cardId, id, title],
    );
    await database.query(
      `insert into card_revision (id, subject_id, card_id, number, title, writer, conversation_id)
       select gen_random_uuid(), subject_id, $2, 1, $3, writer, conversation_id
       from card_revision where card_id = $1 and number = 1`,
      [cardId, id, title],
    );
    const { rows: others } = await database.query<{ id: string }>(
      `select s.id from ${current} where s.text ~ $2`,
      [subjectId, more.on],
    );
    const sentences = [...rows, { id: others[0]?.id, text: more.text }];
    for (const [position, { id: restsOn, text }] of sentences.entries()) {
      await database.query(
        `with told as (
           insert into sentence (id, subject_id, card_id, revision, paragraph, position, text)
           values (gen_random_uuid(), $1, $2, 1, 0, $3, $4) returning id)
         insert into source (id, subject_id, sentence_id, message_id, start, "end")
         select gen_random_uuid(), $1, told.id, o.message_id, o.start, o."end"
         from told, source o where o.sentence_id = $5`,
        [subjectId, id, position, text, restsOn],
      );
    }
  });
}

/** Removes what the first sentence of a book with this word rests on. */
export async function loseSource(subjectId: string, word: string) {
  await withDatabase((database) =>
    database.query(
      `delete from source where sentence_id =
         (select s.id from ${current} where s.text like '%' || $2 || '%' order by c.id limit 1)`,
      [subjectId, word],
    ),
  );
}
