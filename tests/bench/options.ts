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
  /** About how many messages the seed has. */
  messages: number;
  /** Whether to print the statements and plans of each page instead of measuring it. */
  plans: boolean;
  quick: boolean;
};

const help = `npm run bench -- [--quick] [--only messages,dashboard,say]

  --quick        two short rounds with at most 1,000 sockets
  --only NAMES   only the paths whose names start with one of these, comma-separated
  --rounds N     number of rounds (5)
  --ms N         duration of a round in ms (700)
  --messages N   messages of the seed (2000000; fewer leave some paths without data); another number than before
                 makes the database anew
  --plans        prints the statements that each page sends, and their plans
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
      messages: { type: 'string', default: '2000000' },
      plans: { type: 'boolean', default: false },
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
    messages: Number(values.messages),
    plans: values.plans,
    only: values.only?.split(',') ?? null,
    rounds: Number(values.rounds ?? (quick ? 2 : 5)),
    ms: Number(values.ms ?? (quick ? 300 : 700)),
    sockets: quick ? 1_000 : 10_000,
  };
}
