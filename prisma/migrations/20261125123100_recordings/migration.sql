-- The sound of conversations, as long as the person agrees to it.
create table recording (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  conversation_id uuid not null references conversation (id) on delete cascade on update cascade,
  media_type text not null,
  approximate boolean not null default true,
  started_at timestamptz(3) not null,
  duration_ms integer,
  storage_key text,
  silenced_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp
);
create unique index recording_conversation_id_key on recording (conversation_id);
create unique index recording_storage_key_key on recording (storage_key);
create index recording_subject_id_idx on recording (subject_id);

create table recording_take (
  id uuid primary key,
  subject_id uuid not null,
  recording_id uuid not null references recording (id) on delete cascade on update cascade,
  pieces text[] not null default '{}',
  bytes integer not null default 0,
  created_at timestamptz(3) not null default current_timestamp
);
create index recording_take_recording_id_idx on recording_take (recording_id);
create index recording_take_subject_id_idx on recording_take (subject_id);

create table recording_mark (
  message_id uuid primary key references message (id) on delete cascade on update cascade,
  subject_id uuid not null,
  take_id uuid not null,
  start_ms integer not null,
  end_ms integer not null
);
create index recording_mark_take_id_idx on recording_mark (take_id);
create index recording_mark_subject_id_idx on recording_mark (subject_id);
