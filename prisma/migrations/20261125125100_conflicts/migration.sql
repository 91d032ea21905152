-- What doesn't fit together in a book, found after each conversation and settled by the team.
create type "ConflictKind" as enum ('DUPLICATE_CARDS', 'CONTRADICTING_DATE', 'CONTRADICTING_FACT', 'SAME_PERSON', 'SOURCE_GONE');
create type "ConflictStatus" as enum ('OPEN', 'RESOLVED', 'DISMISSED');
create type "ConflictResolution" as enum ('KEEP_LEFT', 'KEEP_RIGHT', 'KEEP_BOTH', 'MERGE', 'DISMISS');
create table conflict (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  kind "ConflictKind" not null,
  status "ConflictStatus" not null default 'OPEN',
  key text not null,
  about text,
  reason text,
  resolution "ConflictResolution",
  note text,
  decided_by_id uuid references "user" (id) on delete set null on update cascade,
  decided_at timestamptz(3),
  undo jsonb,
  question_id uuid references question_request (id) on delete set null on update cascade,
  created_at timestamptz(3) not null default current_timestamp
);
create unique index conflict_subject_id_key_key on conflict (subject_id, key);
create index conflict_subject_id_status_idx on conflict (subject_id, status);
create index conflict_decided_by_id_idx on conflict (decided_by_id);
create index conflict_question_id_idx on conflict (question_id);

create table conflict_side (
  conflict_id uuid not null references conflict (id) on delete cascade on update cascade,
  subject_id uuid not null,
  is_left boolean not null,
  card_id uuid references card (id) on delete cascade on update cascade,
  person_id uuid references person (id) on delete cascade on update cascade,
  sentence_id uuid references sentence (id) on delete cascade on update cascade,
  "start" integer,
  "end" integer,
  value text,
  primary key (conflict_id, is_left)
);
create index conflict_side_subject_id_idx on conflict_side (subject_id);
create index conflict_side_card_id_idx on conflict_side (card_id);
create index conflict_side_person_id_idx on conflict_side (person_id);
create index conflict_side_sentence_id_idx on conflict_side (sentence_id);

create table conflict_search (
  subject_id uuid primary key references subject (id) on delete cascade on update cascade,
  asked_at timestamptz(3) not null default current_timestamp,
  done_at timestamptz(3)
);
