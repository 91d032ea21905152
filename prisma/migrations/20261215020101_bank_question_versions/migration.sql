-- Every wording that the team gave a question of the bank. A version never changes; the question points to the newest.
create table bank_question_version (
  key text not null references bank_question (key) on delete cascade on update cascade,
  number integer not null,
  content jsonb not null,
  -- Who saved it; null once that account is erased.
  saved_by_id uuid references "user" (id) on delete set null on update cascade,
  saved_at timestamptz(3) not null default current_timestamp,
  primary key (key, number)
);
create index bank_question_version_saved_by_id_idx on bank_question_version (saved_by_id);

create function keep_bank_words() returns trigger language plpgsql as $$
begin
  if (new.key, new.number, new.content, new.saved_at) is distinct from (old.key, old.number, old.content, old.saved_at) then
    raise exception 'a version of a question never changes';
  end if;
  return new;
end;
$$;
create trigger keep_words before update on bank_question_version for each row execute function keep_bank_words();

-- What is in force becomes the first version. From now on the revision of a question is the number of its version.
insert into bank_question_version (key, number, content, saved_by_id, saved_at)
select key, 1, content, updated_by_id, updated_at from bank_question where content is not null;
update bank_question set revision = case when content is null then 0 else 1 end;
alter table bank_question alter column revision set default 0;
