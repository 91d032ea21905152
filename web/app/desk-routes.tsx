import type { RouteObject } from 'react-router';
import { page } from './page.ts';

/** Routes of the writer’s desk; the router adds them under `signed-in`. */
export const deskRoutes: RouteObject[] = [
  {
    path: 'writer',
    lazy: page(() => import('./layouts/desk.route.tsx')),
    children: [
      { index: true, lazy: page(() => import('#web/writer/today.route.tsx')) },
      {
        path: 'users',
        lazy: page(() => import('#web/writer/users/users.route.tsx')),
        // The list stays where it is while somebody's sheet lies over it.
        children: [{ path: ':userId', element: null }],
      },
      {
        path: 'conversations',
        lazy: page(() => import('#web/writer/conversations/conversations.route.tsx')),
      },
      { path: 'stories', lazy: page(() => import('#web/writer/stories/stories.route.tsx')) },
      { path: 'subjects', lazy: page(() => import('#web/writer/subjects/subjects.route.tsx')) },
      { path: 'subjects/:subjectId', lazy: page(() => import('#web/writer/subjects/subject.route.tsx')) },
      {
        path: 'subjects/:subjectId/reconcile',
        lazy: page(() => import('#web/writer/reconcile/reconcile.route.tsx')),
      },
      { path: 'prompts', lazy: page(() => import('#web/writer/prompts/prompts.route.tsx')) },
      { path: 'playground', lazy: page(() => import('#web/writer/playground/playground.route.tsx')) },
      { path: 'playground/sets', lazy: page(() => import('#web/writer/replay/sets.route.tsx')) },
      { path: 'playground/sets/:setId', lazy: page(() => import('#web/writer/replay/set.route.tsx')) },
      { path: 'models', lazy: page(() => import('#web/writer/models/models.route.tsx')) },
      { path: 'models/calls', lazy: page(() => import('#web/writer/models/calls/calls.route.tsx')) },
      { path: 'audit', lazy: page(() => import('#web/writer/audit/audit.route.tsx')) },
      { path: 'messages', lazy: page(() => import('#web/writer/messages/messages.route.tsx')) },
      {
        path: 'agent-prompts',
        lazy: page(() => import('#web/writer/agent-prompts/agent-prompts.route.tsx')),
      },
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
    ],
  },
];
