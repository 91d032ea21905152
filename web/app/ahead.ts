import { leadSizes, type Picture, pictureSizes } from '#web/ui/picture-sizes.ts';

/**
 * What a page will ask first, word for word as its script will; `{id}` stands for the book in the address, `{cardId}`
 * for the story that it is opened at.
 */
export interface Question {
  headers: Record<string, string>;
  body: string;
  /** The files that draw a call that goes on, where its answer may tell of one. */
  ofCall?: string[];
  /** The files that the page asks for once it is drawn: on their way behind its picture. */
  soon?: string[];
}

/** What an answer may tell of what the page needs next: Today its newest stories, the Biography its chapters. */
interface Told {
  liveConversation?: object | null;
  cards?: { edges: { node: { status: string; pictures: Picture[] } }[] };
  chapters?: { cards: { id: string }[] }[];
}

/** The element of the page that holds them. */
export const questionsId = 'ahead';

const answers = new Map<string, Promise<Response>>();

/** Asks what the page will ask, while its script still comes. */
export function askAhead(): void {
  const questions = document.getElementById(questionsId)?.textContent;
  const [, id] = /^\/dashboard\/([0-9a-f-]{36})/.exec(location.pathname) ?? [];
  if (!questions || !id) return;
  const all = JSON.parse(questions) as Question[];
  const ofStory = all.filter(isOfStory);
  const named = new URLSearchParams(location.search).get('cardId');
  for (const question of all) if (!isOfStory(question)) ask(question, '{id}', id, goOn);
  if (named && /^[0-9a-f-]{36}$/.test(named)) askOfStory(named);
  // A browser's first date takes a phone long: it is made once the frame is drawn, while everything else still comes.
  requestAnimationFrame(() => setTimeout(() => new Intl.DateTimeFormat('en-GB').format()));

  function askOfStory(cardId: string) {
    for (const question of ofStory) ask(question, '{cardId}', cardId);
  }
  function goOn({ liveConversation, cards, chapters = [] }: Told, { ofCall = [], soon = [] }: Question) {
    if (liveConversation) for (const href of ofCall) fetchPart(href);
    // The two as the page itself will choose them: another choice would only be fetched in vain.
    const lead = cards?.edges.find(({ node }) => node.status !== 'HIDDEN')?.node.pictures[0];
    if (lead) fetchPicture(lead);
    for (const href of soon) fetchPart(href);
    const card = chapters.find((chapter) => chapter.cards.length > 0)?.cards[0];
    if (card && !location.search) askOfStory(card.id);
  }
}

function isOfStory({ body }: Question): boolean {
  return body.includes('{cardId}');
}

type GoOn = (told: Told, question: Question) => void;

/** The answer is handed on once what it leads to is on its way, so that nobody asks for that as well. */
function ask(question: Question, name: string, value: string, goOn?: GoOn): void {
  const { headers, body } = question;
  const asked = body.replace(name, () => value);
  const answer = fetch('/graphql', { method: 'POST', credentials: 'same-origin', headers, body: asked }).then(
    async (response) => {
      const told =
        goOn &&
        (await response
          .clone()
          .json()
          .catch(() => null));
      if (told?.data?.subject) goOn?.(told.data.subject, question);
      return response;
    },
  );
  answer.catch(() => undefined); // whoever takes it up asks again
  answers.set(asked, answer);
}

function fetchPart(href: string): void {
  const link = document.createElement('link');
  const script = href.endsWith('.js');
  Object.assign(link, { rel: script ? 'modulepreload' : 'preload', as: script ? 'script' : 'style' });
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

function fetchPicture(picture: Picture): void {
  const { src, srcSet = '', sizes = '' } = pictureSizes(picture, leadSizes);
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'image',
    fetchPriority: 'high',
    imageSrcset: srcSet,
    imageSizes: sizes,
  });
  link.href = src;
  document.head.append(link);
}

/** The answer to what was asked ahead in these words, once. */
export function takeAnswer(body: unknown): Promise<Response> | undefined {
  const answer = typeof body === 'string' ? answers.get(body) : undefined;
  if (answer) answers.delete(body as string);
  return answer;
}

/** Once the first page is here: what nobody has taken up is of a visit that went elsewhere. */
export function forgetAnswers(): void {
  answers.clear();
}
