import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Tell my own story"
      heading="One question at a time"
      lead="Evertold asks, you tell. Stop whenever you like."
    />
  );
}
