/** The page of `/error`: the error value of a redirect, and a link to the page that explains it. */
export function errorPage({ searchParams }: URL): Response {
  const given = searchParams.get('error') ?? '';
  const value = /^[\w.'-]{1,80}$/.test(given) ? given.replaceAll("'", '&#39;') : 'unknown';
  const onward = `/sign-in?error=${encodeURIComponent(value.replaceAll('&#39;', "'"))}`;
  return page({
    title: 'Signing in did not work',
    head: `<meta http-equiv="refresh" content="0; url=${onward}">\n`,
    why: `The reason given: <code>${value}</code>`,
    onward: `<a href="${onward}">Go on to sign in</a>`,
  });
}

/** Paths that people open by a link. */
const byLink = /^\/api\/auth\/(verify-email|reset-password\/|delete-user\/callback|cross-domain\/)/;

/**
 * The redirect or page for a browser instead of an answer for programs: the redirect target of a refusal, or an
 * explanation of why the link did not work. Programs get the unchanged answer. `home` is the web app's origin when it
 * isn't ours.
 */
export async function forPeople(request: Request, answer: Response, home = ''): Promise<Response> {
  if (answer.status < 400) return answer;
  const { pathname } = new URL(request.url);
  const place = answer.headers.get('location');
  if (place) return led(answer, place);
  const opened = request.method === 'GET' && request.headers.get('accept')?.includes('text/html');
  if (!opened || answer.status >= 500 || !byLink.test(pathname)) return answer;
  if (pathname.startsWith('/api/auth/cross-domain/')) return brokenLink(answer.status, home);
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  const value = typeof code === 'string' && code ? code.toLowerCase() : `status ${answer.status}`;
  return led(answer, `${home}/sign-in?error=${encodeURIComponent(value)}`);
}

function led({ headers: given }: Response, location: string): Response {
  const headers = new Headers(given);
  headers.set('location', location);
  headers.delete('content-type');
  return new Response(null, { status: 302, headers });
}

function brokenLink(status: number, home: string): Response {
  const { body, headers } = page({
    title: 'The link did not work',
    why: 'It was used already, it is too old, or it is not complete. Nothing was changed.',
    onward: `<a href="${home}/">Go on to Evertold</a>`,
  });
  return new Response(body, { status, headers });
}

function page({
  title,
  head = '',
  why,
  onward,
}: {
  title: string;
  head?: string;
  why: string;
  onward: string;
}): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${title} · Evertold</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${why}</p>
<p>${onward}</p>
</main>
</body>
</html>
`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
