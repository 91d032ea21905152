import type { Tx } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import type { SourceSpan } from '../writing/writer.ts';
import { type ClaimedSentence, paragraphsOf, type StoredWording } from './claims.ts';

/** The number of three-word sentences in a body of the largest length. */
export const mostSentences = 3_000;

/** The maximum of sources per sentence. A whole page joined into one sentence has fewer. */
export const mostSources = 200;

/** A sentence as the client sent it, with the ids of its sources. */
type SentSentence = { paragraph: number; text: string; sources: string[]; quoted?: boolean | null };

/**
 * Resolves the source ids of the sent sentences, and reads the card's stored sentences to compare them with. Throws
 * InvalidInput when the sentences differ from the body, or name a source that no revision of this card has.
 */
export async function resolveClaims(
  tx: Tx,
  cardId: string | null,
  body: string,
  sent: SentSentence[] | null,
): Promise<{ claims: ClaimedSentence[] | null; wordings: StoredWording[] }> {
  if (!sent) return { claims: null, wordings: [] };
  const known = await sourcesAmong(tx, cardId, sent.flatMap(({ sources }) => sources).map(rowId));
  const unknown = sent.flatMap(({ sources }, at) =>
    sources.some((id) => !known.has(rowId(id)))
      ? [{ path: `sentences.${at}.sources`, message: 'must be sources of this story' }]
      : [],
  );
  if (unknown.length) throw new InvalidInput(unknown);
  const claims = sent.map(({ paragraph, text, sources, quoted }) => ({
    paragraph,
    text,
    quoted: quoted ?? null,
    sources: sources.flatMap((id) => known.get(rowId(id))?.claimed ?? []),
  }));
  const said = paragraphsOf(claims).map(({ text }) => text);
  if (said.join('\n') !== paragraphsIn(body).join('\n')) {
    throw new InvalidInput([{ path: 'sentences', message: 'must say the same as the body' }]);
  }
  const edited = [...known.values()].flatMap(({ stored }) => (stored.edited ? stored : []));
  return { claims, wordings: cardId ? [...(await uneditedOf(tx, cardId)), ...edited] : [] };
}

async function sourcesAmong(tx: Tx, cardId: string | null, ids: readonly string[]) {
  if (!cardId || !ids.length) return new Map<string, never>();
  const sources = await tx.source.findMany({
    where: { id: { in: [...new Set(ids)] }, sentence: { is: { cardId } } },
    include: { sentence: { include: { sources: { orderBy: { id: 'asc' } } } } },
  });
  return new Map(
    sources.map(({ id, messageId, start, end, sentence }) => [
      id,
      {
        claimed: { messageId, start, end, sentence: sentence.text },
        stored: { text: sentence.text, edited: sentence.edited, sources: sentence.sources.map(spanOf) },
      },
    ]),
  );
}

/** The distinct sentences of the card's revisions that have sources and were not edited. */
async function uneditedOf(tx: Tx, cardId: string): Promise<StoredWording[]> {
  const rows = await tx.$queryRaw<{ text: string; sources: SourceSpan[] }[]>`
    select distinct text, sources from (
      select s.text, (
        select jsonb_agg(jsonb_build_object('messageId', r.message_id, 'start', r.start, 'end', r."end")
          order by r.message_id, r.start, r."end")
        from source r where r.sentence_id = s.id) as sources
      from sentence s where s.card_id = ${cardId}::uuid and not s.edited) told
    where sources is not null`;
  return rows.map((row) => ({ ...row, edited: false }));
}

function spanOf({ messageId, start, end }: SourceSpan): SourceSpan {
  return { messageId, start, end };
}

function paragraphsIn(body: string): string[] {
  return body
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}
