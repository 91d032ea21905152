import { subscribe, unsubscribe } from 'node:diagnostics_channel';

export type Counted = {
  /** The number of subscription events executed since the count began. */
  count: () => number;
  stop: () => void;
};

/** Counts how often this server executes a subscription event; one result may go to many sockets. */
export function countAnswers(): Counted {
  let made = 0;
  const note = () => {
    made++;
  };
  subscribe('evertold:answered', note);
  return { count: () => made, stop: () => unsubscribe('evertold:answered', note) };
}
