-- Lists of conversations are ordered by when they happened: a call that nobody took has no start.
alter table conversation add column happened_at timestamptz(3);

create function set_happened_at() returns trigger language plpgsql as $$
begin
  new.happened_at := coalesce(new.started_at, new.ended_at, new.created_at);
  return new;
end $$;
create trigger happened_at before insert or update of started_at, ended_at, created_at on conversation
  for each row execute function set_happened_at();
