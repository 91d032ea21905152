-- Why a book was paused by itself: what the person who answered a call said.
create type pause_reason as enum ('SAID_TO_HAVE_DIED', 'WRONG_NUMBER');
alter table subject add column paused_because pause_reason;
