import { parseArgs } from 'node:util';

export type Options = {
  /** Which paths are measured, by the beginnings of their names; null for all. */
  only: readonly string[] | null;
  /** How often each contender runs. */
  rounds: number;
  /** How long a contender is kept busy each time. */
  ms: number;
  /** How many sockets at most. */
  sockets: number;
  quick: boolean;
};

const help = `npm run bench -- [--quick] [--only list,me,say]

  --quick        two short rounds and no more than 1,000 sockets: for a first look
  --only NAMES   only the paths whose names begin so, comma-separated
  --rounds N     how often each contender runs (5)
  --ms N         how long it is kept busy each time (700)
`;

/** Reads the command line; null when only help was asked for. */
export function readOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      ms: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return null;
  }
  const { quick } = values;
  return {
    quick,
    only: values.only?.split(',') ?? null,
    rounds: Number(values.rounds ?? (quick ? 2 : 5)),
    ms: Number(values.ms ?? (quick ? 300 : 700)),
    sockets: quick ? 1_000 : 10_000,
  };
}
