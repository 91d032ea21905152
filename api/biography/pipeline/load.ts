import { hasConsent } from '#api/consent/policy.ts';
import { isUnconfirmed } from '#api/conversations/callers.ts';
import type { Act } from '#api/dialogue-acts/labels.ts';
import { readUtterance, type UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import { languageOf } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { askedKey, listBank } from '#api/questions/bank/in-force.ts';
import type { BankQuestion } from '#api/questions/bank/question.ts';
import type { WriteMessage, WriteRequest, WriteSubject } from '../writing/writer.ts';
import { loadCards } from './cards.ts';
import { toldAtFields, toldAtOf } from './told-at.ts';

export type Work = {
  subjectId: string;
  /** Only what a writer may know: no private message and no hidden sentence. */
  request: WriteRequest;
  /**
   * A fingerprint of the words, the book and what the family entered. Two loads with the same mark read the
   * same data.
   */
  mark: string;
  /**
   * Whether it may correct stories. Texts that the team assigned to the subject may not, so that taking them back
   * leaves the stories as they were.
   */
  amends: boolean;
};

/**
 * The data for writing a conversation, or the reason not to write it: it isn't finished or doesn't exist
 * ('NOTHING'), or the subject doesn't consent ('CONSENT').
 */
export async function loadWork(tx: Tx, conversationId: string): Promise<Work | 'NOTHING' | 'CONSENT'> {
  const conversation = await tx.conversation.findUnique({
    where: { id: conversationId },
    include: {
      oldRecording: toldAtFields.oldRecording,
      subject: {
        include: {
          // A person who is named only in private words is left out.
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
  // It isn't known yet who spoke in this call.
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
      startedAt: toldAtOf(conversation),
      subjectId,
    },
    messages: await loadMessages(tx, conversationId),
    cards: await loadCards(tx, subjectId),
    chapters: subject.chapters.map(({ key, title }) => ({ key, title })),
  };
  return { subjectId, request, mark: JSON.stringify(request), amends: !conversation.silent };
}

type Entered = Omit<WriteSubject, 'people' | 'language'> & { language: string };

/** Converts the family's entries to the form that a writer uses. */
export function entered(
  { preferredName, fullName, birthDate, birthPlace, pronouns, language }: Entered,
  people: readonly { name: string; relationship: string | null }[],
): WriteSubject {
  return {
    ...{ preferredName, fullName, birthDate, birthPlace, pronouns },
    language: languageOf(language),
    people: people.map(({ name, relationship }) => ({ name, relation: relationship })),
  };
}

/**
 * Acts that may correct something, besides the ones that clearly do: "did I say Leeds?", "hang on", "change
 * that to 1952".
 */
const MAY_PUT_RIGHT = new Set<Act>(['CORRECTS', 'ANSWERS', 'ASIDE', 'ASKS', 'INSTRUCTS', 'GREETS']);

/** Returns a turn's story text and its corrections. Reads the text if its message has no stored reading. */
export function toldBy(text: string, stored: unknown = null): Pick<WriteMessage, 'text' | 'corrections'> {
  const reading = (stored as UtteranceReading | null) ?? readUtterance(text);
  const corrections = reading.spans
    .filter(({ act }) => MAY_PUT_RIGHT.has(act))
    .map(({ act, start, end, doubtful }) => ({
      ...{ start, end, text: text.slice(start, end) },
      isSure: act === 'CORRECTS' && !doubtful,
    }));
  return { text: storyText(text, reading), corrections };
}

/** The readable turns of a conversation with their corrected text, each question with its chapter. */
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
  const { subject } = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { subject: { select: { language: true } } },
  });
  const inLanguage = (await listBank(tx)).filter(({ language }) => language === subject.language);
  const bank = new Map(inLanguage.map((question) => [askedKey(question), question]));
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
