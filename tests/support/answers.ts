import { subscribe, unsubscribe } from 'node:diagnostics_channel';

export type Counted = {
  /** How often the server made an answer to an event since the count began. */
  count: () => number;
  stop: () => void;
};

/** Counts the answers to events of subscriptions that this server makes; one may go to many sockets. */
export function countAnswers(): Counted {
  let made = 0;
  const note = () => {
    made++;
  };
  subscribe('evertold:answered', note);
  return { count: () => made, stop: () => unsubscribe('evertold:answered', note) };
}
