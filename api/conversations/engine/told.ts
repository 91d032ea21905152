import { findingsOf, stillOpen } from '#api/biography/service/open-findings.ts';
import type { Told } from '#api/conversations/interviewer/request.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import type { ChapterKey } from '#api/questions/bank/question.ts';

/** Words of earlier conversations that the interviewer may come back to. */
const earlierWordsLimit = 40;

/** What all conversations of a subject have asked and heard so far; private words are not in it. */
export async function toldBefore(conversation: { id: string; subjectId: string; createdAt: Date }) {
  const { id, subjectId, createdAt } = conversation;
  const [asked, earlier, chapters, before, last, found] = await Promise.all([
    prepared.query<{ text: string; key: string | null; private: boolean }>({
      name: 'asked-of-subject',
      text: `select text, question_key as key, private from message where subject_id = $1 and role = 'assistant'
        order by created_at, id`,
      values: [subjectId],
    }),
    db.message.findMany({
      where: { subjectId, role: 'user', private: false, conversationId: { not: id } },
      orderBy: { createdAt: 'desc' },
      take: earlierWordsLimit,
      select: { text: true },
    }),
    prepared.query<{ key: ChapterKey; count: number }>({
      name: 'cards-by-chapter',
      text: `select h.key, count(*)::int as count from card d join chapter h on h.id = d.chapter_id
        where d.subject_id = $1 and d.status <> 'HIDDEN' group by h.key`,
      values: [subjectId],
    }),
    db.conversation.count({ where: { subjectId, createdAt: { lt: createdAt } } }),
    db.conversation.findFirst({
      where: { subjectId, id: { not: id }, endedAt: { not: null }, title: { not: null } },
      orderBy: { endedAt: 'desc' },
      select: { title: true, summary: true },
    }),
    findingsOf(subjectId),
  ]);
  const told: Told = {
    askedTexts: asked.rows.map(({ text }) => text),
    confidedTexts: asked.rows.filter((row) => row.private).map(({ text }) => text),
    doneKeys: [...new Set(asked.rows.flatMap(({ key }) => key ?? []))],
    chapters: Object.fromEntries(chapters.rows.map(({ key, count }) => [key, count])),
    earlierWords: earlier.map(({ text }) => text),
  };
  const findings = await stillOpen(subjectId, found, told.doneKeys);
  return { ...told, number: before + 1, last, findings };
}
