import { Fragment } from 'react';

/** An address that, where it must be broken, breaks at its own joints: after a dot, before the @. */
export function EmailAddress({ children }: { children: string }) {
  return children.split(/(?<=[._+-])|(?=@)/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address have no other name
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
