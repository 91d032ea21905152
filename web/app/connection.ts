import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'connecting' | 'offline';

let network = true;
let socket: Connection = 'online';
const listeners = new Set<() => void>();

/** How things stand: offline without a network, or when the live connection was lost and could not be had back at once. */
export function connection(): Connection {
  return network ? socket : 'offline';
}

function changed(act: () => void): void {
  const before = connection();
  act();
  if (connection() !== before) for (const tell of listeners) tell();
}

/** The socket's own report. */
export function reportSocket(state: Connection): void {
  changed(() => {
    socket = state;
  });
}

/** The browser's report. */
export function reportNetwork(there: boolean): void {
  changed(() => {
    network = there;
  });
}

/** Calls `tell` at each change, until the answer is called. */
export function onConnectionChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

if (typeof window !== 'undefined') {
  network = navigator.onLine;
  window.addEventListener('online', () => reportNetwork(true));
  window.addEventListener('offline', () => reportNetwork(false));
}

/** The state of the connection, in a component. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, connection, () => 'online');
}
