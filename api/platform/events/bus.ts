import { EventEmitter, on } from 'node:events';

/**
 * Carries wakes between those who write and those who follow, and the passing state of an answer as it
 * grows. Losing one costs latency, never an event: what happened stands in the database.
 */
export interface Bus {
  /** Tells everyone who follows `topic`. Call it after the commit. */
  publish(topic: string, data?: unknown): void;
  /** What is published from now on, until `signal` aborts. Listening begins with the call itself. */
  listen(topic: string, signal: AbortSignal): AsyncIterable<unknown>;
}

/** The bus of a single process. */
export function memoryBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish(topic, data) {
      emitter.emit(topic, data);
    },
    listen(topic, signal) {
      const arrivals = on(emitter, topic, { signal });
      return {
        async *[Symbol.asyncIterator]() {
          try {
            for await (const [data] of arrivals) yield data;
          } catch (error) {
            if (!signal.aborted) throw error;
          }
        },
      };
    },
  };
}

/** The bus of this server; `openBus` replaces it at the start. */
export let bus: Bus = memoryBus();

export function openBus(chosen: Bus) {
  bus = chosen;
}
