import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';

export type Hear = (data: unknown) => void;

/**
 * Carries wake-ups from writers to subscribers, and the text of a growing answer. A lost wake-up costs only latency:
 * the events themselves are in the database.
 */
export interface Bus {
  /** Notifies all subscribers of `topic`. Call it after the commit. */
  publish(topic: string, data?: unknown): void;
  /**
   * Calls `hear` for what is published until `signal` aborts. Without data it is a wake-up: something may be new.
   * `hear` runs during the publishing and must not throw.
   */
  listen(topic: string, signal: AbortSignal, hear: Hear): void;
  /** How soon to poll without a wake-up, because one can be lost between two processes. */
  unwokenMs(): number;
}

/** With a working bus, a lost wake-up is made up for within this time. */
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
      // The listener runs in its own scope, not in that of the publishing request.
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
