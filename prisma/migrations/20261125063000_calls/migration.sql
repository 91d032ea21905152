-- The line of a conversation by phone: the provider's call, or a browser that tries one.
create type call_line as enum ('PROVIDER', 'BROWSER');
create table call (
  conversation_id uuid primary key references conversation (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  line call_line not null,
  provider_id text,
  scheduled_for timestamptz(3),
  attempt integer not null default 1,
  dialled_at timestamptz(3),
  answered_by text,
  ticket_hash text,
  ticket_until timestamptz(3),
  dropped_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index call_provider_id_key on call (provider_id);
create unique index call_ticket_hash_key on call (ticket_hash);
create unique index call_subject_id_scheduled_for_attempt_key on call (subject_id, scheduled_for, attempt);
create index call_dropped_at_idx on call (dropped_at);
-- When nobody calls though it would be time.
alter table subject add column calls_paused_until timestamptz(3);
alter table subject add column skipped_call_at timestamptz(3);
