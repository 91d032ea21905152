import { findingsOf, stillOpen } from '#api/biography/service/open-findings.ts';
import { ofSubjectThemself } from '#api/conversations/callers.ts';
import type { Told } from '#api/conversations/interviewer/request.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { Channel } from '#api/generated/prisma/enums.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import type { ChapterKey } from '#api/questions/bank/question.ts';
import { wantedOfOwn } from '#api/questions/own-questions.ts';
import { type PhoneFacts, tellableSince } from '#api/subjects/policy.ts';
import { readingOf } from './history.ts';

/** The number of earlier messages that the interviewer may come back to. */
const earlierWordsLimit = 40;
/** The number of characters read from the end of each of them. */
const mostOfEarlier = 2_000;
/** The number of own earlier texts that the interviewer compares a new one with: two years of weekly conversations. */
const askedLimit = 1_000;
/** The number of names that the interviewer is given to recognize people. */
const peopleLimit = 60;

/**
 * The member who listens in while the subject doesn't share, or null. On a phone that was entered later and that the
 * subject has not verified, the listener is unknown: returns `nobody`.
 */
export function listenerOf(
  { together, heldById, channel }: { together: boolean; heldById: string | null; channel: Channel },
  subject: PhoneFacts & { selfUserId: string | null },
): string | null {
  const { sharing, selfUserId } = subject;
  if (channel !== 'WEB' && tellableSince(subject)) return nobody;
  return together && !sharing && heldById !== selfUserId ? heldById : null;
}

/**
 * What all conversations of a subject have asked and heard so far, without private words. A `listener` with whom
 * nothing is shared gets only what was said while they were present, and no findings, because a finding combines
 * several conversations.
 */
export async function toldBefore(
  conversation: { id: string; subjectId: string; createdAt: Date },
  listener: string | null,
) {
  const { id, subjectId, createdAt } = conversation;
  // Old recordings are left out: nobody talked with Evertold on them.
  const heard = { channel: { not: 'RECORDING' as const }, ...(listener !== null && { heldById: listener }) };
  const [asked, doneKeys, earlier, chapters, before, last, found, people, wanted] = await Promise.all([
    askedOf(subjectId, listener),
    askedKeysOf(subjectId),
    db.message.findMany({
      where: {
        subjectId,
        role: 'user',
        private: false,
        conversationId: { not: id },
        conversation: { is: { ...heard, ...ofSubjectThemself } },
      },
      orderBy: { createdAt: 'desc' },
      take: earlierWordsLimit,
      select: { text: true, correctedText: true, reading: true },
    }),
    prepared.query<{ key: ChapterKey; count: number }>({
      name: 'cards-by-chapter',
      text: `select h.key, count(*)::int as count from card d join chapter h on h.id = d.chapter_id
        where d.subject_id = $1 and d.status <> 'HIDDEN' group by h.key`,
      values: [subjectId],
    }),
    db.conversation.count({
      where: { subjectId, channel: { not: 'RECORDING' }, createdAt: { lt: createdAt } },
    }),
    db.conversation.findFirst({
      where: {
        ...{ ...heard, ...ofSubjectThemself, subjectId },
        ...{ id: { not: id }, endedAt: { not: null }, title: { not: null } },
      },
      orderBy: { endedAt: 'desc' },
      select: { title: true, summary: true },
    }),
    listener === null ? findingsOf(subjectId) : [],
    prepared.query<{ name: string }>({
      name: 'people-of-subject',
      text: peopleSql,
      values: [subjectId, listener],
    }),
    wantedOfOwn(subjectId, createdAt),
  ]);
  const told: Told = {
    askedTexts: asked.map(({ text }) => text),
    confidedTexts: asked.filter(({ withheld }) => withheld).map(({ text }) => text),
    ...wanted,
    doneKeys,
    chapters: Object.fromEntries(chapters.rows.map(({ key, count }) => [key, count])),
    earlierWords: earlier.flatMap(({ text, correctedText, reading }) => {
      const words = correctedText ?? text;
      return toldText(words, readingOf(words, reading)).slice(-mostOfEarlier) || [];
    }),
  };
  const findings = await stillOpen(subjectId, found, told.doneKeys);
  return { ...told, number: before + 1, last, findings, people: people.rows };
}

type Asked = { text: string; withheld: boolean };

/** The interviewer's latest texts to a subject, in order: many rows are read faster as one value. */
async function askedOf(subjectId: string, listener: string | null): Promise<Asked[]> {
  const { rows } = await prepared.query<{ asked: Asked[] | null }>({
    name: 'asked-of-subject',
    text: `select json_agg(json_build_object('text', text, 'withheld',
          private or $2::uuid is not null and conversation_id not in
            (select id from conversation where subject_id = $1 and held_by_id = $2)) order by created_at, id) as asked
        from (
          select id, text, private, conversation_id, created_at from message
          where subject_id = $1 and role = 'assistant' order by created_at desc, id desc limit ${askedLimit}
        ) latest`,
    values: [subjectId, listener],
  });
  return rows[0]?.asked ?? [];
}

/** The keys of all questions that were ever asked of a subject, each once. */
async function askedKeysOf(subjectId: string): Promise<string[]> {
  const { rows } = await prepared.query<{ key: string }>({
    name: 'asked-keys-of-subject',
    text: `select distinct question_key as key from message where subject_id = $1 and question_key is not null`,
    values: [subjectId],
  });
  return rows.map(({ key }) => key);
}

/** A listener is given only people whom the family entered, or whose name they have heard themselves. */
const peopleSql = `select p.name from person p where p.subject_id = $1 and (
    $2::uuid is null or not p.found or exists (
      select from mention n join message m on m.id = n.message_id join conversation c on c.id = m.conversation_id
      where n.person_id = p.id and not m.private and c.held_by_id = $2
        and strpos(lower(coalesce(m.corrected_text, m.text)), lower(p.name)) > 0))
  order by p.id limit ${peopleLimit}`;
