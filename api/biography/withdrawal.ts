import type { Prisma } from '#api/generated/prisma/client.ts';
import { personChanged } from '#api/people/events.ts';
import { forgetMerge } from '#api/people/service/merges.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { foldPlaceName } from '#api/platform/domain-values/place-name.ts';
import { contentOf, givesAway } from './echo.ts';
import { keepDecisions } from './kept-decisions.ts';
import { callByOpenWords } from './people.ts';

/**
 * Deletes the mentions of people, places and dates in these messages, and the people and places that have
 * no others. What the family decided about these people is kept. The remaining people are named after their other
 * mentions. The caller has already made the messages private.
 */
export async function clearMentions(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  messageIds: readonly string[],
  cardIds: readonly string[],
) {
  await forgetMentions(tx, wake, subjectId, { messageId: { in: [...messageIds] } }, cardIds);
}

/** The same for some of the mentions. */
export async function forgetMentions(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  where: Prisma.MentionWhereInput,
  cardIds: readonly string[],
) {
  const mentions = await tx.mention.findMany({ where, select: { personId: true, placeId: true } });
  await tx.mention.deleteMany({ where });
  const found = (ids: (string | null)[]) => ({ in: ids.filter((id): id is string => id !== null) });
  const people = found(mentions.map((mention) => mention.personId));
  const unmentioned = await tx.person.findMany({
    where: { id: people, subjectId, found: true, membershipId: null, mentions: { none: {} } },
    select: {
      ...{ id: true, name: true, aliases: true },
      decisions: { select: { cardId: true, isIn: true } },
    },
  });
  await keepDecisions(tx, subjectId, unmentioned);
  for (const { id } of unmentioned) await personChanged(tx, wake, subjectId, id);
  await tx.person.deleteMany({ where: { id: { in: unmentioned.map(({ id }) => id) } } });
  await tx.place.deleteMany({
    where: { id: found(mentions.map((mention) => mention.placeId)), subjectId, mentions: { none: {} } },
  });
  await callByOpenWords(tx, wake, subjectId, people.in);
  await forgetMergedPeople(tx, wake, subjectId, people.in);
  // A person with other mentions leaves a card when its readable sentences no longer mention them, unless the family
  // said that they are in it.
  await tx.$executeRaw`
    delete from card_person cp using person p
    where p.id = cp.person_id and p.found and cp.card_id = any(${cardIds}::uuid[]) and not exists (
      select 1 from mention m
      join source so on so.message_id = m.message_id
      join sentence se on se.id = so.sentence_id
      where m.person_id = p.id and se.card_id = cp.card_id and not se.hidden)
    and not exists (select 1 from card_person_decision d
      where d.card_id = cp.card_id and d.person_id = cp.person_id and d.is_in)`;
}

/**
 * Deletes the places that no readable words and no story name any more: a place that the family corrected is not deleted
 * together with its mentions. A name given by the family is deleted with the last place that has it.
 */
export async function deleteUnnamedPlaces(tx: Tx, subjectId: string) {
  const unmentioned = await tx.place.findMany({
    where: { subjectId, mentions: { none: {} } },
    select: { id: true, name: true, found: true },
  });
  if (unmentioned.length === 0) return;
  const [cards, aliases] = await Promise.all([
    tx.card.findMany({
      where: { subjectId, place: { not: null } },
      distinct: ['place'],
      select: { place: true },
    }),
    tx.place.findMany({ where: { subjectId, sameAs: { not: null } }, select: { id: true, sameAs: true } }),
  ]);
  const namedInStories = new Set(cards.map(({ place }) => place));
  const foundIds = unmentioned
    .filter(({ name, found }) => found && !namedInStories.has(name))
    .map(({ id }) => id);
  const keysInUse = new Set(aliases.filter(({ id }) => !foundIds.includes(id)).map(({ sameAs }) => sameAs));
  const givenByFamily = unmentioned.filter(
    ({ name, found }) => !found && !namedInStories.has(name) && !keysInUse.has(foldPlaceName(name)),
  );
  await tx.place.deleteMany({ where: { id: { in: [...foundIds, ...givenByFamily.map(({ id }) => id)] } } });
}

/** Takes back what merged people brought whom no readable words name any more. */
async function forgetMergedPeople(tx: Tx, wake: Wake, subjectId: string, personIds: readonly string[]) {
  const merges = await tx.personMerge.findMany({
    where: { subjectId, personId: { in: [...personIds] } },
    orderBy: { id: 'asc' },
    select: { id: true, other: true, mentionIds: true },
  });
  for (const { id, other, mentionIds } of merges) {
    const { found } = other as { found: boolean };
    if (!found || (await tx.mention.count({ where: { id: { in: mentionIds } } })) > 0) continue;
    // Read now, because forgetting an earlier one changes it.
    const merge = await tx.personMerge.findUniqueOrThrow({ where: { id } });
    await forgetMerge(tx, merge);
    await personChanged(tx, wake, subjectId, merge.personId);
  }
}

type Resting = { sources: { messageId: string }[]; decided?: boolean };

/** Removes sentences that rest on these messages from proposals. A proposal left empty is settled. */
export async function clearProposals(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const proposals = await tx.proposal.findMany({
    where: { subjectId },
    select: { id: true, status: true, sentences: true },
  });
  for (const { id, status, sentences } of proposals) {
    const all = sentences as unknown as Resting[];
    const remaining = all.filter((sentence) => !restsOn(sentence, messageIds));
    if (remaining.length === all.length) continue;
    const isEmpty = remaining.every(({ decided }) => decided);
    const settled = isEmpty && status === 'OPEN' ? 'DECLINED' : status;
    await tx.proposal.update({ where: { id }, data: { sentences: remaining, status: settled } });
  }
}

/** Removes what the writer's log holds about these messages. */
export async function clearFindings(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const runs = await tx.writerRun.findMany({
    where: { subjectId },
    select: { id: true, refusals: true, findings: true },
  });
  for (const { id, refusals, findings } of runs) {
    const open = (entries: unknown) =>
      (entries as object[]).filter(
        (entry) => !messageIds.some((messageId) => JSON.stringify(entry).includes(messageId)),
      );
    const remaining = { refusals: open(refusals), findings: open(findings) };
    if (
      remaining.refusals.length === (refusals as unknown[]).length &&
      remaining.findings.length === (findings as unknown[]).length
    )
      continue;
    await tx.writerRun.update({ where: { id }, data: remaining });
  }
}

function restsOn(sentence: Resting, messageIds: readonly string[]): boolean {
  return sentence.sources.some((source) => messageIds.includes(source.messageId));
}

/**
 * Clears titles, dates and places of these cards, in all revisions, that came from the messages ('ALL':
 * from anything that was said). A cleared title becomes the chapter's title. What a person wrote stays,
 * unless it contains a word that no readable text has. Returns the conversations that can give the cards
 * new titles.
 */
export async function withdrawFacts(
  tx: Tx,
  cardIds: readonly string[],
  messageIds: readonly string[] | 'ALL',
  said: readonly string[],
): Promise<string[]> {
  const cards = await tx.card.findMany({
    where: { id: { in: [...cardIds] } },
    include: {
      chapter: { select: { title: true } },
      revisions: { orderBy: { number: 'asc' } },
      sentences: {
        include: { sources: { select: { messageId: true, message: { select: { conversationId: true } } } } },
      },
    },
  });
  const retitle = new Set<string>();
  const saidWords = await contentOf(said);
  for (const card of cards) {
    const rests = (revision: number) =>
      card.sentences.some(
        (sentence) =>
          sentence.revision === revision &&
          sentence.sources.some(({ messageId }) => messageIds === 'ALL' || messageIds.includes(messageId)),
      );
    const visible = card.sentences.filter((sentence) => !sentence.hidden);
    const open = await contentOf(visible.map((sentence) => sentence.text));
    /** Whether the revision that first had a value was the machine's and rests on these words. */
    const fromWords = (holds: (revision: (typeof card.revisions)[number]) => boolean) => {
      const first = card.revisions.find(holds);
      return !!first?.writer && rests(first.number);
    };

    for (const title of new Set(card.revisions.map((revision) => revision.title))) {
      const bySaid = fromWords((revision) => revision.title === title);
      if (!bySaid && !givesAway(title, saidWords, open)) continue;
      await tx.cardRevision.updateMany({
        where: { cardId: card.id, title },
        data: { title: card.chapter.title },
      });
      if (card.title !== title) continue;
      await tx.card.update({ where: { id: card.id }, data: { title: card.chapter.title } });
      for (const { message } of visible.flatMap((sentence) => sentence.sources))
        retitle.add(message.conversationId);
    }

    const messagesLeft = visible.flatMap(({ sources }) => sources.map((source) => source.messageId));
    const stands = (where: object) =>
      messageIds === 'ALL' ? 0 : tx.mention.count({ where: { messageId: { in: messagesLeft }, ...where } });
    for (const happened of new Set(card.revisions.map((revision) => revision.happened))) {
      if (happened === null || !fromWords((revision) => revision.happened === happened)) continue;
      if (await stands({ date: happened })) continue;
      await tx.cardRevision.updateMany({ where: { cardId: card.id, happened }, data: { happened: null } });
      await tx.card.updateMany({
        where: { id: card.id, happened },
        data: { happened: null, happenedKey: null },
      });
    }
    for (const place of new Set(card.revisions.map((revision) => revision.place))) {
      if (place === null || !fromWords((revision) => revision.place === place)) continue;
      if (await stands({ place: { is: { name: place } } })) continue;
      await tx.cardRevision.updateMany({ where: { cardId: card.id, place }, data: { place: null } });
      await tx.card.updateMany({ where: { id: card.id, place }, data: { place: null } });
    }
  }
  return [...retitle];
}
