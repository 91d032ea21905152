-- What the family decided about who is in a story.
create table card_person_decision (
  card_id uuid not null references card (id) on delete cascade on update cascade,
  person_id uuid not null references person (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  is_in boolean not null,
  primary key (card_id, person_id)
);
create index card_person_decision_person_id_idx on card_person_decision (person_id);
create index card_person_decision_subject_id_idx on card_person_decision (subject_id);
