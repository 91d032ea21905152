import { useEffect, useRef, useState } from 'react';

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
  /** Begins anew from `writing`. */
  reset(writing: Writing): void;
  /** It was saved as this; gives what was written on meanwhile, which stands and is not saved yet. */
  saved(as: Writing): Writing | null;
}

/** What a draft is found again by. */
export function draftKey(userId: string, { cardId, bookId }: { cardId?: string; bookId: string }): string {
  return `${userId}:${cardId ?? `${bookId}:new`}`;
}

/** Leaves a draft where it is found when the page that goes on with it is opened. */
export function leaveDraft(key: string, writing: Writing): void {
  keep(shelfOf(key), writing);
}

/** A story in the making; kept on the device until it is saved or discarded. */
export function useDraft(key: string, opened: Writing): Draft {
  const shelf = shelfOf(key);
  const [base, setBase] = useState(opened);
  const [writing, setWriting] = useState<Writing>(() => read(shelf) ?? opened);
  const [kept, setKept] = useState(() => read(shelf) !== null);
  const isDirty = differ(base, writing);
  const newest = useRef(writing);
  function write(next: Writing) {
    newest.current = next;
    setWriting(next);
  }

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
    set: (change) => write({ ...newest.current, ...change }),
    reset(next) {
      setBase(next);
      write(next);
      keep(shelf, null);
      setKept(false);
    },
    saved(as) {
      setBase(as);
      if (differ(as, newest.current)) return newest.current;
      keep(shelf, null);
      setKept(false);
      return null;
    },
  };
}

function shelfOf(key: string): string {
  return `evertold:story:${key}`;
}

function differ(one: Writing, other: Writing): boolean {
  return (Object.keys(one) as (keyof Writing)[]).some((part) => one[part] !== other[part]);
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
