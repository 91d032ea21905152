-- Recordings among the keepsakes whose words are written down and become a conversation.
create type old_recording_status as enum ('PREPARING', 'TRANSCRIBING', 'DRAFT', 'ADDING', 'FAILED', 'IN_BOOK');
create table old_recording (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  media_id uuid references media (id) on delete set null on update cascade,
  conversation_id uuid references conversation (id) on delete set null on update cascade,
  status old_recording_status not null default 'PREPARING',
  transcribes boolean not null,
  adds_itself boolean not null default false,
  lines jsonb not null default '[]',
  version integer not null default 0,
  problem text,
  tries integer not null default 0,
  storage_key text,
  media_type text,
  duration_ms integer,
  loudness integer[] not null default '{}',
  transcribed_ms integer not null default 0,
  approximate boolean not null default true,
  content_hash text,
  begun_by_id uuid references "user" (id) on delete set null on update cascade,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null
);
create unique index old_recording_media_id_key on old_recording (media_id);
create unique index old_recording_conversation_id_key on old_recording (conversation_id);
create unique index old_recording_storage_key_key on old_recording (storage_key);
create index old_recording_subject_id_content_hash_idx on old_recording (subject_id, content_hash);
create index old_recording_begun_by_id_idx on old_recording (begun_by_id);
