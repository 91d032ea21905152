import type { CSSProperties, SyntheticEvent } from 'react';
import type { Picture } from './picture-sizes.ts';

/** Shows the placeholder of a picture in its place until it has loaded. */
export function untilLoaded({ placeholder }: Picture): {
  style?: CSSProperties;
  onLoad?: (event: SyntheticEvent<HTMLImageElement>) => void;
} {
  if (!placeholder) return {};
  return {
    style: { background: `url("${placeholder}") center / cover no-repeat` },
    // A tall picture doesn't cover the whole of a wide place.
    onLoad: ({ currentTarget }) => currentTarget.style.removeProperty('background'),
  };
}
