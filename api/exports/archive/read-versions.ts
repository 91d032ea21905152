import type { z } from 'zod';
import type { ProposedSentence } from '#api/biography/pipeline/amend.ts';
import { decidesProposals } from '#api/biography/policy.ts';
import { openAt, type RevisionKey } from '#api/biography/reading-bodies.ts';
import { ofSubjectThemself } from '#api/conversations/callers.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { openStretchOf, type SoundingMessage, withSound } from '#api/recordings/policy.ts';
import type { Span, Words } from '#api/recordings/spans.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type * as format from '../format.ts';
import { mostEarlier } from '../format.ts';

type As<S extends z.ZodType> = z.output<S>;

/** The conversations that an export has. */
export const exportedConversations = {
  startedAt: { not: null },
  ...ofSubjectThemself,
} satisfies Prisma.ConversationWhereInput;

/** Gives each of these ids if its row is in the export, otherwise null. */
export async function exportedAmong(
  subjectAccess: SubjectAccess,
  kind: 'conversation' | 'message',
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const id = { in: [...new Set(ids.filter((each) => each !== null))] };
  const select = { id: true };
  const read = () =>
    kind === 'conversation'
      ? db.conversation.findMany({ where: { id, ...exportedConversations }, select })
      : db.message.findMany({ where: { id, conversation: { is: exportedConversations } }, select });
  const found = id.in.length && subjectAccess.can('READ_TRANSCRIPTS') ? await read() : [];
  const known = new Set(found.map((row) => row.id));
  return (each) => (each !== null && known.has(each) ? each : null);
}

/** The name of a conversation's recording in the ZIP. */
export function soundFile(conversationId: string, mediaType: string): string {
  const extension = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' }[mediaType] ?? 'weba';
  return `recordings/${conversationId}.${extension}`;
}

/** Where words are in the recordings of the ZIP; nothing without sound, or without access to transcripts. */
export function exportSound(
  subjectAccess: SubjectAccess,
  message: SoundingMessage,
  words: Words,
): { sound?: { file: string } & Span } {
  const found = subjectAccess.can('READ_TRANSCRIPTS') ? openStretchOf(message, words) : null;
  if (!found) return {};
  const { conversationId, mediaType, stretch } = found;
  return { sound: { file: soundFile(conversationId, mediaType), ...stretch } };
}

/** The sentences of versions of stories as they may be shown, by the story and the version's number. */
export async function readSentences(
  subjectAccess: SubjectAccess,
  versions: readonly RevisionKey[],
): Promise<(version: RevisionKey) => As<typeof format.ExportedSentence>[]> {
  const sentences = await db.sentence.findMany({
    where: openAt(versions),
    orderBy: [{ cardId: 'asc' }, { revision: 'asc' }, { position: 'asc' }],
    include: {
      sources: {
        where: { message: { is: { conversation: { is: exportedConversations } } } },
        orderBy: { id: 'asc' },
        include: { message: { select: withSound } },
      },
    },
  });
  const keyOf = ({ cardId, revision }: RevisionKey) => `${cardId} ${revision}`;
  const own = Map.groupBy(sentences, keyOf);
  return (version) =>
    (own.get(keyOf(version)) ?? []).map(({ paragraph, text, sources, edited, quoted }) => ({
      paragraph,
      text,
      sources: sources.map(({ messageId, start, end, message }) => ({
        ...{ messageId, start, end },
        ...exportSound(subjectAccess, message, { start, end }),
      })),
      ...(edited && { edited }),
      ...(quoted && { quoted }),
    }));
}

const withAuthor = { author: { select: { name: true } } } as const;
type Version = Prisma.CardRevisionGetPayload<{ include: typeof withAuthor }>;

function factsOf(
  { author, authorName, writer, note, conversationId, createdAt }: Version,
  conversationOf: (id: string | null) => string | null,
) {
  return {
    author: author?.name ?? authorName,
    byMachine: writer !== null,
    note,
    conversationId: conversationOf(conversationId),
    createdAt: createdAt.toISOString(),
  };
}

/** The author and time of the current version of each card, by card id. */
export async function readWritten(
  subjectAccess: SubjectAccess,
  cards: readonly { id: string; revision: number }[],
): Promise<Map<string, As<typeof format.ExportedCard>['written']>> {
  const versions = await db.cardRevision.findMany({
    where: { OR: cards.map(({ id: cardId, revision: number }) => ({ cardId, number })) },
    include: withAuthor,
  });
  const ids = versions.map(({ conversationId }) => conversationId);
  const conversationOf = await exportedAmong(subjectAccess, 'conversation', ids);
  return new Map(versions.map((version) => [version.cardId, factsOf(version, conversationOf)]));
}

/** The largest size of a version, a sentence and a source in `evertold.json` without its text, in bytes. */
const bytesOf = { version: 500, sentence: 100, source: 250 };

/**
 * The earlier versions that an export leaves out, so that it can be brought elsewhere: the oldest of all these stories,
 * beyond `mostEarlier` and beyond `bytes`. For each story, up to which number; and how many there are of all.
 */
export async function earlierToLeave(
  stories: readonly { id: string; revision: number }[],
  bytes: number,
): Promise<{ until: ReadonlyMap<string, number>; count: number }> {
  const ids = stories.map(({ id }) => id);
  const revisions = stories.map(({ revision }) => revision);
  const left = await db.$queryRaw<{ cardId: string; until: number; count: number }[]>`
    with sized as (
      select r.card_id, r.number, r.created_at, r.id, own.sentences, own.sources,
        own.bytes + ${bytesOf.version}::int + octet_length(to_json(r.title)::text)
          + coalesce(octet_length(to_json(r.note)::text), 0) + coalesce(octet_length(to_json(r.place)::text), 0) as bytes
      from unnest(${ids}::uuid[], ${revisions}::int[]) as story (id, revision)
      join card_revision r on r.card_id = story.id and r.number < story.revision
      cross join lateral (
        select count(*) as sentences, coalesce(sum(source.count), 0) as sources,
          coalesce(sum(octet_length(to_json(s.text)::text) + ${bytesOf.sentence}::int
            + ${bytesOf.source}::int * source.count), 0) as bytes
        from sentence s
        cross join lateral (select count(*) from source where source.sentence_id = s.id) as source
        where s.card_id = r.card_id and s.revision = r.number and not s.hidden
      ) as own
    ), beyond as (
      select card_id, number, row_number() over newest > ${mostEarlier.versions}::int
        or sum(sentences) over newest > ${mostEarlier.sentences}::int
        or sum(sources) over newest > ${mostEarlier.sources}::int
        or sum(bytes) over newest > ${bytes}::bigint as is_left
      from sized
      window newest as (order by created_at desc, id desc rows unbounded preceding)
    ), per_story as (
      select card_id, max(number) as until from beyond where is_left group by card_id
    )
    select card_id as "cardId", until,
      (select count(*)::int from card_revision r where r.card_id = per_story.card_id and r.number <= until) as count
    from per_story`;
  return {
    until: new Map(left.map(({ cardId, until }) => [cardId, until])),
    count: left.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The number of versions in memory at a time. */
const versionsAtOnce = 20;

/**
 * The earlier versions of a story, the oldest first. All who export a book may see them, with the sentences that rest on
 * no private words, as in the list of versions of a story. Without those up to the number `left`.
 */
export async function* readEarlier(
  subjectAccess: SubjectAccess,
  { id: cardId, revision }: { id: string; revision: number },
  left = 0,
): AsyncGenerator<As<typeof format.ExportedVersion>> {
  let after = left;
  while (after < revision - 1) {
    const versions = await db.cardRevision.findMany({
      where: { cardId, number: { gt: after, lt: revision } },
      orderBy: { number: 'asc' },
      take: versionsAtOnce,
      include: withAuthor,
    });
    if (!versions.length) return;
    const ids = versions.map(({ conversationId }) => conversationId);
    const conversationOf = await exportedAmong(subjectAccess, 'conversation', ids);
    const sentencesOf = await readSentences(
      subjectAccess,
      versions.map(({ number }) => ({ cardId, revision: number })),
    );
    for (const version of versions) {
      const { number, title, happened, place } = version;
      yield {
        ...{ number, title, happened, place },
        ...factsOf(version, conversationOf),
        sentences: sentencesOf({ cardId, revision: number }),
      };
      after = number;
    }
  }
}

/** The open proposals of the writer for these cards, if the reader may decide on them; none otherwise. */
export async function readProposals(
  subjectAccess: SubjectAccess,
  cardIds: readonly string[],
): Promise<Map<string, As<typeof format.ExportedProposal>[]>> {
  if (!decidesProposals(subjectAccess)) return new Map();
  const proposals = await db.proposal.findMany({
    where: { cardId: { in: [...cardIds] }, status: 'OPEN' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const sentencesOf = (proposal: { sentences: Prisma.JsonValue }) =>
    (proposal.sentences as unknown as ProposedSentence[]).filter(({ decided }) => !decided);
  const sources = proposals.flatMap(sentencesOf).flatMap((sentence) => sentence.sources);
  const messageOf = await exportedAmong(
    subjectAccess,
    'message',
    sources.map(({ messageId }) => messageId),
  );
  const conversationOf = await exportedAmong(
    subjectAccess,
    'conversation',
    proposals.map(({ conversationId }) => conversationId),
  );
  const byCard = Map.groupBy(proposals, ({ cardId }) => cardId);
  return new Map(
    [...byCard].map(([cardId, own]) => [
      cardId,
      own.map(({ conversationId, createdAt, sentences }) => ({
        conversationId: conversationOf(conversationId),
        createdAt: createdAt.toISOString(),
        sentences: sentencesOf({ sentences }).map(({ paragraph, text, replaces, sources: rests }) => ({
          ...{ paragraph, text, ...(replaces !== undefined && { replaces }) },
          sources: rests
            .filter(({ messageId }) => messageOf(messageId))
            .map(({ messageId, start, end }) => ({ messageId, start, end })),
        })),
      })),
    ]),
  );
}
