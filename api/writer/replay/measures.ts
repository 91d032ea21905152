import type { ReplayResult } from '#api/generated/prisma/client.ts';

/** The measures of several answers; null where one applies to none of them. */
export type ReplayMeasures = {
  answers: number;
  failed: number;
  /** Answers that would not be spoken, or do not have the expected shape of stories. */
  unusable: number | null;
  questions: number | null;
  questionsRepeated: number | null;
  wordsPerTurn: number | null;
  sentencesHeld: number | null;
  sentencesRefused: number | null;
  privateSentences: number | null;
  costUsd: number | null;
  meanLatencyMs: number | null;
};

type Counted = Pick<
  ReplayResult,
  | 'measured'
  | 'error'
  | 'usable'
  | 'words'
  | 'questions'
  | 'repeated'
  | 'sentencesHeld'
  | 'sentencesRefused'
  | 'privateSentences'
  | 'costUsd'
  | 'latencyMs'
>;

/** Sums up the measured answers. */
export function sumUp(results: readonly Counted[]): ReplayMeasures {
  const measured = results.filter((result) => result.measured);
  const words = known(measured, 'words');
  const latencies = known(measured, 'latencyMs');
  const costs = known(measured, 'costUsd');
  const usable = measured.flatMap((result) => result.usable ?? []);
  return {
    answers: measured.length,
    failed: measured.filter(({ error }) => error !== null).length,
    unusable: usable.length ? usable.filter((each) => !each).length : null,
    questions: total(known(measured, 'questions')),
    questionsRepeated: total(known(measured, 'repeated')),
    wordsPerTurn: mean(words),
    sentencesHeld: total(known(measured, 'sentencesHeld')),
    sentencesRefused: total(known(measured, 'sentencesRefused')),
    privateSentences: total(known(measured, 'privateSentences')),
    // The cost of some answers would look like the cost of all.
    costUsd: costs.length === measured.length ? total(costs) : null,
    meanLatencyMs: mean(latencies),
  };
}

/** A measure by which a version is worse than the live one. */
export type WorseMeasure = { measure: string; version: number; live: number };

type Placed = Counted & Pick<ReplayResult, 'conversationId' | 'seq'>;

/** Pairs the results of two runs, for the turns that both have answered. */
export function answeredByBoth<R extends Placed>(version: readonly R[], live: readonly R[]): [R, R][] {
  const ofLive = new Map(live.filter((each) => each.measured).map((each) => [placeOf(each), each]));
  return version.flatMap((result): [R, R][] => {
    const other = ofLive.get(placeOf(result));
    return result.measured && other ? [[result, other]] : [];
  });
}

export const placeOf = ({ conversationId, seq }: Pick<ReplayResult, 'conversationId' | 'seq'>) =>
  `${conversationId} ${seq}`;

/**
 * The measures by which a version is worse than the live one, over the turns that both have answered. Words, cost and
 * time are not compared.
 */
export function worseThan(version: readonly Placed[], live: readonly Placed[]): WorseMeasure[] {
  const pairs = answeredByBoth(version, live);
  const [mine, theirs] = [sumUp(pairs.map(([each]) => each)), sumUp(pairs.map(([, each]) => each))];
  const rows: [string, number | null, number | null][] = [
    ['answers failed', mine.failed, theirs.failed],
    ['answers not usable', mine.unusable, theirs.unusable],
    ['questions repeated', mine.questionsRepeated, theirs.questionsRepeated],
    ['percent of sentences refused', refusedPercent(mine), refusedPercent(theirs)],
    ['sentences with private words', mine.privateSentences, theirs.privateSentences],
  ];
  return rows.flatMap(([measure, a, b]) =>
    a !== null && b !== null && a > b ? [{ measure, version: round(a), live: round(b) }] : [],
  );
}

function refusedPercent({ sentencesHeld: held, sentencesRefused: refused }: ReplayMeasures): number | null {
  if (held === null || refused === null || held + refused === 0) return null;
  return (100 * refused) / (held + refused);
}

const round = (value: number) => Math.round(10 * value) / 10;

function known(results: readonly Counted[], field: keyof Counted): number[] {
  return results.flatMap((result) => (result[field] as number | null) ?? []);
}

function total(values: readonly number[]): number | null {
  return values.length ? values.reduce((sum, value) => sum + value, 0) : null;
}

function mean(values: readonly number[]): number | null {
  const sum = total(values);
  return sum === null ? null : sum / values.length;
}
