import { useEffect, useRef, useState } from 'react';

/** The fields of a story that is being written. */
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
  /** Differs from the opened version. */
  isDirty: boolean;
  /** Stored on this device, and restored when the page is opened again. */
  kept: boolean;
  /** Starts again from `writing`. */
  reset(writing: Writing): void;
  /** Marks this version as saved. Returns what was typed meanwhile and is still unsaved, or null. */
  saved(as: Writing): Writing | null;
}

/** The storage key of a draft. */
export function draftKey(userId: string, { cardId, bookId }: { cardId?: string; bookId: string }): string {
  return `${userId}:${cardId ?? `${bookId}:new`}`;
}

/** Stores a draft where the editor page finds it. */
export function leaveDraft(key: string, writing: Writing): void {
  keep(storageKeyOf(key), writing);
}

/** The state of a story being written, stored on the device until it is saved or discarded. */
export function useDraft(key: string, opened: Writing): Draft {
  const storageKey = storageKeyOf(key);
  const [base, setBase] = useState(opened);
  const [writing, setWriting] = useState<Writing>(() => read(storageKey) ?? opened);
  const [kept, setKept] = useState(() => read(storageKey) !== null);
  const isDirty = differ(base, writing);
  const newest = useRef(writing);
  function write(next: Writing) {
    newest.current = next;
    setWriting(next);
  }

  useEffect(() => {
    if (!isDirty) {
      keep(storageKey, null);
      setKept(false);
      return;
    }
    const timer = setTimeout(() => setKept(keep(storageKey, writing)), settleMs);
    return () => clearTimeout(timer);
  }, [storageKey, writing, isDirty]);

  return {
    writing,
    isDirty,
    kept,
    set: (change) => write({ ...newest.current, ...change }),
    reset(next) {
      setBase(next);
      write(next);
      keep(storageKey, null);
      setKept(false);
    },
    saved(as) {
      setBase(as);
      if (differ(as, newest.current)) return newest.current;
      keep(storageKey, null);
      setKept(false);
      return null;
    },
  };
}

function storageKeyOf(key: string): string {
  return `evertold:story:${key}`;
}

function differ(one: Writing, other: Writing): boolean {
  return (Object.keys(one) as (keyof Writing)[]).some((part) => one[part] !== other[part]);
}

function read(storageKey: string): Writing | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    const parts = ['title', 'body', 'happened', 'place', 'chapterKey'];
    const isComplete = parts.every(
      (part) => typeof (found as Record<string, unknown> | null)?.[part] === 'string',
    );
    return isComplete ? (found as Writing) : null;
  } catch {
    return null;
  }
}

function keep(storageKey: string, writing: Writing | null): boolean {
  try {
    if (writing) localStorage.setItem(storageKey, JSON.stringify(writing));
    else localStorage.removeItem(storageKey);
    return writing !== null;
  } catch {
    return false; // storage is unavailable, so only the leave question protects the text
  }
}
