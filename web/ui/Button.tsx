import type { ComponentProps } from 'react';

export type ButtonLook = 'main' | 'quiet' | 'text' | 'lamp' | 'ink' | 'danger' | 'play';

export interface ButtonShape {
  look?: ButtonLook;
  small?: boolean;
  wide?: boolean;
  /** Full width on a phone. */
  phoneWide?: boolean;
  className?: string | undefined;
}

/** The class of a button's look, for links that act as buttons. */
export function buttonClass({ look = 'main', small, wide, phoneWide, className }: ButtonShape = {}): string {
  return [
    'btn',
    look !== 'main' && `btn-${look}`,
    small && 'btn-s',
    wide && 'btn-wide',
    phoneWide && 'btn-phone-wide',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * A button, labelled with a verb and its object. While `busy` it stays focusable, ignores clicks and says that it is
 * busy.
 */
export function Button({
  look,
  small,
  wide,
  phoneWide,
  className,
  busy,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & ButtonShape & { busy?: boolean }) {
  return (
    <button
      type={type}
      className={buttonClass({ look, small, wide, phoneWide, className })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}
