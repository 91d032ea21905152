/** The API's origin: empty for the same origin, unless the web app was built for another one. */
export const apiOrigin: string = import.meta.env.API_URL || '';

/** The URL of a path on the API's server. */
export function apiUrl(path: string): string {
  return `${apiOrigin}${path}`;
}

/** The WebSocket URL of a path on the API's server. */
export function socketUrl(path: string): string {
  return new URL(apiUrl(path), location.href).href.replace(/^http/, 'ws');
}

/**
 * Returns a safe path on this site to redirect to, or `fallback`. It refuses anything that a browser might read as
 * another site's address.
 */
export function safePath(path: string | null | undefined, fallback = '/'): string {
  const plain = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u;
  if (!path || !plain.test(path)) return fallback;
  try {
    const url = new URL(path, 'https://here.invalid');
    // Dot segments are resolved first: `/..//elsewhere` becomes `//elsewhere`, which is another site's address.
    const ours = url.origin === 'https://here.invalid' && !url.pathname.startsWith('//');
    return ours ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}

/** The path of the sign-in page that returns to `path` afterwards. */
export function signInPath(path: string): string {
  const back = safePath(path);
  return back === '/' ? '/sign-in' : `/sign-in?redirect=${encodeURIComponent(back)}`;
}
