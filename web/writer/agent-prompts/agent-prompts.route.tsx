import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage title="Agent prompts" heading="The built-in interviewer asks" lead="It needs no prompt." />
  );
}
