-- What identifies a person in the ledger can be erased, so that its entry stays; it can't be given another meaning:
-- it is written with its entry, in one transaction, and never changed.
create function keep_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception '% is never changed: it may only be erased', tg_table_name;
  end if;
  if not exists (select from consent_entry where id = new.entry_id and xmin = pg_current_xact_id()::xid) then
    raise exception '% is written with its entry, or never', tg_table_name;
  end if;
  return new;
end;
$$;
create trigger consent_identity_goes_with_its_entry before insert on consent_identity
  for each row execute function keep_evidence();
create trigger consent_identity_is_never_changed before update on consent_identity
  for each statement execute function keep_evidence();
