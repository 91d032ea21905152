import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Reconcile"
      heading="Nothing to reconcile"
      lead="Tellings that differ wait here until somebody looks at both sides."
    />
  );
}
