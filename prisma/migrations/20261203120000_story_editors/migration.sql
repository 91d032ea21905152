-- Who has the editor of a story open.
create table story_editor (
  card_id uuid not null references card (id) on delete cascade on update cascade,
  user_id uuid not null references "user" (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  until timestamptz(3) not null,
  primary key (card_id, user_id)
);
create index story_editor_user_id_idx on story_editor (user_id);
create index story_editor_subject_id_idx on story_editor (subject_id);
