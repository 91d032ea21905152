import { type Budget, type Spending, spend } from './budgets.ts';
import { log } from './log.ts';
import { metrics } from './observability/metrics.ts';

/** A budget and whose it is. One of everybody's, or of a whole country's, rings when it is used up. */
export type Cap = { budget: Budget; of: string; rings?: boolean };

/**
 * Spends one of each of these, in their order, until one has nothing left: that one is given, null if all had. What
 * comes after it is not spent, so that whoever is refused for themself takes nothing from everybody.
 */
export async function spendEach(caps: readonly Cap[]): Promise<Spending | null> {
  for (const { budget, of, rings } of caps) {
    const spending = await spend(budget, of);
    if (spending.allowed) continue;
    if (rings) {
      metrics.capsReached.inc({ cap: budget.name });
      log.error({ part: budget.name }, 'a cap is reached: somebody may be sending in bulk');
    }
    return spending;
  }
  return null;
}
