import { parseArgs } from 'node:util';

export type Options = {
  /** The prefixes of the paths to measure; null for all. */
  only: readonly string[] | null;
  /** The number of rounds for each contender. */
  rounds: number;
  /** The duration of each round for a contender. */
  ms: number;
  /** The maximum number of sockets. */
  sockets: number;
  quick: boolean;
};

const help = `npm run bench -- [--quick] [--only list,me,say]

  --quick        two short rounds with at most 1,000 sockets
  --only NAMES   only the paths whose names start with one of these, comma-separated
  --rounds N     number of rounds (5)
  --ms N         duration of a round in ms (700)
`;

/** Parses the command line; null when only help was requested. */
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
