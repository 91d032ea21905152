import { useEffect, useState } from 'react';

/** What one is writing. */
export interface Writing {
  title: string;
  body: string;
  happened: string;
  place: string;
  chapterKey: string;
}

const settleMs = 600;

export interface Draft {
  writing: Writing;
  set(change: Partial<Writing>): void;
  /** It differs from what was opened. */
  isDirty: boolean;
  /** Kept on this device, and found again when the page is opened anew. */
  kept: boolean;
  /** Begins anew from `writing`, as when it was saved. */
  reset(writing: Writing): void;
}

/** A story in the making; kept on the device until it is saved or discarded. */
export function useDraft(key: string, opened: Writing): Draft {
  const shelf = `evertold:story:${key}`;
  const [base, setBase] = useState(opened);
  const [writing, setWriting] = useState<Writing>(() => read(shelf) ?? opened);
  const [kept, setKept] = useState(() => read(shelf) !== null);
  const isDirty = (Object.keys(base) as (keyof Writing)[]).some((part) => base[part] !== writing[part]);

  useEffect(() => {
    if (!isDirty) {
      keep(shelf, null);
      setKept(false);
      return;
    }
    const timer = setTimeout(() => setKept(keep(shelf, writing)), settleMs);
    return () => clearTimeout(timer);
  }, [shelf, writing, isDirty]);

  return {
    writing,
    isDirty,
    kept,
    set: (change) => setWriting((before) => ({ ...before, ...change })),
    reset(next) {
      setBase(next);
      setWriting(next);
      keep(shelf, null);
      setKept(false);
    },
  };
}

function read(shelf: string): Writing | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(shelf) ?? 'null');
    const parts = ['title', 'body', 'happened', 'place', 'chapterKey'];
    const whole = parts.every(
      (part) => typeof (found as Record<string, unknown> | null)?.[part] === 'string',
    );
    return whole ? (found as Writing) : null;
  } catch {
    return null;
  }
}

function keep(shelf: string, writing: Writing | null): boolean {
  try {
    if (writing) localStorage.setItem(shelf, JSON.stringify(writing));
    else localStorage.removeItem(shelf);
    return writing !== null;
  } catch {
    return false; // a browser that keeps nothing: the question on leaving is all there is
  }
}
