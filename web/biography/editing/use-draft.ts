import { useEffect, useRef, useState } from 'react';
import { isSameText, type StoryText, textOfBody } from './text/story-text.ts';

/** The fields of a story that is being written. */
export interface Writing {
  title: string;
  text: StoryText;
  happened: string;
  place: string;
  chapterKey: string;
}

/** The saved version that was opened; the revision is null for a story that was never saved. */
export interface Base {
  revision: number | null;
  writing: Writing;
}

const settleMs = 600;

export interface Draft {
  writing: Writing;
  /** The version that the writing started from. */
  base: Base;
  set(change: Partial<Writing> | ((now: Writing) => Partial<Writing>)): void;
  /** Differs from the opened version. */
  isDirty: boolean;
  /** Stored on this device, and restored when the page is opened again. */
  kept: boolean;
  /** Starts again from a saved version, with `writing` as unsaved changes to it if given. */
  reset(base: Base, writing?: Writing): void;
  /** Marks this version as saved. Returns what was typed meanwhile and is still unsaved, or null. */
  saved(as: Base): Writing | null;
}

/** The storage key of a draft. */
export function draftKey(userId: string, { cardId, bookId }: { cardId?: string; bookId: string }): string {
  return `${userId}:${cardId ?? `${bookId}:new`}`;
}

/** Stores a draft where the editor page finds it. */
export function storeDraft(key: string, draft: Stored): void {
  keep(storageKeyOf(key), draft);
}

/** A draft as it is stored, with the version that it changes. */
interface Stored {
  writing: Writing;
  base: Base;
}

/**
 * The state of a story being written, stored on the device until it is saved or discarded. A stored draft includes the
 * version that it started from, so that later saves by others are noticed.
 */
export function useDraft(key: string, opened: Base): Draft {
  const storageKey = storageKeyOf(key);
  const [found] = useState(() => read(storageKey, opened));
  const [base, setBase] = useState(found?.base ?? opened);
  const [writing, setWriting] = useState(found?.writing ?? opened.writing);
  const [kept, setKept] = useState(found !== null);
  const isDirty = differ(base.writing, writing);
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
    const store = () => setKept(keep(storageKey, { writing, base }));
    const timer = setTimeout(store, settleMs);
    // A page that is closed or hidden may never run the timer.
    window.addEventListener('pagehide', store);
    document.addEventListener('visibilitychange', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
      document.removeEventListener('visibilitychange', store);
    };
  }, [storageKey, writing, base, isDirty]);

  return {
    writing,
    base,
    isDirty,
    kept,
    set(change) {
      const now = newest.current;
      write({ ...now, ...(typeof change === 'function' ? change(now) : change) });
    },
    reset(next, changed = next.writing) {
      setBase(next);
      write(changed);
      if (differ(next.writing, changed)) return;
      keep(storageKey, null);
      setKept(false);
    },
    saved(as) {
      setBase(as);
      if (differ(as.writing, newest.current)) return newest.current;
      keep(storageKey, null);
      setKept(false);
      return null;
    },
  };
}

function storageKeyOf(key: string): string {
  return `evertold:story:${key}`;
}

const lines = ['title', 'happened', 'place', 'chapterKey'] as const;

function differ(one: Writing, other: Writing): boolean {
  return lines.some((part) => one[part] !== other[part]) || !isSameText(one.text, other.text);
}

function read(storageKey: string, opened: Base): Stored | null {
  try {
    const found = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    // Drafts from before the text had sources consist of the fields and a plain `body`.
    if (typeof found?.body === 'string') {
      const { body, ...fields } = found;
      const writing = { ...fields, text: textOfBody(body) };
      return isWriting(writing) ? { writing, base: opened } : null;
    }
    const isComplete = isWriting(found?.writing) && isWriting(found?.base?.writing);
    const { revision } = found?.base ?? {};
    return isComplete && (revision === null || typeof revision === 'number') ? found : null;
  } catch {
    return null;
  }
}

function isWriting(found: unknown): found is Writing {
  const parts = found as Record<string, unknown> | null | undefined;
  return lines.every((part) => typeof parts?.[part] === 'string') && isText(parts?.text);
}

function isText(found: unknown): found is StoryText {
  const isRun = (run: unknown) => {
    const { text, sources } = (run ?? {}) as Record<string, unknown>;
    return (
      typeof text === 'string' && Array.isArray(sources) && sources.every((id) => typeof id === 'string')
    );
  };
  return Array.isArray(found) && found.every((runs) => Array.isArray(runs) && runs.every(isRun));
}

function keep(storageKey: string, draft: Stored | null): boolean {
  try {
    if (draft) localStorage.setItem(storageKey, JSON.stringify(draft));
    else localStorage.removeItem(storageKey);
    return draft !== null;
  } catch {
    return false; // storage is unavailable, so only the leave question protects the text
  }
}
