import { PlainPage } from '#web/app/PlainPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Keepsakes"
      heading="Nothing hangs here yet"
      lead="Photos, letters and recipes that belong to the stories will be kept here. They cannot be added yet."
    />
  );
}
