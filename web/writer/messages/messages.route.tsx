import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage title="Messages" heading="No messages yet" lead="Every message appears here as it is said." />
  );
}
