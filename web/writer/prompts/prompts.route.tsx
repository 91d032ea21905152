import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return <PlainPage title="Prompts" heading="The built-in writer writes" lead="It needs no prompts." />;
}
