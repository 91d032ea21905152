import { type FormEvent, startTransition, useActionState, useLayoutEffect, useRef } from 'react';

const wrongField = ':is(input, select, textarea)[aria-invalid="true"]';

/**
 * A form whose input stays where it is: `act` gets what was entered and answers what to say about it.
 * (React empties a form after an `action`; what somebody typed is theirs until it is taken.)
 * The first field that is wrong gets the focus, so that it is found where it lies out of sight.
 */
export function useFormAction<State>(
  act: (form: FormData, before: State) => Promise<State>,
  initial: Awaited<State>,
) {
  const [state, dispatch, pending] = useActionState<State, FormData>(
    (before, form) => act(form, before),
    initial,
  );
  const sent = useRef<HTMLFormElement>(null);
  // With what is said about it, and not later: an effect of the page's first drawing would take the form from its press.
  useLayoutEffect(() => {
    if (pending) return;
    const form = sent.current;
    sent.current = null;
    form?.querySelector<HTMLElement>(wrongField)?.focus();
  }, [pending]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = new FormData(event.currentTarget);
    sent.current = event.currentTarget;
    startTransition(() => dispatch(form));
  }
  return { state, pending, onSubmit };
}

/** One text of a form, or nothing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
