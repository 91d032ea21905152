/** Where the API answers: the same origin, unless the web app was built for another. */
export const apiOrigin: string = import.meta.env.API_URL || '';

/** An address on the API's server. */
export function apiUrl(path: string): string {
  return `${apiOrigin}${path}`;
}

/** The socket's address, as browsers want it. */
export function socketUrl(path: string): string {
  return new URL(apiUrl(path), location.href).href.replace(/^http/, 'ws');
}

/**
 * A place of ours to return to: a path on this site, or `fallback`.
 * Anything that a browser might take for another site is refused.
 */
export function safePath(path: string | null | undefined, fallback = '/'): string {
  const plain = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u;
  if (!path || !plain.test(path)) return fallback;
  try {
    const url = new URL(path, 'https://here.invalid');
    // Dots resolve away: what is left of `/..//elsewhere` is another site's address.
    const ours = url.origin === 'https://here.invalid' && !url.pathname.startsWith('//');
    return ours ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}

/** The sign-in page that comes back to `path` afterwards. */
export function signInPath(path: string): string {
  const back = safePath(path);
  return back === '/' ? '/sign-in' : `/sign-in?redirect=${encodeURIComponent(back)}`;
}
