-- The texts of an unknown phone that may be the subject's: ids alone, deleted with the texts.
create table conflict_text (
  conflict_id uuid not null references conflict (id) on delete cascade on update cascade,
  text_id uuid not null references inbound_text (id) on delete cascade on update cascade,
  subject_id uuid not null,
  private boolean not null default false,
  primary key (conflict_id, text_id)
);
create index conflict_text_subject_id_idx on conflict_text (subject_id);
create index conflict_text_text_id_idx on conflict_text (text_id);

-- The names of the book that those texts contain.
create table conflict_match (
  id uuid primary key,
  conflict_id uuid not null references conflict (id) on delete cascade on update cascade,
  subject_id uuid not null,
  card_id uuid references card (id) on delete cascade on update cascade,
  person_id uuid references person (id) on delete cascade on update cascade,
  sentence_id uuid references sentence (id) on delete cascade on update cascade,
  "start" integer,
  "end" integer
);
create index conflict_match_conflict_id_idx on conflict_match (conflict_id);
create index conflict_match_subject_id_idx on conflict_match (subject_id);
create index conflict_match_card_id_idx on conflict_match (card_id);
create index conflict_match_person_id_idx on conflict_match (person_id);
create index conflict_match_sentence_id_idx on conflict_match (sentence_id);

-- Whether the team assigned a text to the subject, and the conversation that holds such texts.
alter table inbound_text add column assigned boolean not null default false;
alter table conversation add column silent boolean not null default false;
