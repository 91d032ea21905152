import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Conversation"
      heading="Nothing was said yet"
      lead="Words appear here as they are spoken."
    />
  );
}
