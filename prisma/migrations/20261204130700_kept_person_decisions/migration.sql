-- Decisions about people whom no readable words name any more.
create table kept_person_decision (
  card_id uuid not null references card (id) on delete cascade on update cascade,
  name_hash text not null,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  is_in boolean not null,
  primary key (card_id, name_hash)
);
create index kept_person_decision_subject_id_name_hash_idx on kept_person_decision (subject_id, name_hash);
