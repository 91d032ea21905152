-- What a named successor said about the only owner's death: when, of whom, and when that owner answered.
alter table successor
  add column claimed_at timestamptz(3),
  add column said_dead_id uuid,
  add column answered_at timestamptz(3);
