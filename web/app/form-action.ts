import { type FormEvent, startTransition, useActionState } from 'react';

/**
 * A form whose input stays where it is: `act` gets what was entered and answers what to say about it.
 * (React empties a form after an `action`; what somebody typed is theirs until it is taken.)
 */
export function useFormAction<State>(
  act: (form: FormData, before: State) => Promise<State>,
  initial: Awaited<State>,
) {
  const [state, dispatch, pending] = useActionState<State, FormData>(
    (before, form) => act(form, before),
    initial,
  );
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = new FormData(event.currentTarget);
    startTransition(() => dispatch(form));
  }
  return { state, pending, onSubmit };
}

/** One text of a form, or nothing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
