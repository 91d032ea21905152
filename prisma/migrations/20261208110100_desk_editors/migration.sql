-- Who has the editor of an agent prompt, of a writing task's prompt or of a bank question open.
create table desk_editor (
  kind text not null,
  text_id text not null,
  user_id uuid not null references "user" (id) on delete cascade on update cascade,
  until timestamptz(3) not null,
  primary key (kind, text_id, user_id)
);
create index desk_editor_user_id_idx on desk_editor (user_id);
