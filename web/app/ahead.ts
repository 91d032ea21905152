import { leadSizes, type Picture, pictureSizes } from '#web/ui/picture-sizes.ts';

/**
 * A query that the page will send first, byte for byte as its script sends it. `{id}` stands for the subject id in the
 * address, and `{cardId}` for the story that the page opens at.
 */
export interface PrefetchedQuery {
  headers: Record<string, string>;
  body: string;
  /** Files that draw a running call; fetched when the answer has a live conversation. */
  callFiles?: string[];
  /** Files that the page requests once it is drawn; fetched after its first picture. */
  laterFiles?: string[];
}

/** The parts of an answer that tell what the page needs next: stories on Today, chapters on the Biography. */
interface PageNeeds {
  liveConversation?: object | null;
  cards?: { edges: { node: { status: string; pictures: Picture[] } }[] };
  chapters?: { cards: { id: string }[] }[];
}

/** The id of the element that holds the queries. */
export const questionsId = 'ahead';

const answers = new Map<string, Promise<Response>>();

/** Sends the page's first queries while its script is still loading. */
export function sendPrefetchedQueries(): void {
  const listed = document.getElementById(questionsId)?.textContent;
  const [, id] = /^\/dashboard\/([0-9a-f-]{36})/.exec(location.pathname) ?? [];
  if (!listed || !id) return;
  const queries = JSON.parse(listed) as PrefetchedQuery[];
  const ofStory = queries.filter(isOfStory);
  const named = new URLSearchParams(location.search).get('cardId');
  for (const question of queries) if (!isOfStory(question)) ask(question, '{id}', id, fetchWhatFollows);
  if (named && /^[0-9a-f-]{36}$/.test(named)) askOfStory(named);
  // The first date format takes long on a phone, so it is created here, after the frame is drawn and while the rest
  // loads.
  requestAnimationFrame(() => setTimeout(() => new Intl.DateTimeFormat('en-GB').format()));

  function askOfStory(cardId: string) {
    for (const question of ofStory) ask(question, '{cardId}', cardId);
  }
  function fetchWhatFollows(
    { liveConversation, cards, chapters = [] }: PageNeeds,
    { callFiles = [], laterFiles = [] }: PrefetchedQuery,
  ) {
    if (liveConversation) for (const href of callFiles) fetchPart(href);
    // Chosen by the same rule as on the page; a different choice would be fetched in vain.
    const lead = cards?.edges.find(({ node }) => node.status !== 'HIDDEN')?.node.pictures[0];
    if (lead) fetchPicture(lead);
    for (const href of laterFiles) fetchPart(href);
    const card = chapters.find((chapter) => chapter.cards.length > 0)?.cards[0];
    if (card && !location.search) askOfStory(card.id);
  }
}

function isOfStory({ body }: PrefetchedQuery): boolean {
  return body.includes('{cardId}');
}

type FetchWhatFollows = (answered: PageNeeds, question: PrefetchedQuery) => void;

/**
 * Hands on the response only after the fetches that follow from it have started, so that the page doesn't start them
 * again.
 */
function ask(
  question: PrefetchedQuery,
  name: string,
  value: string,
  fetchWhatFollows?: FetchWhatFollows,
): void {
  const { headers, body } = question;
  const sentBody = body.replace(name, () => value);
  const answer = fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers,
    body: sentBody,
  }).then(async (response) => {
    const answered =
      fetchWhatFollows &&
      (await response
        .clone()
        .json()
        .catch(() => null));
    if (answered?.data?.subject) fetchWhatFollows?.(answered.data.subject, question);
    return response;
  });
  answer.catch(() => undefined); // apiFetch sends the query again when this one failed
  answers.set(sentBody, answer);
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

/** The response to a query that was sent ahead with exactly this body; each is returned once. */
export function takePrefetchedResponse(body: unknown): Promise<Response> | undefined {
  const answer = typeof body === 'string' ? answers.get(body) : undefined;
  if (answer) answers.delete(body as string);
  return answer;
}

/** Drops unused responses once the first page has loaded: they belong to a page that the user has left. */
export function dropPrefetchedResponses(): void {
  answers.clear();
}
