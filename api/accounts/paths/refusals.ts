import { STATUS_CODES } from 'node:http';

/** The answer as it is, but for a refusal that comes without a code or a message: it gets those of its status. */
export async function withCode(answer: Response): Promise<Response> {
  if (answer.status < 400) return answer;
  const text = await answer.clone().text();
  const given = bodyOf(text);
  if (!given || (given.code && given.message)) return answer;
  const said = STATUS_CODES[answer.status] ?? 'Error';
  const body = { code: said.toUpperCase().replaceAll(' ', '_'), message: said, ...given };
  const headers = new Headers(answer.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}

/** What a refusal says; null when it is no JSON, but a page. */
function bodyOf(text: string): Record<string, unknown> | null {
  if (!text) return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : null;
  } catch {
    return null;
  }
}
