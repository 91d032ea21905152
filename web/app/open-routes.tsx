import { type RouteObject, redirect } from 'react-router';
import { page } from './page.ts';

const home = () => redirect('/');

/** Routes that need no session: sign-in and related pages, gifts, invitations, and the pages for developers. */
export const openRoutes: RouteObject[] = [
  { path: 'sign-in', lazy: page(() => import('#web/accounts/sign-in.route.tsx')) },
  { path: 'sign-in/phone', lazy: page(() => import('#web/accounts/phone/sign-in.route.tsx')) },
  { path: 'sign-up', lazy: page(() => import('#web/accounts/sign-up.route.tsx')) },
  { path: 'verify-email', lazy: page(() => import('#web/accounts/verify-email.route.tsx')) },
  { path: 'forgot-password', lazy: page(() => import('#web/accounts/forgot-password.route.tsx')) },
  { path: 'reset-password', lazy: page(() => import('#web/accounts/reset-password.route.tsx')) },
  {
    lazy: page(() => import('./layouts/with-data.tsx')),
    children: [
      { path: 'undo-email-change', lazy: page(() => import('#web/accounts/undo-email-change.route.tsx')) },
      { path: 'gift/:token', lazy: page(() => import('#web/gifts/open-gift.route.tsx')) },
      { path: 'restore/:token', lazy: page(() => import('#web/subjects/restore.route.tsx')) },
    ],
  },
  {
    path: 'unsubscribe/:readerId/:choice/:signature',
    lazy: page(() => import('#web/accounts/unsubscribe.route.tsx')),
  },
  { path: 'listen/:token', lazy: page(() => import('#web/voice-codes/listen.route.tsx')) },
  { path: 'sign-out', lazy: page(() => import('#web/accounts/sign-out.route.tsx')) },
  { path: 'developers', lazy: page(() => import('#web/developers/developers.route.tsx')) },
  { path: 'developers/reference', lazy: page(() => import('#web/developers/reference.route.tsx')) },
  { path: 'test-login', loader: home },
  { path: 'dev-login', loader: home },
  {
    path: 'invite',
    lazy: page(() => import('#web/people/invite.layout.route.tsx')),
    children: [
      { index: true, lazy: page(() => import('#web/people/invitations.route.tsx')) },
      { path: ':token', lazy: page(() => import('#web/people/invitation.route.tsx')) },
      { path: 'viewer/:token', lazy: page(() => import('#web/people/viewer-invitation.route.tsx')) },
    ],
  },
];
