-- A call that somebody placed to us: who it was has to be confirmed.
create type call_confirmation as enum ('CODE_WORD', 'TEXT_CODE', 'FAMILY');
alter table call add column inbound boolean not null default false;
alter table call add column confirmed_by call_confirmation;
alter table call add column confirmed_at timestamptz(3);
alter table call add column refused_at timestamptz(3);
alter table call add column wrong_words integer not null default 0;
-- What the caller's next words answer.
alter table call add column awaits jsonb;
