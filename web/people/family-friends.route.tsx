import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Family & friends"
      heading="Nobody is named yet"
      lead="Whoever appears in the stories, and whoever reads them, is found here."
    />
  );
}
