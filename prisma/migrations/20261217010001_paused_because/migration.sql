-- Why a book was paused by itself, after what somebody said who answered a call.
create type pause_reason as enum ('SAID_TO_HAVE_DIED', 'WRONG_NUMBER');
alter table subject add column paused_because pause_reason;
-- The message with which somebody else went to fetch the person to the phone.
alter table call add column fetched_seq integer;
-- The recording that somebody else had agreed to, of which late reports still come.
alter table call_recording add column former_id text;
