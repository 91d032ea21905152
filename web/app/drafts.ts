/** Under what the app keeps words on the device until they are saved: stories, answers, what was said and is on its way. */
const ofDrafts = /^evertold:(story|draft|unsent|onboarding):/;

/** Takes from this device everything that was written and not saved: whoever signs out leaves nothing to the next. */
export function forgetDrafts(): void {
  for (const shelf of [() => localStorage, () => sessionStorage]) {
    try {
      const kept = shelf();
      for (const key of Object.keys(kept)) if (ofDrafts.test(key)) kept.removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}
