import { useEffect, useRef, useState } from 'react';
import { followLive } from '#web/app/live.ts';
import {
  WriterPlaygroundRunDocument,
  type WriterPlaygroundRunSubscription,
  type WriterPlaygroundRunSubscriptionVariables,
} from './playground.graphql.ts';

export type Run = WriterPlaygroundRunSubscription['playgroundRun'];
type Input = Omit<WriterPlaygroundRunSubscriptionVariables['input'], 'runId'>;

const newRun: Run = {
  ...{ text: '', done: false, inputTokens: null, outputTokens: null, firstTokenMs: null },
  ...{ latencyMs: null, costUsd: null, verdict: null, error: null },
};

/** The runs by column. Each has its own id, so that after a lost connection it is resumed and not run twice. */
export function useRuns() {
  const [runs, setRuns] = useState<Record<number, Run>>({});
  const stops = useRef(new Map<number, () => void>());
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop();
    };
  }, []);

  function start(column: number, input: Input) {
    stops.current.get(column)?.();
    const show = (change: (before: Run) => Run) =>
      setRuns((before) => ({ ...before, [column]: change(before[column] ?? newRun) }));
    show(() => newRun);
    const stop = followLive({
      document: WriterPlaygroundRunDocument,
      variables: { input: { ...input, runId: crypto.randomUUID() } },
      cursorOf: () => null,
      onEvent: ({ playgroundRun }) => show(() => playgroundRun),
      onEnd: (error) =>
        show((before) =>
          before.done ? before : { ...before, done: true, error: wordsOf(error) ?? 'The run broke off' },
        ),
    });
    stops.current.set(column, stop);
  }
  return { runs, start };
}

function wordsOf(error: unknown): string | null {
  if (Array.isArray(error)) return wordsOf(error[0]);
  return (error as { message?: string } | undefined)?.message ?? null;
}
