-- What the family says about a story.
create table remark (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  card_id uuid not null references card (id) on delete cascade on update cascade,
  author_id uuid references "user" (id) on delete set null on update cascade,
  text text not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index remark_card_id_created_at_idx on remark (card_id, created_at);
create index remark_subject_id_created_at_idx on remark (subject_id, created_at);
create index remark_author_id_idx on remark (author_id);

-- Who has given a story a heart.
create table heart (
  card_id uuid not null references card (id) on delete cascade on update cascade,
  user_id uuid not null references "user" (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  created_at timestamptz(3) not null default now(),
  primary key (card_id, user_id)
);
create index heart_user_id_idx on heart (user_id);
create index heart_subject_id_idx on heart (subject_id);
