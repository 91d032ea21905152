import { type Measured, median, ratio } from './rounds.ts';

/** A row of the table: Evertold compared with its baselines. */
export type Row = {
  name: string;
  ours: Measured[];
  floor: Measured[];
  /** The baseline that also looks the session up. */
  session?: Measured[];
  /** What the goal applies to: throughput, the CPU time of server and database, or that of the server alone. */
  by: 'throughput' | 'cpu' | 'server';
  goal?: number;
  sessionGoal?: number;
  /** The most CPU time that a request may take. */
  most?: { serverMs: number; databaseMs: number };
  note?: string;
};

const columns = [
  ['', 37],
  ['/ floor', 9],
  ['goal', 9],
  ['/ session', 11],
  ['goal', 9],
  ['CPU', 7],
  ['a second', 16],
  ['p50 ms', 14],
  ['p99 ms', 14],
  ['server ms', 17],
  ['database ms', 17],
  ['load', 7],
] as const;

export function heading(): string {
  const names = columns.map(([name, width], at) => (at ? name.padStart(width) : name.padEnd(width)));
  return `${names.join('')}\n${'-'.repeat(columns.reduce((sum, [, width]) => sum + width, 0))}`;
}

export function line(row: Row, disturbedFrom: number): string {
  const { name, ours, floor, session, by, goal, sessionGoal, most, note } = row;
  const of = (figure: (each: Measured) => number, digits: number) =>
    [ours, floor].map((all) => median(all.map(figure)).toFixed(digits)).join(' / ');
  const reached = ratioOf(ours, floor, by);
  const beside = session && ratioOf(ours, session, by);
  const all = [...ours, ...floor];
  const disturbed = median(all.map(({ foreign }) => foreign)) > disturbedFrom;
  const marked = (figure: (each: Measured) => number, limit: number | undefined) =>
    limit === undefined ? '' : ` ${mark(median(ours.map(figure)) <= limit)}`;
  const cells = [
    name,
    reached.toFixed(2),
    goalOf(reached, goal, by),
    beside?.toFixed(2) ?? '',
    beside === undefined ? '' : goalOf(beside, sessionGoal, by),
    ratio(ours, floor, total).toFixed(2),
    of(({ perSecond }) => perSecond, 0),
    of(({ p50 }) => p50, 1),
    of(({ p99 }) => p99, 1),
    of(serverMs, 2) + marked(serverMs, most?.serverMs),
    of(databaseMs, 2) + marked(databaseMs, most?.databaseMs),
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

function goalOf(reached: number, goal: number | undefined, by: Row['by']): string {
  if (goal === undefined) return '';
  const throughput = by === 'throughput';
  return `${throughput ? '≥' : '≤'} ${goal} ${mark(throughput ? reached >= goal : reached <= goal)}`;
}

/** The ratio between ours and a baseline, in what the goal applies to. */
function ratioOf(ours: readonly Measured[], floor: readonly Measured[], by: Row['by']): number {
  const figure = {
    throughput: ({ perSecond }: Measured) => perSecond,
    cpu: total,
    server: ({ serverUs }: Measured) => serverUs,
  }[by];
  return ratio(ours, floor, figure);
}

function total({ serverUs, databaseUs }: Measured): number {
  return serverUs + databaseUs;
}

function serverMs({ serverUs }: Measured): number {
  return serverUs / 1000;
}

function databaseMs({ databaseUs }: Measured): number {
  return databaseUs / 1000;
}
