import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'connecting' | 'offline';

let hasNetwork = true;
let socket: Connection = 'online';
const listeners = new Set<() => void>();

/**
 * The connection state: offline without a network, or when the live connection was lost and could not be restored at
 * once.
 */
export function connection(): Connection {
  return hasNetwork ? socket : 'offline';
}

function updateConnection(act: () => void): void {
  const before = connection();
  act();
  if (connection() !== before) for (const listener of listeners) listener();
}

/** Reports the state of the WebSocket. */
export function reportSocket(state: Connection): void {
  updateConnection(() => {
    socket = state;
  });
}

/** Reports whether the browser has a network. */
export function reportNetwork(isOnline: boolean): void {
  updateConnection(() => {
    hasNetwork = isOnline;
  });
}

/** Calls `listener` at each change, until the returned function is called. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== 'undefined') {
  hasNetwork = navigator.onLine;
  window.addEventListener('online', () => reportNetwork(true));
  window.addEventListener('offline', () => reportNetwork(false));
}

/** The connection state as a hook. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection, () => 'online');
}
