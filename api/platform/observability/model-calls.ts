import { log } from '#api/platform/log.ts';
import { metrics } from './metrics.ts';
import { beginSpan } from './tracing.ts';

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
      const span = beginSpan(`model ${task}`, 'client', { 'gen_ai.request.model': labelOf(model) });
      let over = false;
      return (outcome, error) => {
        if (over) return;
        over = true;
        const ms = performance.now() - started;
        span?.set({ 'evertold.outcome': outcome });
        span?.end(outcome === 'failed' || outcome === 'late' ? error : undefined);
        metrics.modelCalls.observe({ task, model: labelOf(model), outcome }, ms / 1000);
        if (outcome === 'answered' || outcome === 'interrupted') return;
        log.warn({ task, model, outcome, ms: Math.round(ms), error }, 'a model did not answer');
      };
    },
    fellBack() {
      metrics.modelFallbacks.inc({ task });
    },
  };
}

/** So many names are told apart: a team that renames its models all day fills no memory. */
const mostNames = 50;
const names = new Set<string>();

function labelOf(model: string): string {
  if (names.size < mostNames) names.add(model);
  return names.has(model) ? model : 'other';
}
