-- The meanings of what was said, by which questions to a book find their answers. They can be made again at any time.
create table message_meaning (
  message_id uuid primary key references message (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  -- For each sentence: the signs of its vector, to find the near ones quickly.
  signs bit(512)[] not null,
  -- For each sentence: its vector, 512 numbers of a byte.
  vectors bytea not null
);
alter table message_meaning alter column vectors set storage external;
create index message_meaning_subject_id_idx on message_meaning (subject_id);

-- A meaning is that of the words as they are now, and words that became private have none.
create function forget_meaning() returns trigger language plpgsql as $$
begin
  delete from message_meaning where message_id = new.id;
  return null;
end;
$$;
create trigger forget_meaning after update of text, corrected_text, private, deleted_at on message
  for each row when (
    old.text is distinct from new.text or old.corrected_text is distinct from new.corrected_text
    or old.private is distinct from new.private or old.deleted_at is distinct from new.deleted_at
  ) execute function forget_meaning();
