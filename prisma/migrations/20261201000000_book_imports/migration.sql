-- Books that are brought from an export of another Evertold.
create type book_import_status as enum ('QUEUED', 'WORKING', 'DONE', 'FAILED', 'CANCELLED');
create table book_import (
  id uuid primary key,
  user_id uuid references "user" (id) on delete set null on update cascade,
  subject_id uuid references subject (id) on delete set null on update cascade,
  is_self boolean not null default false,
  status book_import_status not null default 'QUEUED',
  progress integer not null default 0,
  attempt integer not null default 0,
  problem text,
  sounds_left integer not null default 0,
  files_missing integer not null default 0,
  only_for_owner integer not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null
);
create index book_import_user_id_created_at_idx on book_import (user_id, created_at);
create index book_import_subject_id_idx on book_import (subject_id);
create index book_import_status_updated_at_idx on book_import (status, updated_at);
-- One at a time for each account.
create unique index book_import_in_hand on book_import (user_id) where status in ('QUEUED', 'WORKING');

-- The rows of a book until all of it is there: nothing reads them but the import itself.
create table import_row (
  import_id uuid not null references book_import (id) on delete cascade on update cascade,
  attempt integer not null,
  position integer not null,
  kind text not null,
  data jsonb not null,
  primary key (import_id, attempt, position)
);

-- What a person agreed to at another Evertold: shown, and no consent here.
create table brought_consent (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  position integer not null,
  kind "ConsentKind" not null,
  status "ConsentStatus" not null,
  via "ConsentVia" not null,
  wording_version integer not null,
  wording text not null,
  at timestamptz(3) not null
);
create unique index brought_consent_subject_id_position_key on brought_consent (subject_id, position);
