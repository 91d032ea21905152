import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return <PlainPage title="Users" heading="Users" lead="Nobody is shown here yet." />;
}
