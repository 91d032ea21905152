-- The meanings of what stories say that was written by hand, by which questions to a book find them. They can be made
-- again at any time.
create table story_meaning (
  card_id uuid primary key references card (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  -- The revision of the card whose sentences were encoded.
  revision int not null,
  -- For each sentence: its vector, 512 numbers of a byte.
  vectors bytea not null,
  -- The version of dividing and encoding that made it.
  version int not null
);
alter table story_meaning alter column vectors set storage external;
create index story_meaning_subject_id_idx on story_meaning (subject_id);

-- Sentences that were hidden or shown change what a meaning was made of.
create function forget_story_meaning() returns trigger language plpgsql as $$
begin
  delete from story_meaning where card_id = new.card_id;
  return null;
end;
$$;
create trigger forget_story_meaning after update of hidden, text on sentence
  for each row when (old.hidden is distinct from new.hidden or old.text is distinct from new.text)
  execute function forget_story_meaning();
