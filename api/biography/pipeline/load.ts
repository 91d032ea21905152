import { hasConsent } from '#api/consent/policy.ts';
import { isUnconfirmed } from '#api/conversations/callers.ts';
import type { Act } from '#api/dialogue-acts/labels.ts';
import { readUtterance, type UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { listBank } from '#api/questions/bank/in-force.ts';
import type { BankQuestion } from '#api/questions/bank/question.ts';
import type { WriteMessage, WriteRequest, WriteSubject } from '../writing/writer.ts';
import { loadCards } from './cards.ts';

export type Work = {
  subjectId: string;
  /** Nothing but what a writer may know: no private message, no hidden sentence. */
  request: WriteRequest;
  /** Says whether two readings found the same: the words, the book, and what the family entered. */
  mark: string;
};

/**
 * What there is to write a conversation from, or why it isn't written: it is not finished or not there
 * ('NOTHING'), or the subject doesn't agree to it ('CONSENT').
 */
export async function loadWork(tx: Tx, conversationId: string): Promise<Work | 'NOTHING' | 'CONSENT'> {
  const conversation = await tx.conversation.findUnique({
    where: { id: conversationId },
    include: {
      subject: {
        include: {
          // Whom only private words name is nobody here.
          people: {
            where: { OR: [{ found: false }, { mentions: { some: { message: { private: false } } } }] },
            orderBy: { id: 'asc' },
          },
          chapters: { orderBy: { position: 'asc' } },
        },
      },
    },
  });
  if (conversation?.status !== 'COMPLETED' || conversation.subject.deletedAt) return 'NOTHING';
  // Nobody knows yet whose words they are.
  if (await isUnconfirmed(tx, conversationId)) return 'NOTHING';
  const { subject, subjectId } = conversation;
  if (!(await hasConsent(tx, subjectId, 'AI_WRITING'))) return 'CONSENT';

  const given = subject.people.filter(({ found }) => !found);
  const brought = subject.people.filter(({ found }) => found);
  const request: WriteRequest = {
    subject: entered(subject, given),
    known: brought.map(({ name, relationship }) => ({ name, relation: relationship })),
    conversation: {
      id: conversationId,
      startedAt: conversation.startedAt ?? conversation.createdAt,
      subjectId,
    },
    messages: await loadMessages(tx, conversationId),
    cards: await loadCards(tx, subjectId),
    chapters: subject.chapters.map(({ key, title }) => ({ key, title })),
  };
  return { subjectId, request, mark: JSON.stringify(request) };
}

type Entered = Omit<WriteSubject, 'people'>;

/** What the family entered, as a writer knows it. */
export function entered(
  { preferredName, fullName, birthDate, birthPlace, pronouns }: Entered,
  people: readonly { name: string; relationship: string | null }[],
): WriteSubject {
  return {
    ...{ preferredName, fullName, birthDate, birthPlace, pronouns },
    people: people.map(({ name, relationship }) => ({ name, relation: relationship })),
  };
}

/** What may put something right, beside what surely does: "did I say Leeds?", "hang on", "change that to 1952". */
const MAY_PUT_RIGHT = new Set<Act>(['CORRECTS', 'ANSWERS', 'ASIDE', 'ASKS', 'INSTRUCTS', 'GREETS']);

/** What a person's turn tells and puts right; words that were stored before readings were are read now. */
export function toldBy(text: string, stored: unknown = null): Pick<WriteMessage, 'text' | 'corrections'> {
  const reading = (stored as UtteranceReading | null) ?? readUtterance(text);
  const corrections = reading.spans
    .filter(({ act, doubtful }) => MAY_PUT_RIGHT.has(act) && !doubtful)
    .map(({ act, start, end }) => ({ start, end, text: text.slice(start, end), isSure: act === 'CORRECTS' }));
  return { text: storyText(text, reading), corrections };
}

/** The open turns of a conversation in their right words, each question with its chapter. */
async function loadMessages(tx: Tx, conversationId: string): Promise<WriteMessage[]> {
  const messages = await tx.message.findMany({
    where: { conversationId, private: false },
    orderBy: { seq: 'asc' },
    select: {
      id: true,
      role: true,
      text: true,
      correctedText: true,
      reading: true,
      questionKey: true,
      requestId: true,
    },
  });
  const requestIds = messages.flatMap(({ requestId }) => requestId ?? []);
  const asked = await tx.questionRequest.findMany({
    where: { id: { in: requestIds } },
    select: { id: true, text: true },
  });
  const requests = new Map(asked.map(({ id, text }) => [id, text]));
  const bank = new Map((await listBank(tx)).map((question) => [question.key, question]));
  return messages.map(({ id, role, text, correctedText, reading, questionKey, requestId }) => ({
    id,
    role,
    ...(role === 'user' ? toldBy(correctedText ?? text, reading) : { text }),
    private: false,
    question: questionOf(questionKey, requestId === null ? undefined : requests.get(requestId), bank),
  }));
}

function questionOf(
  questionKey: string | null,
  requested: string | undefined,
  bank: ReadonlyMap<string, BankQuestion>,
): WriteMessage['question'] {
  if (requested) return { text: requested, chapterKey: null };
  const question = questionKey === null ? undefined : bank.get(questionKey);
  return question ? { text: question.text, chapterKey: question.chapter } : null;
}
