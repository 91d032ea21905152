-- What undoing a merge of two people takes from the kept one again. Constant defaults are stored in the catalogue: no row
-- is rewritten, and the lock lasts an instant.
alter table person_merge
  add column kept_id uuid,
  add column added_aliases text[] not null default '{}',
  add column added_facts text[] not null default '{}',
  add column was_found boolean not null default false;
