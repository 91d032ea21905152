import type { ReactNode } from 'react';

/** A placeholder with the measures of the content that is loading; announces its name. */
export function Skeleton({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <p className="sr" role="status">
        Opening {what}
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** A bar in place of a title. */
export function SkeletonBar({ width = '60%', height = '2.25rem' }: { width?: string; height?: string }) {
  return <span className="sk" style={{ width, height, maxWidth: '100%' }} />;
}

const widths = ['97%', '96%', '95%', '94%'];

/** Flat lines in place of text. */
export function SkeletonLines({ lines = 3, last = '58%' }: { lines?: number; last?: string }) {
  const rows = Array.from({ length: lines }, (_, i) => ({
    row: `row ${i}`,
    width: i === lines - 1 ? last : widths[i % widths.length],
  }));
  return (
    <div>
      {rows.map(({ row, width }) => (
        <div key={row} className="sk-line" style={{ width }} />
      ))}
    </div>
  );
}
