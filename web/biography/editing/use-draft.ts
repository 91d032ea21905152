import { useEffect, useRef, useState } from 'react';
import { type DraftStore, openDraftStore } from './draft-store.ts';
import type { StoryText } from './text/story-text.ts';
import {
  type Base,
  changesOf,
  type FoundDraft,
  isSameWriting,
  type StoryChanges,
  type Writing,
} from './writing.ts';

const settleMs = 600;

export interface Draft extends StoryChanges {
  set(change: Partial<Writing> | ((now: Writing) => Partial<Writing>)): void;
  /** Differs from the opened version. */
  isDirty: boolean;
  /** Where the unsaved words are stored; null if they are not yet. */
  keptAt: 'SERVER' | 'DEVICE' | null;
  /** The draft that another device of the user stored meanwhile. */
  elsewhere: FoundDraft | null;
  /** Starts again from a saved version, with `writing` as unsaved changes to it if given. */
  reset(base: Base, writing?: Writing): void;
  /** Replaces the draft of the other device by this one, or by one that was merged from both. */
  overwrite(changes?: StoryChanges): void;
  /** The server's draft while the story is saved; `saved` or `notSaved` must follow. */
  pause(): Promise<number | null>;
  /** Marks this version as saved. Returns what was typed meanwhile and is still unsaved, or null. */
  saved(as: Base): Writing | null;
  notSaved(): void;
}

/** The story of a draft; without a card it is a new one. */
export interface DraftPlace {
  userId: string;
  subjectId: string;
  cardId: string | null;
}

/** A draft on this device, while the server doesn't have it, with the server's version that it changes. */
interface DeviceDraft extends StoryChanges {
  version: number | null;
}

/** Stores a draft where the editor page finds it. */
export function storeDraft(place: DraftPlace, changes: StoryChanges): void {
  keep(storageKeyOf(place), { ...changes, version: null });
}

/** Whether this device has words that the server doesn't have, or the server's draft was written in this tab. */
export function isOwnDraft(place: DraftPlace, found: FoundDraft): boolean {
  return read(storageKeyOf(place)) !== null || tabDraft(place) === found.id;
}

/**
 * The state of a story being written, stored on the server until it is saved or discarded, and on this device while the
 * server can't be reached. A stored draft includes the version that it started from, so that later saves by others are
 * noticed.
 */
export function useDraft(place: DraftPlace, opened: Base, found: FoundDraft | null): Draft {
  const storageKey = storageKeyOf(place);
  const [start] = useState(() => startOf(read(storageKey), opened, found));
  const [base, setBase] = useState(start.base);
  const [writing, setWriting] = useState(start.writing);
  const [kept, setKept] = useState<{ writing: Writing; at: 'SERVER' | 'DEVICE' } | null>(
    start.isStored ? { writing: start.writing, at: 'SERVER' } : null,
  );
  const [elsewhere, setElsewhere] = useState<FoundDraft | null>(null);
  const isDirty = !isSameWriting(base.writing, writing);
  const keptAt = kept?.writing === writing ? kept.at : null;
  const newest = useRef<StoryChanges>({ writing, base });
  newest.current.base = base;
  const store = useRef<DraftStore>(null);
  store.current ??= openDraftStore(place, start.version, (outcome) => {
    if (outcome.kind === 'KEPT') {
      setKept({ writing: outcome.changes.writing, at: 'SERVER' });
      if (newest.current.writing === outcome.changes.writing) keep(storageKey, null);
      noteTabDraft(place, outcome.id);
    }
    if (outcome.kind === 'NONE') keep(storageKey, null);
    if (outcome.kind === 'CHANGED') setElsewhere(outcome.draft);
    if (outcome.kind === 'LOST' || outcome.kind === 'CHANGED') keepHere();
  });

  function keepHere() {
    const version = store.current?.version() ?? null;
    const now = newest.current;
    if (isSameWriting(now.base.writing, now.writing)) keep(storageKey, null);
    else if (keep(storageKey, { ...now, version })) setKept({ writing: now.writing, at: 'DEVICE' });
  }
  function write(next: Writing) {
    newest.current.writing = next;
    setWriting(next);
  }

  const flush = useRef(() => {});
  flush.current = () => {
    if (isDirty && keptAt === null && !elsewhere) store.current?.put({ writing, base });
  };
  useEffect(() => () => flush.current(), []);

  useEffect(() => {
    const changes = isDirty ? { writing, base } : null;
    if (!changes) {
      keep(storageKey, null);
      if (!elsewhere) store.current?.put(null);
      return;
    }
    if (keptAt === 'SERVER') {
      keep(storageKey, null);
      return;
    }
    const put = () => (elsewhere ? keepHere() : store.current?.put(changes));
    // What the server could not store waits for the next change, or for the connection.
    const timer = keptAt === null ? setTimeout(put, settleMs) : undefined;
    // A page that is closed or hidden may never run the timer, nor learn whether its last request arrived.
    function leave({ type }: Event) {
      if (type !== 'pagehide' && document.visibilityState === 'visible') return;
      keepHere();
      if (!elsewhere) store.current?.put(changes, true);
    }
    window.addEventListener('online', put);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', put);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
    };
  });

  return {
    writing,
    base,
    isDirty,
    keptAt,
    elsewhere,
    set(change) {
      const now = newest.current.writing;
      write({ ...now, ...(typeof change === 'function' ? change(now) : change) });
    },
    reset(next, changed = next.writing) {
      setBase(next);
      write(changed);
    },
    overwrite(changes = newest.current) {
      if (elsewhere) store.current?.adopt(elsewhere.version);
      setElsewhere(null);
      setKept(null);
      setBase(changes.base);
      write(changes.writing);
    },
    pause: async () => (await store.current?.pause()) ?? null,
    saved(as) {
      setBase(as);
      setElsewhere(null);
      setKept(null);
      store.current?.resume(true);
      if (!isSameWriting(as.writing, newest.current.writing)) return newest.current.writing;
      keep(storageKey, null);
      return null;
    },
    notSaved() {
      store.current?.resume(false);
    },
  };
}

/** What this device has counts, because the server has it only if its last request arrived. */
function startOf(here: DeviceDraft | null, opened: Base, found: FoundDraft | null) {
  const stored = found && changesOf(found, opened);
  if (here && !(stored && isSameWriting(here.writing, stored.writing))) return { ...here, isStored: false };
  if (stored) return { ...stored, version: found.version, isStored: true };
  return { base: opened, writing: opened.writing, version: null, isStored: false };
}

function keyOf({ userId, subjectId, cardId }: DraftPlace): string {
  return `${userId}:${cardId ?? `${subjectId}:new`}`;
}

function storageKeyOf(place: DraftPlace): string {
  return `evertold:story:${keyOf(place)}`;
}

/** The id of the server's draft that this tab wrote, so that a reload goes on with it. */
function tabDraft(place: DraftPlace): string | null {
  try {
    return sessionStorage.getItem(`evertold:draft:${keyOf(place)}`);
  } catch {
    return null;
  }
}

function noteTabDraft(place: DraftPlace, id: string): void {
  try {
    sessionStorage.setItem(`evertold:draft:${keyOf(place)}`, id);
  } catch {
    // Storage is unavailable, so the page asks after a reload.
  }
}

function read(storageKey: string): DeviceDraft | null {
  try {
    const found = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    const isComplete = isWriting(found?.writing) && isWriting(found?.base?.writing);
    const { revision } = found?.base ?? {};
    return isComplete && (revision === null || typeof revision === 'number')
      ? { version: null, ...found }
      : null;
  } catch {
    return null;
  }
}

const lines = ['title', 'happened', 'place', 'chapterKey'] as const;

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

function keep(storageKey: string, draft: DeviceDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(storageKey, JSON.stringify(draft));
    else localStorage.removeItem(storageKey);
    return draft !== null;
  } catch {
    return false; // storage is unavailable, so only the leave question protects the text
  }
}
