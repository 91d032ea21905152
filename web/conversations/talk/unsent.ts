import type { Recorded } from './recorder.ts';

/** An utterance that is not known to be stored yet. */
export interface UnsentUtterance {
  /** The same for every attempt, so that the server stores it once. */
  clientMessageId: string;
  text: string;
  /** The position in the recording, if it was recorded. */
  recorded?: Recorded | undefined;
  /** `waiting`: there was no answer, and it is sent again. `refused`: it is not sent again by itself. */
  state: 'sending' | 'waiting' | 'refused';
  problem?: string;
}

/** The result of one attempt; a missing answer is a rejected promise. */
export type Outcome = { stored: true } | { stored: false; problem: string };

export interface Unsent {
  now(): readonly UnsentUtterance[];
  subscribe(tell: () => void): () => void;
  say(text: string, recorded?: Recorded): void;
  /** Sends the waiting utterances at once. */
  retry(): void;
  /** Removes a refused utterance and returns its text. */
  takeBack(clientMessageId: string): string;
}

/** The storage of unsent utterances, which survives a closed page. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const firstWaitMs = 2_000;
const longestWaitMs = 16_000;

/** Sends utterances one after the other until each is stored, and keeps them in the storage meanwhile. */
export function openUnsent({
  key,
  shelf,
  send,
}: {
  key: string;
  shelf: Shelf;
  send: (utterance: UnsentUtterance) => Promise<Outcome>;
}): Unsent {
  let list = readShelf(shelf, key);
  let running = false;
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: readonly UnsentUtterance[]): void {
    list = next;
    writeShelf(shelf, key, list);
    for (const tell of listeners) tell();
  }
  function mark(id: string, change: Partial<UnsentUtterance>): void {
    set(list.map((each) => (each.clientMessageId === id ? { ...each, ...change } : each)));
  }

  async function run(): Promise<void> {
    if (running) return;
    clearTimeout(timer);
    running = true;
    for (;;) {
      const next = list.find(({ state }) => state !== 'refused');
      if (!next) break;
      const { clientMessageId } = next;
      mark(clientMessageId, { state: 'sending' });
      try {
        const outcome = await send(next);
        if (outcome.stored) set(list.filter((each) => each.clientMessageId !== clientMessageId));
        else mark(clientMessageId, { state: 'refused', problem: outcome.problem });
        waitMs = firstWaitMs;
      } catch {
        mark(clientMessageId, { state: 'waiting' });
        timer = setTimeout(() => void run(), waitMs);
        waitMs = Math.min(longestWaitMs, waitMs * 2);
        break;
      }
    }
    running = false;
  }

  if (list.length > 0) void run();
  return {
    now: () => list,
    subscribe(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    say(text, recorded) {
      set([
        ...list,
        { clientMessageId: crypto.randomUUID(), text, ...(recorded && { recorded }), state: 'sending' },
      ]);
      void run();
    },
    retry: () => void run(),
    takeBack(clientMessageId) {
      const taken = list.find((each) => each.clientMessageId === clientMessageId);
      set(list.filter((each) => each !== taken));
      return taken?.text ?? '';
    },
  };
}

function readShelf(shelf: Shelf, key: string): readonly UnsentUtterance[] {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isUtterance) : [];
  } catch {
    return [];
  }
}

function writeShelf(shelf: Shelf, key: string, list: readonly UnsentUtterance[]): void {
  try {
    if (list.length > 0) shelf.setItem(key, JSON.stringify(list));
    else shelf.removeItem(key);
  } catch {
    // Without storage the words are still sent; only closing the page would lose them.
  }
}

function isUtterance(value: unknown): value is UnsentUtterance {
  const { clientMessageId, text, state } = (value ?? {}) as Record<string, unknown>;
  return typeof clientMessageId === 'string' && typeof text === 'string' && typeof state === 'string';
}
