-- What each transaction of a change made, sealed, written in the transaction itself: a run that was cut off is taken
-- up where it was, and gives the answer that the first would have given.
alter table idempotent_answer add column steps text[] not null default '{}';
