/** How many sockets, and subscriptions on them, one process keeps open at once. */
const most = {
  sockets: 20_000,
  /** A household whose members have several pages open. */
  socketsOfNetwork: 500,
  socketsOfAccount: 50,
  subscriptionsOfAccount: 500,
  subscriptionsOfSocket: 100,
} as const;

/** What a socket may send in a window: twenty messages a second, and two of the largest size. */
export const messageRate = { everyMs: 10_000, messages: 200, bytes: 2 * 1024 * 1024 } as const;

/** A limited number of places for each key. */
export type Places = {
  full: (key: string) => boolean;
  /** Takes a place; false when none is left. The caller gives it back. */
  take: (key: string) => boolean;
  give: (key: string) => void;
};

export type ConnectionLimits = {
  /** Why a further socket from this network is not opened, as an HTTP status; null when it is. */
  refusalOf: (network: string, open: number) => string | null;
  networks: Places;
  accounts: Places;
  subscriptions: Places;
  /** How many subscriptions one socket may have. */
  subscriptionsOfSocket: number;
};

/** Counts the sockets and subscriptions of this process. Without metering only the total is limited. */
export function openConnectionLimits({ metered }: { metered: boolean }): ConnectionLimits {
  const places = (number: number) => placesFor(metered ? number : Number.POSITIVE_INFINITY);
  const networks = places(most.socketsOfNetwork);
  return {
    refusalOf(network, open) {
      if (open >= most.sockets) return '503 Service Unavailable';
      return networks.full(network) ? '429 Too Many Requests' : null;
    },
    networks,
    accounts: places(most.socketsOfAccount),
    subscriptions: places(most.subscriptionsOfAccount),
    subscriptionsOfSocket: most.subscriptionsOfSocket,
  };
}

function placesFor(number: number): Places {
  const taken = new Map<string, number>();
  const full = (key: string) => (taken.get(key) ?? 0) >= number;
  return {
    full,
    take(key) {
      if (full(key)) return false;
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return true;
    },
    give(key) {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}
