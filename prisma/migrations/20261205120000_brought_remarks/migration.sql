-- Who wrote a remark at another Evertold. Without a default no row is rewritten, and the lock lasts an instant.
alter table remark add column author_name text;

-- The hearts of a story that was brought from another Evertold. The tables it refers to are locked for an instant.
create table brought_heart (
  card_id uuid not null references card (id) on delete cascade on update cascade,
  position integer not null,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  name text not null,
  primary key (card_id, position)
);
create index brought_heart_subject_id_idx on brought_heart (subject_id);
