-- How two people of the stories are related, once for a pair.
create type "PersonRelationKind" as enum ('PARENT', 'PARTNER', 'SIBLING');

create table person_relation (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  from_id uuid not null references person (id) on delete cascade on update cascade,
  to_id uuid not null references person (id) on delete cascade on update cascade,
  kind "PersonRelationKind" not null,
  created_at timestamptz(3) not null default now(),
  constraint person_relation_two_people check (from_id <> to_id),
  constraint person_relation_symmetric_order check (kind = 'PARENT' or from_id < to_id)
);
create unique index person_relation_from_id_to_id_key on person_relation (from_id, to_id);
create unique index person_relation_pair_key on person_relation (least(from_id, to_id), greatest(from_id, to_id));
create index person_relation_to_id_idx on person_relation (to_id);
create index person_relation_subject_id_idx on person_relation (subject_id);

-- The relations of a person who was merged into another one, so that undoing it gives them back.
alter table person_merge add column relatives jsonb not null default '[]';
