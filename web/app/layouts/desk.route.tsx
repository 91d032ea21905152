import { Outlet } from 'react-router';
import { WriterLayout } from './WriterLayout.tsx';

export { requireAdmin as loader } from '#web/app/guards.ts';

/** The writer's desk. */
export function Component() {
  return (
    <WriterLayout>
      <Outlet />
    </WriterLayout>
  );
}
