import { log } from '#api/platform/log.ts';
import {
  type CallDetails,
  type CallOutcome,
  isFailedCall,
  recordModelCall,
} from '#api/platform/model-use.ts';
import { metrics } from './metrics.ts';
import { beginSpan } from './tracing.ts';

/** Watches calls of language models, by the names that the team gave them. */
export type CallWatch = {
  /** A call begins; the returned function reports its outcome, of which only the first counts. */
  called: (model: string) => (outcome: CallOutcome, details?: CallDetails) => void;
  /** No model answered, and the built-in one is used. */
  fellBack: () => void;
};

/** Watches the calls for one task and subject: failures are logged without any prompt or answer. */
export function watchCalls(task: 'interview' | 'write', subjectId: string): CallWatch {
  return {
    called(model) {
      const started = performance.now();
      const span = beginSpan(`model ${task}`, 'client', { 'gen_ai.request.model': labelOf(model) });
      let over = false;
      return (outcome, details = {}) => {
        if (over) return;
        over = true;
        const ms = performance.now() - started;
        const { error } = details;
        span?.set({ 'evertold.outcome': outcome });
        span?.end(outcome === 'failed' || outcome === 'late' ? error : undefined);
        metrics.modelCalls.observe({ task, model: labelOf(model), outcome }, ms / 1000);
        recordModelCall({ ...details, task, model, subjectId, outcome, latencyMs: ms });
        if (!isFailedCall(outcome)) return;
        log.warn({ task, model, outcome, ms: Math.round(ms), error }, 'a model did not answer');
      };
    },
    fellBack() {
      metrics.modelFallbacks.inc({ task });
    },
  };
}

/** The limit of distinct model labels, so that renamed models don't fill the memory. */
const mostNames = 50;
const names = new Set<string>();

function labelOf(model: string): string {
  if (names.size < mostNames) names.add(model);
  return names.has(model) ? model : 'other';
}
