-- What the family says of its keepsakes, and the files that are being sent.
create type "KeepsakeKind" as enum ('PHOTO', 'LETTER', 'RECIPE', 'RECORDING', 'VIDEO', 'DOCUMENT', 'OBJECT');
alter table media add column kind "KeepsakeKind" not null default 'PHOTO';
alter table media add column title text;
alter table media add column happened text;
alter table media add column added_by_id uuid;
alter table media add constraint media_added_by_id_fkey
  foreign key (added_by_id) references "user" (id) on delete set null on update cascade not valid;
alter table media add column deleted_at timestamptz(3);

create table keepsake_person (
  subject_id uuid not null,
  media_id uuid not null references media (id) on delete cascade on update cascade,
  person_id uuid not null references person (id) on delete cascade on update cascade,
  primary key (media_id, person_id)
);
create index keepsake_person_person_id_idx on keepsake_person (person_id);
create index keepsake_person_subject_id_idx on keepsake_person (subject_id);

create table upload (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  user_id uuid references "user" (id) on delete set null on update cascade,
  bytes integer not null,
  received integer not null default 0,
  parts text[] not null default '{}',
  kept_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp
);
create index upload_subject_id_idx on upload (subject_id);
create index upload_user_id_idx on upload (user_id);
create index upload_created_at_idx on upload (created_at);

alter table question_request add column media_id uuid;
alter table question_request add constraint question_request_media_id_fkey
  foreign key (media_id) references media (id) on delete cascade on update cascade not valid;
alter table person_merge add column media_ids uuid[] not null default '{}';
