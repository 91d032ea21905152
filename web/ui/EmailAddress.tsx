import { Fragment } from 'react';

/** An email address that wraps only after a separator or before the @. */
export function EmailAddress({ children }: { children: string }) {
  return children.split(/(?<=[._+-])|(?=@)/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address have no other name
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
