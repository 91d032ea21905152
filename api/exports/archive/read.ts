import type { z } from 'zod';
import { chaptersFor, mediaFor } from '#api/audiences/policy.ts';
import { byHandAlone, visibleCards } from '#api/biography/policy.ts';
import { inStoryOrder, orderColumns } from '#api/biography/story-order.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { keptMedia } from '#api/keepsakes/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { audible, withSound } from '#api/recordings/policy.ts';
import { keptRemarks } from '#api/remarks/policy.ts';
import { clockTime } from '#api/subjects/calls.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type * as format from '../format.ts';
import { readMerges } from './read-merges.ts';
import {
  exportedAmong,
  exportedConversations,
  exportSound,
  readProposals,
  readSentences,
  readWritten,
  soundFile,
} from './read-versions.ts';

type As<S extends z.ZodType> = z.output<S>;

/** The number of rows in memory at a time. */
const pageSize = 500;

const audience = {
  select: {
    opensOn: true,
    afterDeath: true,
    members: { select: { membership: { select: { user: { select: { name: true } } } } } },
  },
} as const;

type AudienceRow = Prisma.AudienceGetPayload<typeof audience>;

function exportAudience(row: AudienceRow | null): As<typeof format.ExportedAudience> {
  return row && audienceParts(row);
}

function audienceParts({ opensOn, afterDeath, members }: AudienceRow) {
  return {
    opensOn: opensOn?.toISOString().slice(0, 10) ?? null,
    afterDeath,
    names: members.map(({ membership }) => membership.user.name).sort(),
  };
}

/** What the person said about who else may read their private words, for themself alone. */
function exportSaidAudience(
  subjectAccess: SubjectAccess,
  message: { private: boolean; deletedAt: Date | null; saidAudience: AudienceRow | null },
): { saidAudience?: As<typeof format.ExportedSaidAudience> } {
  const { saidAudience, deletedAt } = message;
  if (!saidAudience || !message.private || deletedAt || !subjectAccess.can('READ_PRIVATE')) return {};
  const said = audienceParts(saidAudience);
  return said.opensOn || said.afterDeath || said.names.length ? { saidAudience: said } : {};
}

/** The small tables, read at once. */
export async function readSmall(subjectAccess: SubjectAccess) {
  const { subjectId } = subjectAccess;
  const where = { subjectId };
  const [subject, portrait, members, chapters, people, relations, places, questions, brought, consents] =
    await Promise.all([
      db.subject.findUniqueOrThrow({
        where: { id: subjectId },
        include: {
          callTimes: { orderBy: [{ weekday: 'asc' }, { minute: 'asc' }] },
          leftOut: { orderBy: [{ at: 'asc' }, { key: 'asc' }] },
          questionOrder: true,
        },
      }),
      db.media.findFirst({
        where: { AND: [{ photoOf: { is: { id: subjectId } } }, keptMedia, mediaFor(subjectAccess)] },
        select: { id: true },
      }),
      db.membership.findMany({
        where,
        orderBy: { createdAt: 'asc' },
        select: {
          ...{ role: true, relationship: true, user: { select: { name: true } } },
          successor: { select: { subjectId: true } },
        },
      }),
      db.chapter.findMany({
        where: { AND: [where, chaptersFor(subjectAccess)] },
        orderBy: { position: 'asc' },
        include: { audience },
      }),
      db.person.findMany({ where, orderBy: [{ name: 'asc' }, { id: 'asc' }] }),
      db.personRelation.findMany({
        where,
        orderBy: { id: 'asc' },
        select: { kind: true, fromId: true, toId: true },
      }),
      db.place.findMany({ where, orderBy: { name: 'asc' } }),
      db.questionRequest.findMany({
        where: { ...where, removedAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        include: { askedBy: { select: { name: true } } },
      }),
      db.broughtConsent.findMany({ where, orderBy: { position: 'asc' } }),
      db.consentEntry.findMany({ where, orderBy: { position: 'asc' }, include: { wording: true } }),
    ]);
  const inExport = await readAskedAbout(subjectAccess, questions);
  const merges = await readMerges(subjectAccess);
  return {
    subject: {
      id: subject.id,
      fullName: subject.fullName,
      preferredName: subject.preferredName,
      pronouns: subject.pronouns,
      birthDate: subject.birthDate,
      birthPlace: subject.birthPlace,
      language: subject.language,
      timeZone: subject.timeZone,
      createdAt: subject.createdAt.toISOString(),
      cloth: subject.cloth,
      photoId: portrait?.id ?? null,
      memorial: subject.status === 'MEMORIAL',
      avoidedThemes: subjectAccess.can('READ_TRANSCRIPTS') ? subject.avoidedThemes : [],
      leftOutQuestions: subject.leftOut.map(({ key, forGood, at }) => ({
        ...{ key, forGood, at: at.toISOString() },
      })),
      nextQuestions: subject.questionOrder?.keys ?? [],
      playsVoiceCodes: subject.playsVoiceCodes,
      settings: exportSettings(subject),
    } satisfies As<typeof format.ExportedSubject>,
    members: members.map(({ role, relationship, user, successor }) => ({
      ...{ name: user.name, role, relationship },
      ...(successor && subjectAccess.can('MANAGE_MEMBERS') && { isSuccessor: true }),
    })) satisfies As<typeof format.ExportedMember>[],
    chapters: chapters.map(({ id, key, title, position, hidden, audience }) => ({
      ...{ id, key, title, position, hidden },
      audience: exportAudience(audience),
    })) satisfies As<typeof format.ExportedChapter>[],
    people: people.map(({ id, name, relationship, born, died, aliases, living, found }) => ({
      ...{ id, name, relationship, born, died, aliases, living, found },
    })) satisfies As<typeof format.ExportedPerson>[],
    relations: relations satisfies As<typeof format.ExportedRelation>[],
    merges: merges satisfies As<typeof format.ExportedMerge>[],
    places: places.map(({ id, name, sameAs, offMap, offList, found, pinLabel, latitude, longitude }) => ({
      ...{ id, name, sameAs, offMap, offList, found },
      onMap: latitude === null || longitude === null ? null : { label: pinLabel, latitude, longitude },
    })) satisfies As<typeof format.ExportedPlace>[],
    questions: questions.map(({ id, text, status, position, declined, ...question }) => ({
      ...{ id, text, status, askedBy: question.askedBy?.name ?? question.askedByName, position, declined },
      createdAt: question.createdAt.toISOString(),
      ...inExport(question),
    })) satisfies As<typeof format.ExportedQuestion>[],
    consents: [
      ...brought.map(({ kind, status, via, wordingVersion, wording, at }) => ({
        ...{ kind, status, via, wordingVersion, wording, at: at.toISOString(), brought: true },
      })),
      ...consents.map(({ kind, status, via, wordingVersion, wording, at }) => ({
        ...{ kind, status, via, wordingVersion, wording: wording.text },
        at: at.toISOString(),
      })),
    ] satisfies As<typeof format.ExportedConsent>[],
  };
}

type Asked = { mediaId: string | null; conversationId: string | null; answerMessageId: string | null };

/** What of a question's keepsake, conversation and answer is in the export. */
async function readAskedAbout(subjectAccess: SubjectAccess, questions: readonly Asked[]) {
  const conversationOf = await exportedAmong(
    subjectAccess,
    'conversation',
    questions.map((question) => question.conversationId),
  );
  const answerOf = await exportedAmong(
    subjectAccess,
    'message',
    questions.map((question) => question.answerMessageId),
  );
  const ids = questions.flatMap((question) => question.mediaId ?? []);
  const media = await db.media.findMany({
    where: { AND: [{ id: { in: ids } }, keptMedia, mediaFor(subjectAccess)] },
    select: { id: true },
  });
  const kept = new Set(media.map(({ id }) => id));
  return (question: Asked) => {
    const conversationId = conversationOf(question.conversationId);
    const answerId = answerOf(question.answerMessageId);
    return {
      ...(question.mediaId && kept.has(question.mediaId) && { mediaId: question.mediaId }),
      ...(conversationId && { conversationId }),
      ...(answerId && { answerId }),
    };
  };
}

function exportSettings({
  hoursFrom,
  hoursUntil,
  callTimes,
  scheduledBy,
  ...subject
}: Prisma.SubjectGetPayload<{ include: { callTimes: true } }>): As<typeof format.ExportedSettings> {
  const { patienceMs, voice, maxMinutes, maxQuestions } = subject;
  const { viewersReadTranscripts, viewersSeeLiving, viewersSeeLivingDates, publishesAutomatically } = subject;
  return {
    ...{ patienceMs, voice, maxMinutes, maxQuestions },
    hoursFrom: clockTime(hoursFrom),
    hoursUntil: clockTime(hoursUntil),
    scheduledBy: scheduledBy === 'SMS' ? 'SMS' : 'PHONE',
    callTimes: callTimes.map(({ weekday, minute }) => ({ weekday, time: clockTime(minute) })),
    ...{ viewersReadTranscripts, viewersSeeLiving, viewersSeeLivingDates, publishesAutomatically },
  };
}

/**
 * The cards readable with this access, of the whole book or a chapter, in the order of the chapters, a page at a time,
 * with their open sentences.
 */
export async function* readCards(
  subjectAccess: SubjectAccess,
  chapterId?: string,
): AsyncGenerator<As<typeof format.ExportedCard>> {
  const order = await readOrder(subjectAccess, chapterId);
  for (let start = 0; start < order.length; start += 100) {
    const page = order.slice(start, start + 100);
    const found = await db.card.findMany({
      where: { AND: [{ id: { in: page.map(({ id }) => id) } }, visibleCards(subjectAccess)] },
      include: {
        people: { select: { personId: true }, orderBy: { personId: 'asc' } },
        decisions: { select: { personId: true, isIn: true }, orderBy: { personId: 'asc' } },
        pictures: {
          where: { AND: [keptMedia, mediaFor(subjectAccess)] },
          select: { id: true },
          orderBy: { id: 'asc' },
        },
        remarks: {
          where: keptRemarks,
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: { text: true, createdAt: true, authorName: true, author: { select: { name: true } } },
        },
        hearts: {
          orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
          select: { user: { select: { name: true } } },
        },
        broughtHearts: { orderBy: { position: 'asc' }, select: { name: true } },
        audience,
      },
    });
    const byId = new Map(found.map((card) => [card.id, card]));
    const cards = page.flatMap(({ id, positionInChapter }) => {
      const card = byId.get(id);
      return card ? { ...card, positionInChapter } : [];
    });
    const byHand = await writtenByHand(cards.map(({ id }) => id));
    const sentencesOf = await readSentences(
      subjectAccess,
      cards.map(({ id: cardId, revision }) => ({ cardId, revision })),
    );
    const written = await readWritten(subjectAccess, cards);
    const proposals = await readProposals(
      subjectAccess,
      cards.map(({ id }) => id),
    );
    for (const { id, title, status, mark, happened, place, revision, ...card } of cards) {
      yield {
        ...{ id, chapterId: card.chapterId, title, status, mark, happened, place, revision },
        personIds: card.people.map(({ personId }) => personId),
        decidedPeople: card.decisions,
        playsVoiceCode: card.playsVoiceCode,
        positionInChapter: card.positionInChapter,
        mediaIds: card.pictures.map((picture) => picture.id),
        createdAt: card.createdAt.toISOString(),
        updatedAt: card.updatedAt.toISOString(),
        byHand: byHand.has(id),
        audience: exportAudience(card.audience),
        sentences: sentencesOf({ cardId: id, revision }),
        written: written.get(id),
        proposals: proposals.get(id) ?? [],
        remarks: card.remarks.map(({ text, author, authorName, createdAt }) => ({
          ...{ text, author: author?.name ?? (authorName || null) },
          createdAt: createdAt.toISOString(),
        })),
        hearts: [...card.broughtHearts, ...card.hearts.map(({ user }) => user)].map(({ name }) => name),
      };
    }
  }
}

/** The ids of the cards in the order of their chapters, with the places of those that somebody moved. */
async function readOrder(subjectAccess: SubjectAccess, chapterId?: string) {
  const cards = await db.card.findMany({
    where: {
      AND: [
        { subjectId: subjectAccess.subjectId, ...(chapterId && { chapterId }) },
        visibleCards(subjectAccess),
      ],
    },
    orderBy: [{ chapter: { position: 'asc' } }, { chapterId: 'asc' }],
    select: { ...orderColumns, chapterId: true },
  });
  return [...Map.groupBy(cards, (card) => card.chapterId).values()].flatMap((stories) =>
    inStoryOrder(stories).map(({ id, orderKey }, at) => ({
      id,
      positionInChapter: orderKey === null ? undefined : at,
    })),
  );
}

/** Those of these cards that the family alone wrote. */
async function writtenByHand(ids: string[]): Promise<Set<string>> {
  const cards = await db.card.findMany({
    where: { AND: [{ id: { in: ids } }, byHandAlone] },
    select: { id: true },
  });
  return new Set(cards.map(({ id }) => id));
}

/** Every stored file of the subject with its storage key. */
export async function readMedia(subjectAccess: SubjectAccess) {
  const media = await db.media.findMany({
    where: { AND: [keptMedia, { subjectId: subjectAccess.subjectId }, mediaFor(subjectAccess)] },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, storageKey: true, contentType: true, bytes: true, cardId: true, createdAt: true },
      afterParagraph: true,
      ...{ kind: true, title: true, caption: true, happened: true, addedBy: { select: { name: true } } },
      ...{ addedByName: true, audience, oldRecording: { select: { status: true, conversationId: true } } },
      people: { select: { personId: true }, orderBy: { personId: 'asc' } },
    },
  });
  const cards = await db.card.findMany({
    where: {
      AND: [{ subjectId: subjectAccess.subjectId, pictures: { some: {} } }, visibleCards(subjectAccess)],
    },
    select: { id: true },
  });
  const exported = new Set(cards.map(({ id }) => id));
  const conversationOf = await exportedAmong(
    subjectAccess,
    'conversation',
    media.map(({ oldRecording }) => oldRecording?.conversationId ?? null),
  );
  /** The conversation of a recording of the voice; nothing where it is in the book and that is not exported. */
  function wordsOf({ status, conversationId }: { status: string; conversationId: string | null }) {
    const known = conversationOf(conversationId);
    return status === 'IN_BOOK' && !known ? {} : { conversationId: known };
  }
  return media.map(({ people, addedBy, addedByName, audience, oldRecording, cardId, ...file }) => ({
    ...{ ...file, cardId: cardId !== null && exported.has(cardId) ? cardId : null },
    addedBy: addedBy?.name ?? addedByName,
    personIds: people.map(({ personId }) => personId),
    ...(file.contentType.startsWith('audio/') && { ofVoice: oldRecording !== null }),
    ...(oldRecording && wordsOf(oldRecording)),
    // Of a story that is not exported, nothing is said of who may read it, so that an import opens it to nobody.
    ...((cardId === null || exported.has(cardId)) && { audience: exportAudience(audience) }),
  }));
}

/** The started conversations, the oldest first; none without access to transcripts. */
export async function* readConversations(subjectAccess: SubjectAccess) {
  if (!subjectAccess.can('READ_TRANSCRIPTS')) return;
  let after: string | undefined;
  for (;;) {
    const conversations = await db.conversation.findMany({
      where: { subjectId: subjectAccess.subjectId, ...exportedConversations },
      orderBy: { id: 'asc' },
      take: 100,
      ...(after && { cursor: { id: after }, skip: 1 }),
      select: {
        id: true,
        channel: true,
        status: true,
        title: true,
        summary: true,
        together: true,
        startedAt: true,
        endedAt: true,
        recording: { select: { storageKey: true, silencedAt: true, durationMs: true, mediaType: true } },
      },
    });
    if (!conversations.length) return;
    for (const { startedAt, endedAt, recording, ...conversation } of conversations) {
      const isKept = recording?.storageKey && recording.silencedAt === null;
      yield {
        ...conversation,
        recording: isKept
          ? {
              file: soundFile(conversation.id, recording.mediaType),
              durationSeconds: Math.round((recording.durationMs ?? 0) / 1000),
            }
          : null,
        startedAt: startedAt?.toISOString() ?? null,
        endedAt: endedAt?.toISOString() ?? null,
      };
    }
    after = conversations.at(-1)?.id;
  }
}

/** The recordings of a subject; none without access to transcripts. */
export async function readSounds(subjectAccess: SubjectAccess) {
  if (!subjectAccess.can('READ_TRANSCRIPTS')) return [];
  const recordings = await db.recording.findMany({
    where: { subjectId: subjectAccess.subjectId, ...audible, conversation: { startedAt: { not: null } } },
    orderBy: { id: 'asc' },
    select: { conversationId: true, mediaType: true },
  });
  return recordings.map(({ conversationId, mediaType }) => ({
    conversationId,
    file: soundFile(conversationId, mediaType),
  }));
}

/** The messages of a conversation, in order. Private ones only for the person themself. */
export async function* readMessages(
  subjectAccess: SubjectAccess,
  conversationId: string,
): AsyncGenerator<As<typeof format.ExportedMessage>> {
  let after = 0;
  for (;;) {
    const messages = await db.message.findMany({
      where: { conversationId, seq: { gt: after } },
      orderBy: { seq: 'asc' },
      take: pageSize,
      select: {
        seq: true,
        role: true,
        createdAt: true,
        questionKey: true,
        saidAudience: audience,
        mentions: {
          orderBy: [{ start: 'asc' }, { end: 'asc' }, { id: 'asc' }],
          select: { personId: true, placeId: true, date: true, start: true, end: true },
        },
        namedTheme: { select: { theme: true, brought: true } },
        privateTheme: { select: { theme: true } },
        ...withSound,
      },
    });
    if (!messages.length) return;
    for (const message of messages) {
      const { id, seq, role, text, correctedText, createdAt, deletedAt } = message;
      const isOpen = subjectAccess.can('READ_PRIVATE') || (!message.private && deletedAt === null);
      yield {
        ...{ id, seq, role, private: message.private },
        text: isOpen ? (correctedText ?? text) : null,
        firstText: isOpen && correctedText !== null ? text : null,
        createdAt: createdAt.toISOString(),
        ...(deletedAt && subjectAccess.can('READ_PRIVATE') && { deletedAt: deletedAt.toISOString() }),
        ...exportSaidAudience(subjectAccess, message),
        ...(isOpen && message.questionKey && { questionKey: message.questionKey }),
        ...(isOpen && exportFound(message)),
        ...exportSound(
          subjectAccess,
          // The person’s own export says where their private words are in the sound.
          subjectAccess.can('READ_PRIVATE') ? { ...message, private: false, deletedAt: null } : message,
          { start: 0, end: (correctedText ?? text).length },
        ),
      };
    }
    after = messages.at(-1)?.seq ?? after;
  }
}

/** What was found in the words of a message. */
function exportFound({
  mentions,
  namedTheme,
  privateTheme,
}: {
  mentions: {
    personId: string | null;
    placeId: string | null;
    date: string | null;
    start: number;
    end: number;
  }[];
  namedTheme: { theme: string; brought: boolean } | null;
  privateTheme: { theme: string } | null;
}): Pick<As<typeof format.ExportedMessage>, 'mentions' | 'namedTheme' | 'privateTheme'> {
  return {
    ...(mentions.length && {
      mentions: mentions.map(({ personId, placeId, date, start, end }) => ({
        ...(personId && { personId }),
        ...(placeId && { placeId }),
        ...(date && { date }),
        ...{ start, end },
      })),
    }),
    ...(namedTheme && { namedTheme: { theme: namedTheme.theme, alone: namedTheme.brought } }),
    ...(privateTheme && { privateTheme: privateTheme.theme }),
  };
}
