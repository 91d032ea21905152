import { toldBy } from '#api/biography/pipeline/load.ts';
import { compose } from '#api/biography/writing/compose.ts';
import type { ExistingCard, WriteMessage, Written } from '#api/biography/writing/writer.ts';
import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import { contextOf, type Heard, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { HistoryTurn, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { alma, questions } from '../../../prisma/demo/family.ts';
import type { Talk } from '../../../prisma/demo/talks.ts';
import { storedCard } from './alma.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const DAY = 86_400_000;

/** A conversation of the demo with what the writer made of it. */
export interface PlayedTalk {
  /** What Alma said last before each of her turns was a question or remark of the interviewer. */
  asked: string[];
  written: Written;
}

/** Everything that was said and written before a conversation. */
interface Book {
  cards: ExistingCard[];
  askedTexts: string[];
  doneKeys: string[];
  words: string[];
  requests: TurnRequest['requests'];
}

/** Plays the demo's conversations with the interviewer and the writer, without a database. */
export async function playTalks(talks: readonly Talk[], seed = 7): Promise<PlayedTalk[]> {
  const book: Book = {
    cards: [],
    askedTexts: [],
    doneKeys: [],
    words: [],
    requests: questions.map(({ by, text }, at) => ({ id: `r${at}`, text, askedBy: by })),
  };
  const played: PlayedTalk[] = [];
  for (const [at, talk] of talks.entries()) {
    const { history, answered } = hold(talk, at, book, seed);
    const written = await write(history, talk, at, book);
    keep(written, at, book);
    book.askedTexts.push(
      ...history.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : [])),
    );
    book.doneKeys.push(...history.flatMap(({ questionKey }) => questionKey ?? []));
    book.words.unshift(...history.flatMap(({ role, told }) => (role === 'user' && told ? [told] : [])));
    book.requests = book.requests.filter(({ id }) => !answered.has(id));
    const asked = history.flatMap(({ role, text }) => (role === 'assistant' ? [text ?? ''] : []));
    played.push({ asked, written });
  }
  return played;
}

/** What is asked about a picture that comes by text. */
const photoQuestion: HistoryTurn = {
  role: 'assistant',
  text: 'Thank you for the photo. Who or what is in it?',
  private: false,
  kind: 'ASK',
  questionKey: null,
  requestId: 'photo',
};

function hold(talk: Talk, number: number, book: Book, seed: number) {
  const history: HistoryTurn[] = [];
  const answered = new Set<string>();
  const answer = (heard: Heard | null) => {
    const request = requestFor(history, heard, { talk, number, book, seed, answered });
    const plan = planTurn(request);
    for (const effect of plan.effects)
      if (effect.effect === 'REQUEST' && effect.status !== 'ASKED') answered.add(effect.requestId);
    const isPrivate = plan.effects.some(({ effect }) => effect === 'MAKE_PRIVATE');
    const last = history.at(-1);
    if (last && isPrivate) last.private = true;
    history.push({
      role: 'assistant',
      text: wordTurn(plan, request),
      private: isPrivate,
      kind: plan.kind,
      questionKey: plan.ask?.questionKey ?? null,
      requestId: plan.ask?.requestId ?? null,
    });
  };
  answer(null);
  for (const [at, text] of talk.said.entries()) {
    if (talk.picture && at === talk.said.length - 1) history.push(photoQuestion);
    const heard = listen(text, contextOf(history, 'WEB'));
    history.push({ role: 'user', text, told: toldText(text, heard.reading), private: false });
    answer(heard);
  }
  return { history, answered };
}

function requestFor(
  history: HistoryTurn[],
  heard: Heard | null,
  {
    talk,
    number,
    book,
    seed,
    answered,
  }: { talk: Talk; number: number; book: Book; seed: number; answered: ReadonlySet<string> },
): TurnRequest {
  const startedAt = new Date(NOW.getTime() - talk.daysAgo * DAY);
  const stories: Record<string, number> = {};
  for (const { chapterKey } of book.cards) stories[chapterKey ?? ''] = (stories[chapterKey ?? ''] ?? 0) + 1;
  return {
    subject: {
      language: 'en',
      fullName: alma.fullName,
      preferredName: alma.preferredName,
      pronouns: alma.pronouns,
      birthYear: 1941,
      isSelf: true,
      onBehalfOf: null,
      timeZone: alma.timeZone,
      country: 'US',
      avoidedThemes: [],
      confidedThemes: [],
      people: [],
    },
    conversation: {
      channel: 'WEB',
      togetherWith: null,
      number: number + 1,
      startedAt,
      limits: { minutes: 30, questions: 12 },
      nextCallAt: null,
      last: null,
    },
    history,
    heard,
    requests: number > 6 ? book.requests.filter(({ id }) => !answered.has(id)) : [],
    findings: [],
    told: {
      askedTexts: [
        ...book.askedTexts,
        ...history.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : [])),
      ],
      confidedTexts: [],
      doneKeys: [...book.doneKeys, ...history.flatMap(({ questionKey }) => questionKey ?? [])],
      chapters: stories,
      earlierWords: book.words,
    },
    bank: BANK,
    agentPrompt: null,
    mayUseModel: false,
    now: new Date(startedAt.getTime() + history.length * 30_000),
    seed: seed + 31 * number,
  };
}

async function write(
  history: readonly HistoryTurn[],
  talk: Talk,
  number: number,
  book: Book,
): Promise<Written> {
  let turn = -1;
  const messages = history.flatMap(({ role, text, private: isPrivate, ...asks }, at): WriteMessage[] => {
    if (role === 'user') turn += 1;
    if (isPrivate) return [];
    const question = BANK.find(({ key }) => key === asks.questionKey);
    const family = asks.requestId ? { text: text ?? '', chapterKey: null } : null;
    return [
      {
        id: role === 'user' ? `${number}:${turn}` : `${number}:q${at}`,
        role,
        ...(role === 'user' ? toldBy(text ?? '') : { text: text ?? '' }),
        private: false,
        question: question ? { text: question.text, chapterKey: question.chapter } : family,
      },
    ];
  });
  return withMeanings(() =>
    compose({
      subject: {
        preferredName: alma.preferredName,
        fullName: alma.fullName,
        birthDate: alma.birthDate,
        birthPlace: alma.birthPlace,
        pronouns: alma.pronouns,
        people: [],
      },
      conversation: { id: `c${number}`, startedAt: new Date(NOW.getTime() - talk.daysAgo * DAY) },
      messages,
      cards: book.cards,
      chapters: CHAPTERS.map(({ key, title }) => ({ key, title })),
    }),
  );
}

function keep({ cards }: Written, number: number, book: Book) {
  for (const [at, card] of cards.entries()) {
    const known = book.cards.find(({ id }) => id === card.cardId);
    if (known) known.paragraphs = [...known.paragraphs, ...card.paragraphs];
    else book.cards.push(storedCard(card, `${number}/${at}`));
  }
}
