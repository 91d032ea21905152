import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Settings of this book"
      heading="Changes are made in conversation"
      lead="Whoever tells can say when to call, what not to ask, and to stop, at any time."
    />
  );
}
