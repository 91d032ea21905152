-- Files that Evertold makes for a member: books, quote cards, and exports of everything.
create type "MakingKind" as enum ('BOOK_PDF', 'BOOK_EPUB', 'QUOTE_CARD', 'EXPORT');
create type "MakingStatus" as enum ('QUEUED', 'WORKING', 'DONE', 'FAILED', 'CANCELLED', 'EXPIRED');
create table making (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  requested_by_id uuid references "user" (id) on delete set null on update cascade,
  kind "MakingKind" not null,
  status "MakingStatus" not null default 'QUEUED',
  progress integer not null default 0,
  tries integer not null default 0,
  request jsonb not null,
  title text not null,
  file_name text not null,
  content_type text not null,
  storage_key text unique,
  bytes bigint,
  pages integer,
  made_of_said boolean not null default true,
  problem text,
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  expires_at timestamptz(3)
);
create index making_subject_id_created_at_idx on making (subject_id, created_at);
create index making_requested_by_id_idx on making (requested_by_id);
create index making_status_expires_at_idx on making (status, expires_at);
-- A member has one of a kind of work in hand at a subject: makings, and exports.
create unique index making_in_hand on making (subject_id, requested_by_id, (kind = 'EXPORT'))
  where status in ('QUEUED', 'WORKING');
