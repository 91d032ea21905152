-- What undoing a merge of two people restores of the family's decisions. A constant default is stored in the catalogue:
-- no row is rewritten, and the lock lasts an instant.
alter table person_merge add column decisions jsonb not null default '[]';

-- The story that a hidden one was merged into, for the code of the hidden one in printed books.
create table card_merge (
  card_id uuid primary key references card (id) on delete cascade on update cascade,
  into_id uuid not null references card (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade
);
create index card_merge_into_id_idx on card_merge (into_id);
create index card_merge_subject_id_idx on card_merge (subject_id);
