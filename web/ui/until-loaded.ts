import type { CSSProperties } from 'react';
import type { Picture } from './picture-sizes.ts';

/** Shows the placeholder of a picture in its place until it has loaded. Stored pictures cover it, being opaque. */
export function untilLoaded({ placeholder }: Picture): { style?: CSSProperties } {
  if (!placeholder) return {};
  return { style: { background: `url("${placeholder}") center / cover no-repeat` } };
}
