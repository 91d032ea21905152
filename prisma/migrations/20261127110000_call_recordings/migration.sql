-- The phone service's recordings of calls: agreed to, fetched, and deleted there.
create type call_recording_status as enum ('AGREED', 'RECORDING', 'READY', 'KEPT', 'NOT_KEPT');
create table call_recording (
  conversation_id uuid primary key references conversation (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  message_id uuid not null,
  provider_id text,
  status call_recording_status not null default 'AGREED',
  asked_at timestamptz(3),
  started_at timestamptz(3),
  duration_seconds integer,
  unheard uuid[] not null default '{}',
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp
);
create unique index call_recording_provider_id_key on call_recording (provider_id);
create index call_recording_subject_id_idx on call_recording (subject_id);
