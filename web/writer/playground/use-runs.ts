import { useEffect, useRef, useState } from 'react';
import { followLive } from '#web/app/live.ts';
import {
  WriterPlaygroundRunDocument,
  type WriterPlaygroundRunSubscription,
  type WriterPlaygroundRunSubscriptionVariables,
} from './playground.graphql.ts';

/** The current state of a run, and whether it follows a version, which can be rated. */
export type Run = WriterPlaygroundRunSubscription['playgroundRun'] & { runId: string; ofVersion: boolean };
type Input = Omit<WriterPlaygroundRunSubscriptionVariables['input'], 'runId'>;

const newRun: Omit<Run, 'runId' | 'ofVersion'> = {
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
    const runId = crypto.randomUUID();
    const ofVersion = !!(input.agentPromptVersionId ?? input.promptVersionId);
    const about = { runId, ofVersion };
    const empty = { ...newRun, ...about };
    const show = (change: (before: Run) => Run) =>
      setRuns((before) => ({ ...before, [column]: change(before[column] ?? empty) }));
    show(() => empty);
    const stop = followLive({
      document: WriterPlaygroundRunDocument,
      variables: { input: { ...input, runId } },
      cursorOf: () => null,
      onEvent: ({ playgroundRun }) => show(() => ({ ...playgroundRun, ...about })),
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
