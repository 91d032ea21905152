-- The unsaved text of a story that one person is writing.
create table story_draft (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade,
  card_id uuid references card (id) on delete cascade,
  user_id uuid not null references "user" (id) on delete cascade,
  base_revision integer,
  version integer not null default 1,
  title text,
  happened text,
  place text,
  chapter_key text,
  text jsonb,
  updated_at timestamptz(3) not null,
  constraint story_draft_one_for_each unique nulls not distinct (subject_id, card_id, user_id),
  constraint story_draft_base check ((card_id is null) = (base_revision is null))
);

create index story_draft_subject_id_idx on story_draft (subject_id);
create index story_draft_card_id_idx on story_draft (card_id);
create index story_draft_user_id_idx on story_draft (user_id);
create index story_draft_updated_at_idx on story_draft (updated_at);
