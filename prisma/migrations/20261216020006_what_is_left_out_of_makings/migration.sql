-- What is not in a file that was made. Constant defaults are stored in the catalogue: no row is rewritten, and the lock
-- lasts an instant.
alter table making
  add column pictures_left_out integer not null default 0,
  add column books_left_out text[] not null default '{}';
