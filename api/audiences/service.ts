import { z } from 'zod';
import { cardChanged, chaptersChanged } from '#api/biography/events.ts';
import { visibleCardsTo } from '#api/biography/policy.ts';
import { tellOfWords } from '#api/conversations/service/tell-of-words.ts';
import { tellAlbums } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { endMakingsOfOthers } from '#api/makings/service/expire.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { dayBegins, dayThere } from '#api/platform/domain-values/time-zone.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { keepKeepsakeQuestion } from '#api/questions/service.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { chaptersForViewer, isOpened, mediaForViewer, type Stories } from './policy.ts';

/** Nothing is held back for longer. */
const mostYears = 100;

const SetAudience = z.object({
  cardId: z.string().nullish(),
  chapterId: z.string().nullish(),
  keepsakeId: z.string().nullish(),
  everyone: z.boolean().nullish(),
  memberIds: z
    .array(z.string())
    .min(1, 'must name at least one member')
    .max(200, 'must be at most 200')
    .nullish(),
  until: z.iso.date('must be a date: 2030-05-01').nullish(),
  afterDeath: z.boolean().nullish(),
});
type SetAudienceInput = z.input<typeof SetAudience>;

/** An audience as the API shows it. */
export interface AudienceView {
  everyone: boolean;
  /** YYYY-MM-DD. */
  until: string | null;
  afterDeath: boolean;
  membershipIds: string[];
}

const forEveryone: AudienceView = { everyone: true, until: null, afterDeath: false, membershipIds: [] };

/** The columns that `audienceFrom` needs. */
export const audienceColumns = {
  opensOn: true,
  opensAt: true,
  afterDeath: true,
  subject: { select: { status: true } },
  members: { select: { membershipId: true }, orderBy: { membershipId: 'asc' as const } },
} as const;

type Row = Parameters<typeof isOpened>[0] & {
  opensOn: Date | null;
  members: readonly { membershipId: string }[];
};

/** An audience as its readers are told of it; without a row it is everyone. */
export function audienceFrom(row: Row | null | undefined): AudienceView {
  if (row === undefined) throw new TypeError('The audience was not read');
  if (!row) return forEveryone;
  return {
    everyone: isOpened(row),
    until: row.opensOn?.toISOString().slice(0, 10) ?? null,
    afterDeath: row.afterDeath,
    membershipIds: row.members.map(({ membershipId }) => membershipId),
  };
}

/** The audience of each chapter. */
export async function audiencesOfChapters(chapterIds: readonly string[]): Promise<AudienceView[]> {
  const rows = await db.audience.findMany({
    where: { chapterId: { in: [...chapterIds] } },
    select: { chapterId: true, ...audienceColumns },
  });
  const found = new Map(rows.map((row) => [row.chapterId, row]));
  return chapterIds.map((id) => audienceFrom(found.get(id) ?? null));
}

/** The story, chapter or keepsake that an audience belongs to. */
type Target = { cardId: string } | { chapterId: string } | { mediaId: string };

function targetOf({ cardId, chapterId, keepsakeId }: SetAudienceInput): Target {
  const named = [
    ...(cardId != null ? [{ cardId }] : []),
    ...(chapterId != null ? [{ chapterId }] : []),
    ...(keepsakeId != null ? [{ mediaId: keepsakeId }] : []),
  ];
  const [target] = named;
  if (!target || named.length > 1) {
    throw new InvalidInput([{ path: 'cardId', message: 'name one: a card, a chapter or a keepsake' }]);
  }
  return target;
}

/** The subject of what an audience is to be set for; null when there is nothing that the viewer may see. */
export async function subjectOfTarget(
  viewer: Viewer | null,
  input: SetAudienceInput,
): Promise<string | null> {
  if (!viewer) return null;
  return (await findTarget(db, viewer, targetOf(input)))?.subjectId ?? null;
}

function findTarget(tx: Tx, viewer: Viewer, target: Target): Promise<{ subjectId: string } | null> {
  const select = { subjectId: true } as const;
  const seen = visibleCardsTo(viewer);
  if ('cardId' in target) return tx.card.findFirst({ where: { AND: [{ id: target.cardId }, seen] }, select });
  if ('chapterId' in target) {
    return tx.chapter.findFirst({
      where: { AND: [{ id: target.chapterId }, chaptersForViewer(viewer)] },
      select,
    });
  }
  const ofSeen = { OR: [{ cardId: null }, { card: { is: seen } }] };
  return tx.media.findFirst({
    where: { AND: [{ id: target.mediaId }, ofSeen, mediaForViewer(viewer)] },
    select,
  });
}

/**
 * Says who may read a story, a chapter or a keepsake, in place of what was said before. What others had made of the book
 * is ended, as it may hold more than they may read by now.
 */
export async function setAudience(viewer: Viewer, input: SetAudienceInput): Promise<AudienceView> {
  const target = targetOf(input);
  const asked = parse(SetAudience, input);
  return transaction(async (tx, wake) => {
    const found = await findTarget(tx, viewer, target);
    if (!found) throw new NotFound('Story', [pathOf(target)]);
    const { subjectId } = found;
    await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
    await mustStill(tx, viewer, 'MANAGE_SUBJECT', subjectId);
    const wanted = await readWanted(tx, subjectId, asked);
    const before = await namedBy(tx, target);
    await tx.audience.deleteMany({ where: target });
    if (wanted) await tx.audience.create({ data: { id: newId(), subjectId, ...target, ...wanted } });
    await audit(tx, viewer, 'audience.set', {
      subjectId,
      targetId: Object.values(target)[0],
      detail: { kind: pathOf(target), everyone: !wanted },
    });
    if (wanted) await endMakingsOfOthers(tx, subjectId);
    const keepsakes = await keepsakesOf(tx, target);
    await tellAlbums(
      tx,
      wake,
      subjectId,
      keepsakes.map(({ id }) => id),
    );
    for (const { id } of keepsakes) await keepKeepsakeQuestion(tx, id);
    await tellOfWords(tx, wake, subjectId, storiesOf(target));
    if ('chapterId' in target) await chaptersChanged(tx, wake, subjectId);
    const cardId =
      'cardId' in target ? target.cardId : 'mediaId' in target ? (keepsakes[0]?.cardId ?? null) : null;
    if (cardId) await cardChanged(tx, wake, subjectId, cardId);
    for (const userId of new Set([...before, ...(await namedBy(tx, target))])) wake(topics.access(userId));
    const row = await tx.audience.findUnique({
      where: target as { cardId: string },
      select: audienceColumns,
    });
    return audienceFrom(row);
  });
}

/** The stories whose words' readers an audience decides; none for a keepsake's. */
function storiesOf(target: Target): Stories {
  return {
    cardIds: 'cardId' in target ? [target.cardId] : [],
    chapterIds: 'chapterId' in target ? [target.chapterId] : [],
  };
}

/** The keepsakes whose readers an audience decides. */
function keepsakesOf(tx: Tx, target: Target): Promise<{ id: string; cardId: string | null }[]> {
  const kept = { deletedAt: null, photoOf: { is: null } };
  const where =
    'mediaId' in target
      ? { ...kept, id: target.mediaId }
      : 'cardId' in target
        ? { ...kept, cardId: target.cardId }
        : { ...kept, card: { is: { chapterId: target.chapterId } } };
  return tx.media.findMany({ where, select: { id: true, cardId: true } });
}

function pathOf(target: Target): string {
  return 'mediaId' in target ? 'keepsakeId' : 'cardId' in target ? 'cardId' : 'chapterId';
}

/** The users whom an audience names. */
async function namedBy(tx: Tx, target: Target): Promise<string[]> {
  const rows = await tx.audienceMember.findMany({
    where: { audience: { is: target } },
    select: { membership: { select: { userId: true } } },
  });
  return rows.map(({ membership }) => membership.userId);
}

/** The row that holds what is asked for; null where it is for everyone. Exactly one way is chosen. */
async function readWanted(tx: Tx, subjectId: string, asked: z.output<typeof SetAudience>) {
  const { everyone, memberIds, until, afterDeath } = asked;
  const ways = [everyone === true, memberIds != null, until != null, afterDeath === true];
  if (ways.filter(Boolean).length !== 1) {
    throw new InvalidInput([
      { path: 'everyone', message: 'choose one: everyone, memberIds, until or afterDeath' },
    ]);
  }
  if (memberIds) {
    const ids = [...new Set(memberIds)];
    const known = await tx.membership.findMany({
      where: { subjectId, id: { in: ids } },
      select: { id: true },
    });
    if (known.length < ids.length) throw new NotFound('Member', ['memberIds']);
    return { members: { create: ids.map((membershipId) => ({ subjectId, membershipId })) } };
  }
  if (everyone) return null;
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { timeZone: true, status: true },
  });
  if (until) return heldUntil(until, subject.timeZone);
  if (subject.status === 'MEMORIAL') {
    throw new InvalidInput([
      { path: 'afterDeath', message: 'would open it at once: this book is a memorial already' },
    ]);
  }
  return { afterDeath: true };
}

function heldUntil(until: string, zone: string) {
  const now = clock.now();
  if (until <= dayThere(now, zone)) {
    throw new InvalidInput([{ path: 'until', message: 'must be a day that is still to come' }]);
  }
  if (Number(until.slice(0, 4)) > now.getUTCFullYear() + mostYears) {
    throw new InvalidInput([{ path: 'until', message: `must be within ${mostYears} years` }]);
  }
  return { opensOn: new Date(`${until}T00:00:00Z`), opensAt: dayBegins(until, zone) };
}

/** Gives a story the audience that another one has: what was added to the one, and had no room there, stands in the other. */
export async function copyAudience(tx: Tx, from: { cardId: string }, to: { cardId: string }) {
  const row = await tx.audience.findUnique({
    where: { cardId: from.cardId },
    include: { members: { select: { subjectId: true, membershipId: true } } },
  });
  if (!row) return;
  const { subjectId, opensOn, opensAt, afterDeath, members } = row;
  await tx.audience.create({
    data: { id: newId(), subjectId, ...to, opensOn, opensAt, afterDeath, members: { create: members } },
  });
}
