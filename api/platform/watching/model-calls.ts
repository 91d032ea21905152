import { log } from '#api/platform/log.ts';

/** 'unfit': it can't be used as it is. 'late': not in time. 'interrupted': whoever asked doesn't want it any more. */
export type CallOutcome = 'answered' | 'unfit' | 'empty' | 'late' | 'failed' | 'interrupted';

/** Is told of the calls of language models, by the names that the team gave them. */
export type CallWatch = {
  /** A call begins; what it gives back is told how it ended, of which only the first word counts. */
  called: (model: string) => (outcome: CallOutcome, error?: unknown) => void;
  /** No model did it, and what is built in does. */
  fellBack: () => void;
};

/** Watches the calls for one task: what goes wrong is in the log, without a word of what was asked or said. */
export function watchCalls(task: 'interview' | 'write'): CallWatch {
  return {
    called(model) {
      const started = performance.now();
      let ended = false;
      return (outcome, error) => {
        if (ended) return;
        ended = true;
        if (outcome === 'answered' || outcome === 'interrupted') return;
        const ms = Math.round(performance.now() - started);
        log.warn(
          { task, model, outcome, ms, ...(error !== undefined && { error }) },
          'a model did not answer',
        );
      };
    },
    fellBack() {},
  };
}
