import { load } from './machine.ts';
import { readOptions } from './options.ts';
import { list } from './paths/list.ts';
import { fanOut, topicsAtOnce } from './paths/live.ts';
import { bookPages, writerMessages } from './paths/pages.ts';
import type { Path } from './paths/path.ts';
import { home, transcript } from './paths/reads.ts';
import { say as saying, turns } from './paths/say.ts';
import { tellPlans } from './plans.ts';
import { disturbedFrom } from './rounds.ts';
import { openBench } from './seed/seed.ts';
import { closeStage, memoryAtRest, openStage, ownStart, type Stage } from './stage.ts';
import { heading, line, mark } from './table.ts';

const paths: Path[] = [
  ...[writerMessages, ...bookPages],
  ...[list, home, transcript, saying, turns, fanOut, topicsAtOnce],
];

const options = readOptions(process.argv.slice(2));
if (options?.plans) await tellPlans(options, say);
else if (options) await run(options);

async function run(options: NonNullable<ReturnType<typeof readOptions>>) {
  say(
    `Ours / floor. Medians of ${options.rounds} alternating rounds of ${options.ms} ms. Load before: ${load().toFixed(1)}`,
  );
  const bench = await openBench(options.messages, say);
  try {
    const { afterStartMs, afterDatabaseMs } = await ownStart();
    say(
      `First response with an embedded database ${Math.round(afterStartMs)} ms after the start, ` +
        `${Math.round(afterDatabaseMs)} ms after the database accepted connections ${goal(afterDatabaseMs, 500)}`,
    );
    await measure(await openStage(bench, options));
  } finally {
    await bench.stop();
  }
}

async function measure(stage: Stage) {
  const { only } = stage.options;
  try {
    const memory = await memoryAtRest(stage.ours);
    say(`First response with a running database ${Math.round(stage.ours.firstAnswerMs)} ms after the start`);
    say(`At rest ${Math.round(memory)} MB ${goal(memory, 250)}\n`);
    say(heading());
    for (const path of paths) {
      if (only && !only.some((name) => path.name.startsWith(name))) continue;
      for await (const row of path.measure(stage)) say(line(row, disturbedFrom));
    }
    say(
      `\n* more than ${disturbedFrom} processors were busy with other work. Load after: ${load().toFixed(1)}`,
    );
  } finally {
    await closeStage(stage);
  }
}

function goal(reached: number, most: number): string {
  return `(goal ≤ ${most} ${mark(reached <= most)})`;
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}
