-- Lists are ordered by name without regard to capitals and accents: the marks that NFD parts from their letters are
-- left out.
alter table subject add column sort_name text collate "C";
alter table "user" add column sort_name text collate "C";

-- The argument is the column that has the name.
create function set_sort_name() returns trigger language plpgsql as $$
begin
  new.sort_name := regexp_replace(normalize(lower(to_jsonb(new) ->> tg_argv[0]), NFD), '[\u0300-\u036f]', '', 'g');
  return new;
end $$;
create trigger sort_name before insert or update of full_name on subject
  for each row execute function set_sort_name('full_name');
create trigger sort_name before insert or update of name on "user"
  for each row execute function set_sort_name('name');
