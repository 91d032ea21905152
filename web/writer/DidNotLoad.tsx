import { Button } from '#web/ui/Button.tsx';

/** Says that a part of the page did not load, and loads it again when asked. */
export function DidNotLoad({ what, again }: { what: string; again: () => Promise<unknown> }) {
  return (
    <p role="alert">
      {what} did not load.{' '}
      <Button look="text" small onClick={() => void again().catch(() => {})}>
        Try again
      </Button>
    </p>
  );
}
