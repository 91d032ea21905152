import { type RouteObject, redirect } from 'react-router';
import { Missing } from './errors.tsx';
import { page } from './page.ts';

const home = () => redirect('/');

/** Open to everybody: signing in and its kin, and invitations. */
const open: RouteObject[] = [
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
      { path: 'restore/:token', lazy: page(() => import('#web/subjects/restore.route.tsx')) },
    ],
  },
  { path: 'sign-out', lazy: page(() => import('#web/accounts/sign-out.route.tsx')) },
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

const ofABook: RouteObject[] = [
  { index: true, lazy: page(() => import('#web/subjects/dashboard.route.tsx')) },
  { path: 'biography', lazy: page(() => import('#web/biography/biography.route.tsx')) },
  { path: 'call-log', lazy: page(() => import('#web/conversations/call-log.route.tsx')) },
  { path: 'call-log/:conversationId', lazy: page(() => import('#web/conversations/conversation.route.tsx')) },
  { path: 'family-friends', lazy: page(() => import('#web/people/family-friends.route.tsx')) },
  { path: 'gift-another-loved-one', lazy: page(() => import('#web/gifts/gift.route.tsx')) },
  { path: 'keepsakes', lazy: page(() => import('#web/keepsakes/keepsakes.route.tsx')) },
  { path: 'settings', lazy: page(() => import('#web/subjects/subject-settings.route.tsx')) },
];

const ofTheWriter: RouteObject[] = [
  { index: true, lazy: page(() => import('#web/writer/today.route.tsx')) },
  { path: 'users', lazy: page(() => import('#web/writer/users/users.route.tsx')) },
  { path: 'subjects', lazy: page(() => import('#web/writer/subjects/subjects.route.tsx')) },
  { path: 'subjects/:subjectId', lazy: page(() => import('#web/writer/subjects/subject.route.tsx')) },
  {
    path: 'subjects/:subjectId/reconcile',
    lazy: page(() => import('#web/writer/reconcile/reconcile.route.tsx')),
  },
  { path: 'prompts', lazy: page(() => import('#web/writer/prompts/prompts.route.tsx')) },
  { path: 'playground', lazy: page(() => import('#web/writer/playground/playground.route.tsx')) },
  { path: 'models', lazy: page(() => import('#web/writer/models/models.route.tsx')) },
  { path: 'messages', lazy: page(() => import('#web/writer/messages/messages.route.tsx')) },
  { path: 'agent-prompts', lazy: page(() => import('#web/writer/agent-prompts/agent-prompts.route.tsx')) },
  {
    path: 'agent-prompts/new',
    lazy: page(() => import('#web/writer/agent-prompts/new-agent-prompt.route.tsx')),
  },
  {
    path: 'agent-prompts/:promptId',
    lazy: page(() => import('#web/writer/agent-prompts/agent-prompt.route.tsx')),
  },
  {
    path: 'agent-prompts/:promptId/edit',
    lazy: page(() => import('#web/writer/agent-prompts/edit-agent-prompt.route.tsx')),
  },
];

const signedIn: RouteObject = {
  id: 'signed-in',
  lazy: page(() => import('./layouts/signed-in.route.tsx')),
  children: [
    {
      lazy: page(() => import('./layouts/account.route.tsx')),
      children: [
        { path: 'how-it-works', lazy: page(() => import('#web/cover/how-it-works.route.tsx')) },
        { path: 'settings', lazy: page(() => import('#web/accounts/settings.route.tsx')) },
        { path: 'settings/permissions', lazy: page(() => import('#web/accounts/permissions.route.tsx')) },
        { path: 'dashboard', lazy: page(() => import('#web/subjects/my-books.route.tsx')) },
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
      children: ofABook,
    },
    {
      path: 'writer',
      lazy: page(() => import('./layouts/desk.route.tsx')),
      children: ofTheWriter,
    },
  ],
};

/** Every address but the public pages. */
export const moreRoutes: RouteObject[] = [...open, signedIn, { path: '*', Component: Missing }];
