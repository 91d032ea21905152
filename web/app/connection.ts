import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'connecting' | 'offline';

let network = true;
let socket: Connection = 'online';
const listeners = new Set<() => void>();

/**
 * The connection state: offline without a network, or when the live connection was lost and could not be restored at
 * once.
 */
export function connection(): Connection {
  return network ? socket : 'offline';
}

function changed(act: () => void): void {
  const before = connection();
  act();
  if (connection() !== before) for (const tell of listeners) tell();
}

/** Reports the state of the WebSocket. */
export function reportSocket(state: Connection): void {
  changed(() => {
    socket = state;
  });
}

/** Reports whether the browser has a network. */
export function reportNetwork(there: boolean): void {
  changed(() => {
    network = there;
  });
}

/** Calls `tell` at each change, until the returned function is called. */
export function onConnectionChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

if (typeof window !== 'undefined') {
  network = navigator.onLine;
  window.addEventListener('online', () => reportNetwork(true));
  window.addEventListener('offline', () => reportNetwork(false));
}

/** The connection state as a hook. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection, () => 'online');
}
