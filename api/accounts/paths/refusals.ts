import { STATUS_CODES } from 'node:http';

/** Adds the status's default code or message to a refusal that lacks one. */
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

/** The body of a refusal; null when it is a page instead of JSON. */
function bodyOf(text: string): Record<string, unknown> | null {
  if (!text) return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : null;
  } catch {
    return null;
  }
}
