import type { RouteObject } from 'react-router';
import * as signedIn from './layouts/signed-in.route.tsx';
import * as within from './layouts/within.route.tsx';
import { page } from './page.ts';

const bookRoutes: RouteObject[] = [
  { index: true, lazy: page(() => import('#web/subjects/dashboard.route.tsx')) },
  { path: 'biography', lazy: page(() => import('#web/biography/biography.route.tsx')) },
  { path: 'biography/make', lazy: page(() => import('#web/makings/makings.route.tsx')) },
  { path: 'call-log', lazy: page(() => import('#web/conversations/call-log.route.tsx')) },
  { path: 'call-log/:conversationId', lazy: page(() => import('#web/conversations/conversation.route.tsx')) },
  { path: 'family-friends', lazy: page(() => import('#web/people/family-friends.route.tsx')) },
  { path: 'family-friends/:personId', lazy: page(() => import('#web/people/person.route.tsx')) },
  { path: 'gift-another-loved-one', lazy: page(() => import('#web/gifts/gift.route.tsx')) },
  {
    path: 'gift-another-loved-one/:giftId',
    lazy: page(() => import('#web/gifts/card.route.tsx')),
  },
  { path: 'keepsakes', lazy: page(() => import('#web/keepsakes/keepsakes.route.tsx')) },
  { path: 'keepsakes/:keepsakeId/words', lazy: page(() => import('#web/keepsakes/words/words.route.tsx')) },
  { path: 'phone-card', lazy: page(() => import('#web/calls/phone-card.route.tsx')) },
  { path: 'places', lazy: page(() => import('#web/people/places.route.tsx')) },
  { path: 'questions', lazy: page(() => import('#web/questions/questions.route.tsx')) },
  { path: 'settings', lazy: page(() => import('#web/subjects/subject-settings.route.tsx')) },
];

/** Routes for signed-in users: the account and the books. */
export const insideRoutes: RouteObject = {
  id: 'signed-in',
  Component: signedIn.Component,
  loader: signedIn.loader,
  children: [
    {
      lazy: page(() => import('./layouts/account.route.tsx')),
      children: [
        {
          Component: within.Component,
          ErrorBoundary: within.ErrorBoundary,
          children: [
            { path: 'how-it-works', lazy: page(() => import('#web/cover/how-it-works.route.tsx')) },
            {
              path: 'settings',
              lazy: page(() => import('#web/accounts/settings.layout.route.tsx')),
              children: [
                { index: true, lazy: page(() => import('#web/accounts/settings.route.tsx')) },
                { path: 'permissions', lazy: page(() => import('#web/accounts/permissions.route.tsx')) },
              ],
            },
            { path: 'dashboard', lazy: page(() => import('#web/subjects/my-books.route.tsx')) },
            {
              path: 'dashboard/bring-a-book',
              lazy: page(() => import('#web/imports/bring-a-book.route.tsx')),
            },
          ],
        },
      ],
    },
    { path: 'onboarding', lazy: page(() => import('#web/onboarding/onboarding.route.tsx')) },
    {
      path: 'dashboard/tell-my-own-story',
      lazy: page(() => import('#web/conversations/tell-my-own-story.route.tsx')),
    },
    {
      path: 'dashboard/:subjectId',
      lazy: page(() => import('./layouts/book.route.tsx')),
      children: [{ Component: within.Component, ErrorBoundary: within.ErrorBoundary, children: bookRoutes }],
    },
  ],
};
