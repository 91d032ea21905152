-- How often an answer was begun that did not come about, of what kind the last failure was, and since when nobody tries.
alter table conversation
  add column answer_tries int not null default 0,
  add column answer_failure text,
  add column answer_set_aside_at timestamptz(3);
