import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Viewer } from '#api/platform/viewer.ts';
import { viewerOfSession } from '../session.ts';

const halfAnHourMs = 1_800_000;

let secret = '';
let publicUrl = '';

/** Sets where files are, and with what their addresses are signed. */
export function openMediaAddresses(config: { authSecret: string; publicUrl: string }) {
  secret = config.authSecret;
  publicUrl = config.publicUrl;
}

/**
 * Where this viewer finds a stored file. A page of another origin sends no cookie with what it shows, so that its
 * addresses carry the session that they are for: signed, for half an hour to an hour, and only while the session lasts.
 */
export function mediaAddress(id: string, viewer: Pick<Viewer, 'sessionId' | 'elsewhere'> | null): string {
  if (!viewer?.elsewhere) return `/media/${id}`;
  // The same one for a while, so that what is shown is not loaded again with each answer.
  const until = (Math.floor(Date.now() / halfAnHourMs) + 2) * halfAnHourMs;
  const query = new URLSearchParams({
    session: viewer.sessionId,
    until: String(until),
    signature: signature(id, viewer.sessionId, until),
  });
  return `${publicUrl}/media/${id}?${query}`;
}

/** The same for the address of somebody's picture, which may also be a provider's. */
export function imageAddress(
  image: string | null,
  viewer: Pick<Viewer, 'sessionId' | 'elsewhere'> | null,
): string | null {
  const [, id] = /^\/media\/([^/?]+)$/.exec(image ?? '') ?? [];
  return id ? mediaAddress(id, viewer) : image;
}

/** Who is signed in, as a page of another origin is told it: with a picture that it can show. */
export async function withImageAddress(answer: Response): Promise<Response> {
  const told = (await answer.clone().json()) as {
    session: { id: string };
    user: { image?: string | null };
  } | null;
  if (!told?.user?.image) return answer;
  told.user.image = imageAddress(told.user.image, { sessionId: told.session.id, elsewhere: true });
  return new Response(JSON.stringify(told), { status: answer.status, headers: answer.headers });
}

/** For whom an address of a file was signed; null for one that isn't, or no longer, good. */
export async function viewerOfAddress(id: string, query: URLSearchParams): Promise<Viewer | null> {
  const [sessionId, until, given] = ['session', 'until', 'signature'].map((name) => query.get(name) ?? '');
  if (!sessionId || !given || !(Number(until) > Date.now())) return null;
  const expected = Buffer.from(signature(id, sessionId, Number(until)));
  const told = Buffer.from(given);
  if (told.length !== expected.length || !timingSafeEqual(told, expected)) return null;
  return viewerOfSession(sessionId);
}

function signature(id: string, sessionId: string, until: number): string {
  return createHmac('sha256', secret).update(`media ${id} ${sessionId} ${until}`).digest('base64url');
}
