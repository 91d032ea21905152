/** What a page will ask first, word for word as its script will; `{id}` stands for the book in the address. */
export interface Question {
  headers: Record<string, string>;
  body: string;
}

/** The element of the page that holds them. */
export const questionsId = 'ahead';

const answers = new Map<string, Promise<Response>>();

/** Asks what the page will ask, while its script still comes. */
export function askAhead(): void {
  const questions = document.getElementById(questionsId)?.textContent;
  const [, id] = /^\/dashboard\/([0-9a-f-]{36})/.exec(location.pathname) ?? [];
  if (!questions || !id) return;
  for (const { headers, body } of JSON.parse(questions) as Question[]) {
    const asked = body.replace('{id}', id);
    const answer = fetch('/graphql', { method: 'POST', credentials: 'same-origin', headers, body: asked });
    answer.catch(() => undefined); // whoever takes it up asks again
    answers.set(asked, answer);
  }
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
