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

/** Replaces Lucide's own icon factory with a smaller one: `Icon` needs only the paths. */
export default function createIcon({ node }: LucideIconData): FunctionComponent<LucideProps> {
  const lines = node.map(([tag, line]) => createElement(tag, line));
  return (props) => createElement('svg', { ...drawing, ...props }, lines);
}
