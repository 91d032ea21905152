import { use } from 'react';

/** A part of a page that most visits don't need. */
export interface Later<Part> {
  /** Loads the part before it is drawn, which avoids flicker. A failed load is repeated at the next call. */
  load(): Promise<Part>;
  /** Returns the part while rendering: suspends until it has loaded, and throws when loading failed. */
  read(): Part;
}

/** Creates a part that is loaded on demand by `ask`. */
export function later<Part>(ask: () => Promise<Part>): Later<Part> {
  let loaded: Part | null = null;
  let loading: Promise<Part> | null = null;
  let failed = false;
  function load(): Promise<Part> {
    if (!loading || failed) {
      failed = false;
      loading = ask().then(
        (part) => {
          loaded = part;
          return part;
        },
        (error: unknown) => {
          failed = true;
          throw error;
        },
      );
    }
    return loading;
  }
  // A failed load stays failed while rendering; otherwise it would be repeated without end.
  return { load, read: () => loaded ?? use(loading ?? load()) };
}
