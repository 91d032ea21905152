import type { LucideIconData, LucideProps } from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';

const drawing = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Makes Lucide's icons in the place of its own machinery, of which `Icon` needs no more than the lines to be drawn. */
export default function createIcon({ node }: LucideIconData): FunctionComponent<LucideProps> {
  const lines = node.map(([tag, line]) => createElement(tag, line));
  return (props) => createElement('svg', { ...drawing, ...props }, lines);
}
