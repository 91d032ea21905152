import { parseSetCookieHeader } from 'better-auth/cookies';
import { sessionEndEvent } from './signed-in-hint.ts';

/** Storage keys that this API's clients have always used. */
const cookieKey = 'better-auth_cookie';
const dataKey = 'better-auth_session_data';
/** In sessionStorage, so that a sign-in begun in another tab is not taken over. */
const verifierKey = 'evertold:ott';

interface StoredCookie {
  value: string;
  expires: string | null;
}

function storedCookies(): Record<string, StoredCookie> {
  try {
    const jar: unknown = JSON.parse(localStorage.getItem(cookieKey) ?? '{}');
    return typeof jar === 'object' && jar !== null ? (jar as Record<string, StoredCookie>) : {};
  } catch {
    return {};
  }
}

/** The unexpired cookies, formatted as a Cookie header. */
export function cookies(): string {
  return Object.entries(storedCookies())
    .filter(([, { expires }]) => !expires || new Date(expires) > new Date())
    .map(([name, { value }]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}

function merge(setCookies: string): void {
  const jar = storedCookies();
  for (const [name, cookie] of parseSetCookieHeader(setCookies)) {
    const age = cookie['max-age'];
    const expires = age === undefined ? cookie.expires : new Date(Date.now() + Number(age) * 1000);
    if (!cookie.value || (expires && expires <= new Date())) delete jar[name];
    else jar[name] = { value: cookie.value, expires: expires?.toISOString() ?? null };
  }
  localStorage.setItem(cookieKey, JSON.stringify(jar));
}

function forget(): void {
  localStorage.removeItem(cookieKey);
  localStorage.removeItem(dataKey);
}
window.addEventListener(sessionEndEvent, forget);

/**
 * Calls an API on another origin: without the browser's cookies, but with the ones stored here in a header of their
 * own. Cookies set by the response replace the stored ones and are removed on sign-out.
 */
export async function fetchElsewhere(asked: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(asked instanceof Request ? asked.url : asked, location.href);
  if (url.pathname === '/api/auth/sign-in/social') {
    const response = await begin(url.origin, init.body);
    if (response) return response;
  }
  // When the page already has the provider's token there is no redirect, so the usual endpoint is used.
  const links = url.pathname === '/api/auth/link-social' && !jsonIn(init.body)?.idToken;
  const to = links ? new URL('/api/auth/cross-domain/link', url.origin) : asked;
  const headers = new Headers(init.headers ?? (asked instanceof Request ? asked.headers : undefined));
  headers.set('better-auth-cookie', cookies());
  const body = url.pathname.startsWith('/api/auth/') ? withWholeAddresses(init.body) : init.body;
  const answer = await fetch(to, {
    ...init,
    ...(body !== undefined && { body }),
    headers,
    credentials: 'omit',
  });
  const set = answer.headers.get('set-better-auth-cookie');
  if (set) merge(set);
  if (answer.ok && url.pathname === '/api/auth/sign-out') forget();
  if (answer.ok && url.pathname === '/api/auth/get-session')
    localStorage.setItem(dataKey, await answer.clone().text());
  return answer;
}

const addresses = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'];

/** Makes callback addresses absolute: the API would read a bare path as one of its own. */
function withWholeAddresses(body: BodyInit | null | undefined): BodyInit | null | undefined {
  const parsedBody = jsonIn(body);
  if (!parsedBody) return body;
  for (const name of addresses) {
    const path = parsedBody[name];
    if (typeof path === 'string' && path.startsWith('/')) parsedBody[name] = location.origin + path;
  }
  return JSON.stringify(parsedBody);
}

function jsonIn(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'string') return null;
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Starts a sign-in by a provider through the API's own origin, where its state cookie must be set. */
async function begin(apiOrigin: string, body: unknown): Promise<Response | null> {
  const parsedBody = jsonIn(withWholeAddresses(body as BodyInit));
  // With a token that the page already has, no redirect is needed.
  if (!parsedBody || parsedBody.idToken) return null;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(verifierKey, verifier);
  const challenge = base64url(await digestOf(verifier));
  const url = new URL('/api/auth/cross-domain/sign-in', apiOrigin);
  for (const name of ['provider', ...addresses])
    if (typeof parsedBody[name] === 'string') url.searchParams.set(name, parsedBody[name]);
  url.searchParams.set('challenge', challenge);
  return Response.json({ url: url.href, redirect: true });
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Exchanges the address's `ott` for a session and removes it from the address. Does so only if this tab began the
 * sign-in, or if this browser signed up and now opens the mailed link.
 */
export async function takeOneTimeToken(apiOrigin: string): Promise<void> {
  const url = new URL(location.href);
  const token = url.searchParams.get('ott');
  const verifier = sessionStorage.getItem(verifierKey);
  if (!token || !(verifier || Object.keys(storedCookies()).some((name) => name.endsWith('.signed_up'))))
    return;
  sessionStorage.removeItem(verifierKey);
  url.searchParams.delete('ott');
  history.replaceState(history.state, '', url);
  // Without a response nobody is signed in, and the page says so.
  await fetchElsewhere(`${apiOrigin}/api/auth/one-time-token/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...(verifier && { verifier }) }),
  }).catch(() => null);
}
