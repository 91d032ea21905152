import type { FormEvent, ReactNode } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import type { FieldErrors } from './account-fields.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { Refusal } from './refusals.ts';

/** What was said to what somebody entered: why it was refused, or what is wrong with a field. */
export interface FormAnswer {
  refusal: Refusal | null;
  fields: FieldErrors;
}

/** Before anything was entered, and after it was taken. */
export const nothingWrong: FormAnswer = { refusal: null, fields: {} };

/** A page with one form about an account. What is refused is said above the fields, which keep what was typed. */
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
  /** Above the fields, in the refusal when there is one. */
  notice?: ReactNode;
  /** What the button does, and what it says while it does it. */
  act: string;
  acting?: string;
  /** Under the button: what one agrees to with it. */
  terms?: ReactNode;
  /** Under the heading: by what one can do it. */
  ways?: ReactNode;
  /** Below: how one gets there without the form. */
  otherWays?: ReactNode;
  /** Below: where else one may have wanted to go. */
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
