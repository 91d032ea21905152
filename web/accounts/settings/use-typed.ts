import { useState } from 'react';

/**
 * What a field shows whose value is kept: that value, or else what somebody typed, which stands until it is what is
 * kept. `asKept` says how what is typed would be kept. A value that comes from elsewhere shows where nothing is typed.
 */
export function useTyped(kept: string, asKept: (typed: string) => string, saving: boolean) {
  const [typed, setTyped] = useState<string | null>(null);
  const [before, setBefore] = useState(kept);
  if (before !== kept) {
    setBefore(kept);
    // What was typed on while it was being saved is no longer this, and stays.
    if (typed !== null && asKept(typed) === kept) setTyped(null);
  }
  // What was typed back to what is kept, while something else was being saved that then was not.
  if (!saving && typed === kept) setTyped(null);
  const shown = typed ?? kept;
  return {
    shown,
    changed: asKept(shown) !== kept,
    // Back to what is kept is nothing typed, but for what is being saved and comes after it.
    type: (now: string) => setTyped(now === kept && !saving ? null : now),
    leave: () => setTyped(null),
  };
}
