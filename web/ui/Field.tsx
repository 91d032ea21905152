import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Shown at the end of the label's row, for example the link "Forgot it?". */
  aside?: ReactNode;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label above, a hint below and an error below the control; passes the control the ids that connect them. */
export function Field({
  label,
  hint,
  error,
  aside,
  id: given,
  children,
}: FieldWords & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const made = useId();
  const id = given ?? made;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const title = <label htmlFor={id}>{label}</label>;
  return (
    <div className="field">
      {aside ? (
        <div className="row">
          {title}
          <span className="row-end">{aside}</span>
        </div>
      ) : (
        title
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p className="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon of={CircleAlert} /> {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, error, aside, id, ...input }: FieldWords & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} id={id}>
      {(control) => <input className="input" {...input} {...control} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  aside,
  id,
  ...area
}: FieldWords & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} id={id}>
      {(control) => <textarea className="input" rows={4} {...area} {...control} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  aside,
  id,
  children,
  ...select
}: FieldWords & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} id={id}>
      {(control) => (
        <select className="input" {...select} {...control}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A checkbox (or, with `type="radio"`, a radio button) with its label beside it. */
export function CheckField({
  children,
  className = '',
  type = 'checkbox',
  ...input
}: ComponentProps<'input'> & { type?: 'checkbox' | 'radio' }) {
  return (
    <label className={`check ${className}`.trim()}>
      <input type={type} {...input} />
      <span>{children}</span>
    </label>
  );
}

/** A switch that takes effect at once. */
export function Switch({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: string }) {
  return <input className="switch" type="checkbox" aria-label={label} {...input} />;
}
