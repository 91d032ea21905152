import { useId } from 'react';
import { loops } from './voice-line.ts';

export interface VoiceLineProps {
  /** Amplitudes from 0 to 1, one per loop. */
  amps: readonly number[];
  width: number;
  height: number;
  /** The share that has been heard, from 0 to 1; the rest is pale, with a head between them. */
  heard?: number;
  /** The length of flat line after the last word, for a line that is still open. */
  openEnd?: number;
  fine?: boolean;
  /** Stretches the line to fill its container. */
  stretch?: boolean;
  className?: string;
  /**
   * The accessible name where the line carries information; without it the line is hidden from assistive technology.
   */
  label?: string;
}

/** Speech drawn as one continuous line. */
export function VoiceLine({
  amps,
  width,
  height,
  heard,
  openEnd = 0,
  fine,
  stretch,
  className = '',
  label,
}: VoiceLineProps) {
  const id = useId();
  const base = height - 3;
  const d = loops(amps, { width: width - openEnd, height: base - 3, y: base });
  const split = heard === undefined ? width : Math.max(0, Math.min(1, heard)) * width;
  return (
    <svg
      className={`line ${fine ? 'line-fine' : ''} ${className}`.replace(/\s+/g, ' ').trim()}
      viewBox={`0 0 ${width} ${height}`}
      width={stretch ? '100%' : width}
      height={height}
      preserveAspectRatio={stretch ? 'none' : undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {heard === undefined ? (
        <path d={d} vectorEffect={stretch ? 'non-scaling-stroke' : undefined} />
      ) : (
        <>
          <clipPath id={`${id}h`}>
            <rect x="-4" y={-height} width={split + 4} height={height * 3} />
          </clipPath>
          <clipPath id={`${id}r`}>
            <rect x={split} y={-height} width={width - split + 8} height={height * 3} />
          </clipPath>
          <g className="rest" clipPath={`url(#${id}r)`}>
            <path d={d} />
          </g>
          <g clipPath={`url(#${id}h)`}>
            <path d={d} />
          </g>
          <circle className="head" cx={split} cy={base} r="8" />
        </>
      )}
      {openEnd > 0 && <path d={`M${width - openEnd} ${base}H${width}`} />}
    </svg>
  );
}

/** A flat line, before anyone has spoken. */
export function FlatLine({ height = 70 }: { height?: number }) {
  return (
    <svg
      className="line line-flat"
      viewBox={`0 0 1240 ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0 ${height - 8}H1240`} />
    </svg>
  );
}
