import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';

export type Hear = (data: unknown) => void;

/**
 * Carries wakes between those who write and those who follow, and the passing state of an answer as it
 * grows. Losing one costs latency, never an event: what happened stands in the database.
 */
export interface Bus {
  /** Tells everyone who follows `topic`. Call it after the commit. */
  publish(topic: string, data?: unknown): void;
  /**
   * Tells what is published from now on, until `signal` aborts. What comes without data is a wake: there may be
   * something new, or nothing. `hear` is called amid the publishing, and throws nothing.
   */
  listen(topic: string, signal: AbortSignal, hear: Hear): void;
  /** How soon to look again though nobody woke us: a wake can be lost on its way between two processes. */
  unwokenMs(): number;
}

/** While wakes arrive, one that is lost is made up for within this time. */
export const unwokenMs = 15_000;

/** The bus of a single process. */
export function memoryBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish(topic, data) {
      emitter.emit(topic, data);
    },
    listen(topic, signal, hear) {
      if (signal.aborted) return;
      // It is the listener's own work, not that of the request which publishes.
      const heard = AsyncLocalStorage.bind(hear);
      emitter.on(topic, heard);
      signal.addEventListener('abort', () => emitter.off(topic, heard), { once: true });
    },
    unwokenMs: () => unwokenMs,
  };
}

/** The bus of this server; `openBus` replaces it at the start. */
export let bus: Bus = memoryBus();

export function openBus(chosen: Bus) {
  bus = chosen;
}
