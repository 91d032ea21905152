-- What the family says of somebody in the stories, and two people who were made one, so that it can be undone.
alter table person add column aliases text[] not null default '{}';
alter table person add column living boolean;

create table person_merge (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  person_id uuid not null references person (id) on delete cascade on update cascade,
  other jsonb not null,
  mention_ids uuid[] not null,
  card_ids uuid[] not null,
  merged_by_id uuid references "user" (id) on delete set null on update cascade,
  created_at timestamptz(3) not null default now()
);
create index person_merge_subject_id_idx on person_merge (subject_id);
create index person_merge_person_id_idx on person_merge (person_id);
create index person_merge_merged_by_id_idx on person_merge (merged_by_id);
