import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Models"
      heading="Models come from the environment"
      lead="The first one is made from MODEL_BASE_URL and MODEL_NAME; without them the built-in interviewer and writer work."
    />
  );
}
