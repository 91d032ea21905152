import { type FormEvent, startTransition, useActionState, useLayoutEffect, useRef } from 'react';

const wrongField = ':is(input, select, textarea)[aria-invalid="true"]';

/**
 * A form that keeps its input: `act` gets the entered data and returns the state to show. (React resets a form after an
 * `action`; the input must stay until it is accepted.) The first invalid field gets the focus, so that it is found even
 * when it is out of view.
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
  // A layout effect: a passive effect of the first render could run after a submit and clear `sent`.
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

/** A form field's text, or an empty string. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
