import { ApolloClient, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { BaseHttpLink } from '@apollo/client/link/http';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import type { PrefetchedQuery } from './app/ahead.ts';
import { BookLayoutDocument } from './app/layouts/book.graphql.ts';
import { FamilyLayout } from './app/layouts/FamilyLayout.tsx';
import { openRoutes } from './app/open-routes.tsx';
import { routes, routesAround } from './app/router.tsx';
import { BiographyRouteDocument, BiographyStoryDocument } from './biography/biography.graphql.ts';
import { DashboardDocument } from './subjects/dashboard.graphql.ts';

/** The pages of a book that have their own HTML file, and their first queries. */
const firstOfABook = {
  book: [[BookLayoutDocument, { id: '{id}' }]],
  today: [
    [BookLayoutDocument, { id: '{id}' }],
    [DashboardDocument, { id: '{id}' }],
  ],
  biography: [
    [BookLayoutDocument, { id: '{id}' }],
    [BiographyRouteDocument, { subjectId: '{id}' }],
    [BiographyStoryDocument, { id: '{cardId}' }],
  ],
} satisfies Record<string, [TypedDocumentNode<unknown, never>, Record<string, string>][]>;

/** The HTML of one public page, before any script runs. */
export async function render(path: string): Promise<string> {
  const handler = createStaticHandler(routes.map(withOpenRoutes));
  const context = await handler.query(new Request(`http://prerender.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} answers with a redirect`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
}

/** The public pages together with the routes that a browser adds on demand. */
function withOpenRoutes(root: RouteObject): RouteObject {
  const [frame] = root.children ?? [];
  return {
    ...root,
    children: [{ ...frame, children: [...(frame?.children ?? []), ...openRoutes] }],
  } as RouteObject;
}

/** All routes as path patterns, such as `dashboard/:subjectId/call-log`. */
export async function addresses(): Promise<string[]> {
  const found = new Set<string>();
  const visit = (all: RouteObject[], under: string) => {
    for (const { path = '', children } of all) {
      if (path === '*') continue;
      const whole = [under, path].filter(Boolean).join('/');
      found.add(whole);
      if (children) visit(children, whole);
    }
  };
  for (const path of ['/', '/dashboard/', '/writer/', '/sign-in/']) visit(await routesAround(path), '');
  return [...found].sort();
}

/** The HTML shown until a book's page loads: its inert layout. */
export async function renderFrame(path: string): Promise<string> {
  const frame = (
    <FamilyLayout subjectId="{id}" bookName="The book" account={<span className="account" />}>
      <main className="wrap" id="main" />
    </FamilyLayout>
  );
  const handler = createStaticHandler([{ path: '*', element: frame }]);
  const context = await handler.query(new Request(`http://prerender.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} answers with a redirect`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const markup = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  return `<div class="page" inert aria-busy="true">${markup.replaceAll(/ href="[^"]*"/g, '')}</div>`;
}

/** The first queries of a book's page, byte for byte as its script sends them. */
export async function questionsOf(page: keyof typeof firstOfABook): Promise<PrefetchedQuery[]> {
  const questions: PrefetchedQuery[] = [];
  const http = new BaseHttpLink({
    async fetch(_address, { headers, body } = {}) {
      questions.push({ headers: headers as Record<string, string>, body: body as string });
      return Response.json({ data: null });
    },
  });
  const apollo = new ApolloClient({ cache: new InMemoryCache(), dataMasking: true, link: http });
  for (const [query, variables] of firstOfABook[page]) {
    await apollo.query({ query: query as unknown as TypedDocumentNode, variables, errorPolicy: 'all' });
  }
  return questions;
}
