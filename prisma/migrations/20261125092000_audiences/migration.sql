-- Who may read a story, a chapter or a keepsake. What has no row is for everyone who sees the book.
create table audience (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  card_id uuid unique references card (id) on delete cascade on update cascade,
  chapter_id uuid unique references chapter (id) on delete cascade on update cascade,
  media_id uuid unique references media (id) on delete cascade on update cascade,
  opens_on date,
  opens_at timestamptz(3),
  after_death boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  constraint audience_of_one check (num_nonnulls(card_id, chapter_id, media_id) = 1)
);
create index audience_subject_id_idx on audience (subject_id);

create table audience_member (
  subject_id uuid not null,
  audience_id uuid not null references audience (id) on delete cascade on update cascade,
  membership_id uuid not null references membership (id) on delete cascade on update cascade,
  primary key (audience_id, membership_id)
);
create index audience_member_membership_id_idx on audience_member (membership_id);
create index audience_member_subject_id_idx on audience_member (subject_id);

-- A file is handed out only to who may read all that went into it.
alter table making add column made_of uuid[] not null default '{}';
