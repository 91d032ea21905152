-- What changes of how somebody signs in is written down with the change itself, whatever made it.
create function note_security_of_user() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    insert into audit_event (id, action, target_id) values (gen_random_uuid(), 'security.email-changed', new.id);
  end if;
  if new."phoneNumber" is distinct from old."phoneNumber" then
    insert into audit_event (id, action, target_id) values (gen_random_uuid(), 'security.phone-changed', new.id);
  end if;
  return null;
end;
$$;
create trigger security_of_user after update on "user"
  for each row execute function note_security_of_user();

create function note_security_of_account() returns trigger language plpgsql as $$
declare
  what text;
  who uuid := coalesce(new."userId", old."userId");
  provider text := coalesce(new."providerId", old."providerId");
begin
  if tg_op = 'UPDATE' then
    if new.password is not distinct from old.password then return null; end if;
    what := 'security.password-changed';
  elsif tg_op = 'INSERT' then
    -- The first one is how the account came to be.
    if not exists (select from account where "userId" = who and id <> new.id) then return null; end if;
    what := case provider when 'credential' then 'security.password-changed' else 'security.linked' end;
  else
    -- With the user everything goes.
    if not exists (select from "user" where id = who) then return null; end if;
    what := 'security.unlinked';
  end if;
  insert into audit_event (id, action, target_id, detail)
    values (gen_random_uuid(), what, who, jsonb_build_object('provider', provider));
  return null;
end;
$$;
create trigger security_of_account after insert or update or delete on account
  for each row execute function note_security_of_account();
