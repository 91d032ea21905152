/** Storage keys of unsaved text on this device: stories, answers, and messages that are not yet sent. */
const draftKeys = /^evertold:(story|draft|unsent|onboarding):/;

/** Removes all unsaved text from this device on sign-out, so that the next user finds none of it. */
export function forgetDrafts(): void {
  for (const openStorage of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = openStorage();
      for (const key of Object.keys(storage)) if (draftKeys.test(key)) storage.removeItem(key);
    } catch {
      // Storage is unavailable in this browser, so there is nothing to remove.
    }
  }
}
