import { useRouteLoaderData } from 'react-router';
import type { Session } from '#web/app/session.ts';

export { requireUser as loader } from '#web/app/guards.ts';
export { Component } from './with-data.tsx';

/** Who is signed in, on any page inside. */
export function useSession(): Session {
  return useRouteLoaderData('signed-in') as Session;
}
