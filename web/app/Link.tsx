import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';
import { useIntent } from './intent.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To;
  replace?: boolean;
  state?: unknown;
  /** Off for a link that only changes something within the page. */
  viewTransition?: boolean;
  preventScrollReset?: boolean;
};

/** A link to a page of this app: it preloads the page on intent and navigates with a view transition. */
export function Link({
  to,
  replace,
  state,
  viewTransition = true,
  preventScrollReset,
  onClick,
  onMouseEnter,
  onMouseLeave,
  onFocus,
  onBlur,
  onTouchStart,
  ...rest
}: LinkProps) {
  const href = useHref(to);
  const intent = useIntent(href);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    viewTransition,
    ...(rest.target === undefined ? {} : { target: rest.target }),
    ...(replace === undefined ? {} : { replace }),
    ...(preventScrollReset === undefined ? {} : { preventScrollReset }),
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
      onMouseEnter={both(intent.begin, onMouseEnter)}
      onMouseLeave={both(intent.end, onMouseLeave)}
      onFocus={both(intent.begin, onFocus)}
      onBlur={both(intent.end, onBlur)}
      onTouchStart={both(intent.begin, onTouchStart)}
    />
  );
}

function both<E>(first: () => void, second?: (event: E) => void): (event: E) => void {
  return (event) => {
    first();
    second?.(event);
  };
}
