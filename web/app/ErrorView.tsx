import { useId, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { Button } from '#web/ui/Button.tsx';

/** The error's code, message and reference as text that a person can pass on to support. */
export function errorDetails(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}  ${String(error.data ?? '')}`;
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'An unknown error';
  const first = (error as { errors?: readonly { message: string; extensions?: Record<string, unknown> }[] })
    .errors?.[0];
  const { code, reference } = { code: error.name, ...first?.extensions } as {
    code: string;
    reference?: string;
  };
  return [`${code}  ${first?.message ?? error.message}`, reference && `reference ${reference}`]
    .filter(Boolean)
    .join('\n');
}

/** Tells what happened, what is safe and what to do; the error's details are shown only on request. */
export function ErrorView({
  error,
  lead = 'This page did not load. Nothing is lost: every word is kept before it is answered.',
  onRetry,
}: {
  error: unknown;
  lead?: string;
  onRetry: () => void;
}) {
  const [shown, setShown] = useState(false);
  const [at] = useState(() => new Date());
  const id = useId();
  return (
    <main className="wrap oops" id="main" tabIndex={-1}>
      <h1>Something went wrong!</h1>
      <p className="lead quiet">{lead}</p>
      <div className="row">
        <Button onClick={onRetry}>Try again</Button>
        <Button look="quiet" aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          {shown ? 'Hide Error' : 'Show Error'}
        </Button>
      </div>
      <section id={id} aria-label="Error details" hidden={!shown}>
        <pre className="leaf">
          {`${errorDetails(error)}\n${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' })}`}
        </pre>
      </section>
    </main>
  );
}
