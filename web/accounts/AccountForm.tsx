import type { FormEvent, ReactNode } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import type { FieldErrors } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { Refusal } from './refusals.ts';

/** The result of a submitted form: why it was refused as a whole, and the errors per field. */
export interface FormAnswer {
  refusal: Refusal | null;
  fields: FieldErrors;
}

/** The state without errors. */
export const nothingWrong: FormAnswer = { refusal: null, fields: {} };

/** A page with one form about an account. A refusal is shown above the fields, which keep their input. */
export function AccountForm({
  title,
  heading = title,
  lead,
  form: { state, pending, onSubmit },
  notice,
  act,
  acting = act,
  terms,
  ways,
  otherWays,
  foot,
  children,
}: {
  title: string;
  heading?: string;
  lead?: string;
  form: { state: FormAnswer; pending: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  /** Shown above the fields, inside the refusal if there is one. */
  notice?: ReactNode;
  /** The button's label, and its label while the action runs. */
  act: string;
  acting?: string;
  /** Shown under the button: the terms that the user accepts by pressing it. */
  terms?: ReactNode;
  /** Shown under the heading: the choice of sign-in methods. */
  ways?: ReactNode;
  /** Shown below the form: ways without it, such as providers. */
  otherWays?: ReactNode;
  /** Shown at the end: links to related pages. */
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <SideLayout>
      <DocumentTitle>{title}</DocumentTitle>
      <h1>{heading}</h1>
      {ways}
      {lead && <p className="lead quiet">{lead}</p>}
      <form className="stack" method="post" noValidate onSubmit={onSubmit}>
        {state.refusal ? <RefusalNotice refusal={state.refusal}>{notice}</RefusalNotice> : notice}
        {children}
        <Button type="submit" wide busy={pending}>
          {pending ? acting : act}
        </Button>
        {terms && <p className="note">{terms}</p>}
      </form>
      {otherWays}
      <p>{foot}</p>
    </SideLayout>
  );
}

export function EmailField({ error }: { error: string | undefined }) {
  return <TextField label="Email" name="email" type="email" autoComplete="username" error={error} required />;
}

export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      hint="At least 8 characters. A sentence is good."
      error={error}
      required
    />
  );
}
