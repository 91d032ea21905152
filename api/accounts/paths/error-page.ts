/** The page of `/error`: the value that a redirect came with, and the way to the page that says it in words. */
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

/** What people come to by a link, and not by a program. */
const byLink = /^\/api\/auth\/(verify-email|reset-password\/|delete-user\/callback|cross-domain\/)/;

/** A refusal that a browser lands on, as a page with the way on to `home`; programs get the refusal as it is. */
export function forPeople(request: Request, refusal: Response, home: string): Response {
  const { pathname } = new URL(request.url);
  const opened = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html');
  if (!opened || refusal.status < 400 || refusal.status >= 500 || !byLink.test(pathname)) return refusal;
  const elsewhere = pathname.startsWith('/api/auth/cross-domain/');
  const onward = pathname.includes('verify-email') ? '/verify-email?error=invalid_token' : '/';
  const made = page({
    title: 'The link did not work',
    why: 'It was used already, it is too old, or it is not complete. Nothing was changed.',
    onward: `<a href="${elsewhere ? home : onward}">Go on to Evertold</a>`,
  });
  return new Response(made.body, { status: refusal.status, headers: made.headers });
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
