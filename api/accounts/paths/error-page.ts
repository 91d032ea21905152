/** The page of `/error`: the value that a redirect came with, and the way to the page that says it in words. */
export function errorPage({ searchParams }: URL): Response {
  const given = searchParams.get('error') ?? '';
  const value = /^[\w.'-]{1,80}$/.test(given) ? given.replaceAll("'", '&#39;') : 'unknown';
  const onward = `/sign-in?error=${encodeURIComponent(value.replaceAll('&#39;', "'"))}`;
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${onward}">
<title>Signing in did not work · Evertold</title>
</head>
<body>
<main>
<h1>Signing in did not work</h1>
<p>The reason given: <code>${value}</code></p>
<p><a href="${onward}">Go on to sign in</a></p>
</main>
</body>
</html>
`;
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
