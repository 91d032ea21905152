-- The member who becomes the owner when the account of the last owner is deleted. A new table only: adding its foreign
-- keys locks subject and membership against writes for as long as it takes to enter them in the catalogue.
create table successor (
  subject_id uuid primary key references subject (id) on delete cascade on update cascade,
  membership_id uuid not null references membership (id) on delete cascade on update cascade,
  created_at timestamptz(3) not null default current_timestamp
);
create unique index successor_membership_id_key on successor (membership_id);
