import { randomBytes } from 'node:crypto';
import { ports } from '#api/adapters/ports.ts';
import type { Making, QuestionRequest } from '#api/generated/prisma/client.ts';
import { hashOf } from '#api/people/tokens.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { Family } from './world.ts';

/** The ids of the contents of a family's book. */
export type Book = Awaited<ReturnType<typeof aBook>>;

/**
 * A book with something of everything: a finished conversation with shared and private words; a running one, held by
 * the owner together with the subject; a published story, a draft and a hidden one.
 */
export async function aBook({ subject, owner }: Pick<Family, 'subject' | 'owner'>) {
  const subjectId = subject.id;
  const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId, position: 0 } });
  const talk = (status: 'COMPLETED' | 'IN_PROGRESS') =>
    db.conversation.create({
      data: {
        subjectId,
        status,
        channel: 'WEB',
        together: true,
        heldById: owner.id,
        startedAt: new Date(),
        ...(status === 'COMPLETED' && { endedAt: new Date(), title: 'The bakery' }),
      },
    });
  const [past, live] = [await talk('COMPLETED'), await talk('IN_PROGRESS')];
  const card = async (status: 'PUBLISHED' | 'DRAFT' | 'HIDDEN') => {
    const { id } = await db.card.create({
      data: { subjectId, chapterId: chapter.id, status, title: `The ${status.toLowerCase()} story` },
    });
    await db.cardRevision.create({
      data: { subjectId, cardId: id, number: 1, title: 'The story', writer: 'built-in' },
    });
    const sentence = { revision: 1, paragraph: 0, position: 0, text: 'It smelled of bread.' };
    await db.sentence.create({ data: { ...sentence, subjectId, cardId: id } });
    return id;
  };
  return {
    subjectId,
    chapterKey: chapter.key,
    pastId: past.id,
    liveId: live.id,
    publishedId: await card('PUBLISHED'),
    draftId: await card('DRAFT'),
    hiddenId: await card('HIDDEN'),
    messageId: await aMessage(subjectId, past.id, false),
    privateId: await aMessage(subjectId, past.id, true),
  };
}

/** A message of the subject in a finished conversation. */
export async function aMessage(
  subjectId: string,
  conversationId: string,
  isPrivate: boolean,
): Promise<string> {
  const { lastSeq: seq } = await db.conversation.update({
    where: { id: conversationId },
    data: { lastSeq: { increment: 1 } },
  });
  const text = isPrivate ? 'Between us, I never liked bread.' : 'It smelled of bread.';
  const said = { subjectId, conversationId, seq, text, private: isPrivate, role: 'user' as const };
  return (await db.message.create({ data: said, select: { id: true } })).id;
}

/** A finished inbound call whose caller nobody has confirmed yet. */
export async function aCallToUs(subjectId: string): Promise<string> {
  const times = { startedAt: new Date(), endedAt: new Date() };
  const { id } = await db.conversation.create({
    data: { subjectId, channel: 'PHONE', status: 'COMPLETED', ...times },
  });
  const call = { conversationId: id, subjectId, line: 'PROVIDER', inbound: true } as const;
  await db.call.create({ data: { ...call, providerId: newId() } });
  await aMessage(subjectId, id, false);
  return id;
}

/** A wellbeing note that nobody has seen yet. */
export async function aWellbeingNote(subjectId: string, conversationId: string): Promise<string> {
  const messageId = await aMessage(subjectId, conversationId, true);
  const { id } = await db.wellbeingNote.create({ data: { subjectId, conversationId, messageId } });
  return id;
}

/** A proposal of the writer for a story. */
export async function aProposal(subjectId: string, cardId: string): Promise<string> {
  const { id } = await db.proposal.create({ data: { subjectId, cardId, sentences: [] } });
  return id;
}

/** A viewer called Gus, to be promoted or removed. */
export async function aMembership(subjectId: string): Promise<string> {
  const id = newId();
  const user = await db.user.create({ data: { id, name: 'Gus', email: `${id}@evertold.test` } });
  const { id: membershipId } = await db.membership.create({
    data: { subjectId, userId: user.id, role: 'VIEWER' },
  });
  return membershipId;
}

/** A named successor has said that the only owner of this subject has died. Returns the subject's id. */
export async function aClaimedSuccession(subjectId: string): Promise<string> {
  const { userId: saidDeadId } = await db.membership.findFirstOrThrow({
    where: { subjectId, role: 'OWNER' },
  });
  const claimed = {
    membershipId: await aMembership(subjectId),
    ...{ claimedAt: new Date(), saidDeadId, answeredAt: null },
  };
  await db.successor.upsert({
    where: { subjectId },
    create: { subjectId, ...claimed },
    update: claimed,
  });
  return subjectId;
}

/** A pending invitation and its token. */
export async function anInvitation(
  subjectId: string,
  email: string | null = null,
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id } = await db.invitation.create({
    data: { subjectId, role: 'VIEWER', email, tokenHash: hashOf(token), expiresAt },
  });
  return { id, token };
}

/** Creates this many books owned by a user. */
export async function booksOf({ id: userId }: { id: string }, count: number) {
  for (let at = 0; at < count; at += 1) {
    const members = { create: { userId, role: 'OWNER' as const } };
    await db.subject.create({ data: { fullName: `Book ${at}`, preferredName: 'B', members } });
  }
}

/** A family question whose author has no account any more. */
export async function aFamilyQuestion(
  subjectId: string,
  as: Partial<Pick<QuestionRequest, 'status' | 'tries' | 'declined'>> = {},
) {
  const question = await db.questionRequest.create({
    data: { subjectId, text: 'Where was the shop?', ...as },
  });
  return question.id;
}

/** A remark on a story by somebody whose account is deleted. */
export async function aRemark(subjectId: string, cardId: string): Promise<string> {
  const said = { subjectId, cardId, text: 'I remember the bread.', createdAt: new Date() };
  return (await db.remark.create({ data: said, select: { id: true } })).id;
}

/** Two people of a book who may be the same person, as input for `mergePeople`. */
export async function twoPeople(subjectId: string): Promise<{ keepId: string; otherId: string }> {
  const [keepId, otherId] = [newId(), newId()];
  await db.person.createMany({
    data: [
      { id: keepId, subjectId, name: `Rosa ${keepId}` },
      { id: otherId, subjectId, name: `Rosie ${otherId}` },
    ],
  });
  return { keepId, otherId };
}

/** A conflict about two people of the family who may be the same person. */
export async function aConflict(subjectId: string, status: 'OPEN' | 'RESOLVED' = 'OPEN'): Promise<string> {
  const { keepId, otherId } = await twoPeople(subjectId);
  const { id } = await db.conflict.create({
    data: {
      ...{ subjectId, status, kind: 'SAME_PERSON', key: `person:${keepId}:${otherId}`, reason: 'NICKNAME' },
      ...(status === 'RESOLVED' && { resolution: 'KEEP_BOTH' }),
      sides: {
        create: [
          { subjectId, isLeft: true, personId: keepId },
          { subjectId, isLeft: false, personId: otherId },
        ],
      },
    },
  });
  return id;
}

/** Two people who aren't related yet. */
export async function twoToRelate(subjectId: string): Promise<{ personId: string; relativeId: string }> {
  const { keepId, otherId } = await twoPeople(subjectId);
  return { personId: keepId, relativeId: otherId };
}

/** Two siblings. */
export async function twoSiblings(subjectId: string): Promise<{ personId: string; relativeId: string }> {
  const two = await twoToRelate(subjectId);
  const [fromId = '', toId = ''] = [two.personId, two.relativeId].sort();
  await db.personRelation.create({ data: { subjectId, fromId, toId, kind: 'SIBLING' } });
  return two;
}

/** A person with whom the family has merged another one. */
export async function aMergedPerson(subjectId: string): Promise<string> {
  const { keepId, otherId } = await twoPeople(subjectId);
  const { name, relationship, aliases, living, found, membershipId } = await db.person.delete({
    where: { id: otherId },
  });
  const other = { name, relationship, aliases, living, found, membershipId };
  await db.personMerge.create({ data: { subjectId, personId: keepId, other, mentionIds: [], cardIds: [] } });
  return keepId;
}

/** Gives a story a place; returns the place's name. */
export async function aPlace(cardId: string): Promise<string> {
  const name = 'Rivet Street';
  await db.card.update({ where: { id: cardId }, data: { place: name } });
  return name;
}

/** A cancelled making, since a book may have several of those. */
export async function aMaking(
  subjectId: string,
  requestedById: string,
  { kind = 'BOOK_EPUB', status = 'CANCELLED' }: Partial<Pick<Making, 'kind' | 'status'>> = {},
): Promise<string> {
  const { id } = await db.making.create({
    data: {
      ...{ subjectId, requestedById, kind, status, request: {}, title: 'The book' },
      ...{ fileName: 'The book.epub', contentType: 'application/epub+zip' },
    },
  });
  return id;
}

/** A completely uploaded file that is not yet a keepsake. */
export async function anUpload(subjectId: string, userId: string): Promise<string> {
  const id = newId();
  const content = Buffer.from(`%PDF-1.7\n${' '.repeat(100)}`);
  const part = `${subjectId}/uploads/${id}/0`;
  await ports.storage.put(part, content);
  const { length: bytes } = content;
  await db.upload.create({ data: { id, subjectId, userId, bytes, received: bytes, parts: [part] } });
  return id;
}

/** A keepsake of a book, deleted or not; no file is stored for it. */
export async function aStoredKeepsake(
  subjectId: string,
  {
    isDeleted = false,
    contentType = 'image/jpeg',
  }: { isDeleted?: boolean; contentType?: 'image/jpeg' | 'audio/webm' } = {},
): Promise<string> {
  const { id } = await db.media.create({
    data: {
      ...{ subjectId, contentType, bytes: 9, storageKey: `${subjectId}/${newId()}` },
      ...(isDeleted && { deletedAt: new Date() }),
    },
  });
  return id;
}

/**
 * A recording that is being written down, and its words if there are any. A copy of one in the book becomes no
 * conversation.
 */
export async function anOldRecording(
  subjectId: string,
  { words = '', isCopy = false } = {},
): Promise<string> {
  const mediaId = await aStoredKeepsake(subjectId, { contentType: 'audio/webm' });
  const lines = words ? [{ startMs: 0, endMs: null, text: words, someoneElse: false }] : [];
  const contentHash = newId();
  await db.oldRecording.create({
    data: {
      ...{ subjectId, mediaId, lines, status: 'DRAFT', transcribes: false, durationMs: 9_000 },
      ...{ mediaType: 'audio/webm', storageKey: `${subjectId}/recordings/${newId()}`, contentHash },
    },
  });
  if (isCopy)
    await db.oldRecording.create({
      data: { subjectId, status: 'IN_BOOK', transcribes: false, contentHash },
    });
  return mediaId;
}
