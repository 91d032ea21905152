import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Start a book"
      heading="Whose stories shall we keep?"
      lead="Somebody you love, or your own."
    />
  );
}
