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

-- A version is kept of whatever is written, also by a server that knows no versions and counts revisions in its own way.
create function number_bank_words() returns trigger language plpgsql as $$
begin
  if new.content is not null and (tg_op = 'INSERT' or new.content is distinct from old.content) then
    select coalesce(max(number), 0) + 1 into new.revision from bank_question_version where key = new.key;
  else
    new.revision := case when tg_op = 'INSERT' then 0 else old.revision end;
  end if;
  return new;
end;
$$;
create trigger number_words before insert or update on bank_question for each row execute function number_bank_words();

create function add_bank_version() returns trigger language plpgsql as $$
begin
  if new.content is not null and (tg_op = 'INSERT' or new.content is distinct from old.content) then
    insert into bank_question_version (key, number, content, saved_by_id, saved_at)
    values (new.key, new.revision, new.content, new.updated_by_id, new.updated_at);
  end if;
  return null;
end;
$$;
create trigger add_version after insert or update on bank_question for each row execute function add_bank_version();

-- Versions go only together with their question.
create function keep_bank_version() returns trigger language plpgsql as $$
begin
  if exists (select from bank_question where key = old.key) then
    raise exception 'the versions of a question only grow';
  end if;
  return old;
end;
$$;
create trigger keep_version before delete on bank_question_version for each row execute function keep_bank_version();
create trigger only_grows before truncate on bank_question_version for each statement execute function refuse_change();
