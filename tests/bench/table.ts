import { type Measured, median, ratio } from './rounds.ts';

/** A row of the table: Evertold compared with its baseline. */
export type Row = {
  name: string;
  ours: Measured[];
  floor: Measured[];
  /** What the goal applies to: throughput, the CPU time of server and database, or that of the server alone. */
  by: 'throughput' | 'cpu' | 'server';
  goal?: number;
  note?: string;
};

const columns = [
  ['', 31],
  ['ratio', 7],
  ['goal', 8],
  ['CPU', 7],
  ['a second', 16],
  ['p50 ms', 15],
  ['p99 ms', 15],
  ['server µs', 13],
  ['database µs', 13],
  ['load', 7],
] as const;

export function heading(): string {
  const names = columns.map(([name, width], at) => (at ? name.padStart(width) : name.padEnd(width)));
  return `${names.join('')}\n${'-'.repeat(columns.reduce((sum, [, width]) => sum + width, 0))}`;
}

export function line({ name, ours, floor, by, goal, note }: Row, disturbedFrom: number): string {
  const of = (figure: (each: Measured) => number, digits: number) =>
    [ours, floor].map((all) => median(all.map(figure)).toFixed(digits)).join(' / ');
  const reached = ratioOf({ name, ours, floor, by });
  const all = [...ours, ...floor];
  const disturbed = median(all.map(({ foreign }) => foreign)) > disturbedFrom;
  const cells = [
    name,
    reached.toFixed(2),
    goal === undefined ? '' : `${by === 'throughput' ? '≥' : '≤'} ${goal} ${mark(holds(reached, goal, by))}`,
    ratio(ours, floor, total).toFixed(2),
    of(({ perSecond }) => perSecond, 0),
    of(({ p50 }) => p50, 1),
    of(({ p99 }) => p99, 1),
    of(({ serverUs }) => serverUs, 0),
    of(({ databaseUs }) => databaseUs, 0),
    `${median(all.map(({ load }) => load)).toFixed(1)}${disturbed ? ' *' : ''}`,
  ];
  const text = cells.map((cell, at) => {
    const width = columns[at]?.[1] ?? 0;
    return at ? cell.padStart(width) : cell.padEnd(width);
  });
  return text.join('') + (note ? `  ${note}` : '');
}

/** The mark for a goal that is or isn't reached. */
export function mark(reached: boolean): string {
  return reached ? '✓' : '✗';
}

/** The ratio between ours and the baseline, in what the goal applies to. */
export function ratioOf({ ours, floor, by }: Row): number {
  const figure = {
    throughput: ({ perSecond }: Measured) => perSecond,
    cpu: total,
    server: ({ serverUs }: Measured) => serverUs,
  }[by];
  return ratio(ours, floor, figure);
}

export function holds(reached: number, goal: number, by: Row['by']): boolean {
  return by === 'throughput' ? reached >= goal : reached <= goal;
}

function total({ serverUs, databaseUs }: Measured): number {
  return serverUs + databaseUs;
}
