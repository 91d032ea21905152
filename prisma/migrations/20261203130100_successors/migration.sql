-- The member who becomes the owner of a book when its last owner's account is deleted. A new table only.
create table successor (
  subject_id uuid primary key references subject (id) on delete cascade on update cascade,
  membership_id uuid not null unique references membership (id) on delete cascade on update cascade,
  created_at timestamptz(3) not null default current_timestamp
);
