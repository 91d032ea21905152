import { useState } from 'react';

/**
 * The text of a field with a saved value: the saved value, or what the user has typed until that is saved. `normalize`
 * converts typed text to the form in which it is saved. A saved value that changes elsewhere is shown when nothing is
 * typed.
 */
export function useTyped(saved: string, normalize: (typed: string) => string, saving: boolean) {
  const [typed, setTyped] = useState<string | null>(null);
  const [before, setBefore] = useState(saved);
  if (before !== saved) {
    setBefore(saved);
    // Text typed during the save differs from the saved value, so it stays.
    if (typed !== null && normalize(typed) === saved) setTyped(null);
  }
  // The user typed the saved value again while another value was being saved, and that save failed.
  if (!saving && typed === saved) setTyped(null);
  const shown = typed ?? saved;
  return {
    shown,
    changed: normalize(shown) !== saved,
    // Typing the saved value again counts as untouched, unless a save is in progress.
    type: (now: string) => setTyped(now === saved && !saving ? null : now),
    leave: () => setTyped(null),
  };
}
