import { use } from 'react';

/** A part of a page that most visits go without. */
export interface Later<Part> {
  /** Loads it before it is drawn, so that nothing flickers; what did not come is asked for again. */
  load(): Promise<Part>;
  /** The part, while it is drawn: waits, as a component may, when nobody has loaded it, and fails when it did not come. */
  read(): Part;
}

/** Such a part, by how it is asked for. */
export function later<Part>(ask: () => Promise<Part>): Later<Part> {
  let here: Part | null = null;
  let coming: Promise<Part> | null = null;
  let failed = false;
  function load(): Promise<Part> {
    if (!coming || failed) {
      failed = false;
      coming = ask().then(
        (part) => {
          here = part;
          return part;
        },
        (error: unknown) => {
          failed = true;
          throw error;
        },
      );
    }
    return coming;
  }
  // What did not come stays so for whoever draws it: else it would be asked for without end.
  return { load, read: () => here ?? use(coming ?? load()) };
}
