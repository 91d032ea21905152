import { createHmac, timingSafeEqual } from 'node:crypto';
import { settings } from '#api/platform/settings.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { viewerOfSession } from '../session.ts';

const halfAnHourMs = 1_800_000;

/**
 * The address of a stored file for this viewer. A page of another origin sends no cookies for files, so its addresses
 * carry the session: signed, valid for half an hour to an hour, and only while the session lasts.
 */
export function mediaAddress(id: string, viewer: Pick<Viewer, 'sessionId' | 'elsewhere'> | null): string {
  if (!viewer?.elsewhere) return `/media/${id}`;
  // The address stays the same for a while, so that browsers use their cache.
  const until = (Math.floor(Date.now() / halfAnHourMs) + 2) * halfAnHourMs;
  const query = new URLSearchParams({
    session: viewer.sessionId,
    until: String(until),
    signature: signature(id, viewer.sessionId, until),
  });
  return `${settings().publicUrl}/media/${id}?${query}`;
}

/** The same for a user's picture, which may also be a provider's. */
export function imageAddress(
  image: string | null,
  viewer: Pick<Viewer, 'sessionId' | 'elsewhere'> | null,
): string | null {
  const [, id] = /^\/media\/([^/?]+)$/.exec(image ?? '') ?? [];
  return id ? mediaAddress(id, viewer) : image;
}

/** Replaces the picture in a session answer by an address that a page of another origin can show. */
export async function withImageAddress(answer: Response): Promise<Response> {
  const told = (await answer.clone().json()) as {
    session: { id: string };
    user: { image?: string | null };
  } | null;
  if (!told?.user?.image) return answer;
  told.user.image = imageAddress(told.user.image, { sessionId: told.session.id, elsewhere: true });
  return new Response(JSON.stringify(told), { status: answer.status, headers: answer.headers });
}

/** The viewer a file address was signed for; null when it is invalid or expired. */
export async function viewerOfAddress(id: string, query: URLSearchParams): Promise<Viewer | null> {
  const [sessionId, until, given] = ['session', 'until', 'signature'].map((name) => query.get(name) ?? '');
  if (!sessionId || !given || !(Number(until) > Date.now())) return null;
  const expected = Buffer.from(signature(id, sessionId, Number(until)));
  const told = Buffer.from(given);
  if (told.length !== expected.length || !timingSafeEqual(told, expected)) return null;
  return viewerOfSession(sessionId);
}

function signature(id: string, sessionId: string, until: number): string {
  return createHmac('sha256', settings().authSecret)
    .update(`media ${id} ${sessionId} ${until}`)
    .digest('base64url');
}
