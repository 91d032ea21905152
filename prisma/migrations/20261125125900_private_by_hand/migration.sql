-- Who of the family made a message private by hand, and when: they may undo it for a while.
create table private_by_hand (
  message_id uuid primary key references message (id) on delete cascade on update cascade,
  user_id uuid not null references "user" (id) on delete cascade on update cascade,
  at timestamptz(3) not null default current_timestamp
);
create index private_by_hand_user_id_idx on private_by_hand (user_id);
