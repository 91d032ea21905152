import { type Budget, type Spending, spend } from './budgets.ts';
import { log } from './log.ts';
import { metrics } from './observability/metrics.ts';

/** A budget and its owner's key. With `raisesAlarm`, for a global or a country's budget, reaching it raises an alarm. */
export type Cap = { budget: Budget; of: string; raisesAlarm?: boolean };

/**
 * Spends one point of each budget in order, until one is used up, and returns that one; null if none is. Later budgets
 * are not spent, so that a refused caller uses nothing of the shared budgets.
 */
export async function spendEach(caps: readonly Cap[]): Promise<Spending | null> {
  for (const { budget, of, raisesAlarm } of caps) {
    const spending = await spend(budget, of);
    if (spending.allowed) continue;
    if (raisesAlarm) {
      metrics.capsReached.inc({ cap: budget.name });
      log.error({ part: budget.name }, 'a cap is reached: somebody may be sending in bulk');
    }
    return spending;
  }
  return null;
}
