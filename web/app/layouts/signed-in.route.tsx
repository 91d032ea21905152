import { useRouteLoaderData } from 'react-router';
import type { Session } from '#web/app/session.ts';

export { requireUser as loader } from '#web/app/guards.ts';
export { Component } from './with-data.tsx';

/** The session on any page for signed-in users. */
export function useSession(): Session {
  return useRouteLoaderData('signed-in') as Session;
}
